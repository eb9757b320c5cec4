"""Commands: each takes effect once, in order, and is stored before anybody sees it."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs
from tests.server.harness import BOT, TWO_PEOPLE, Guest, Running, Socket, code, play_on, running, two_seats
from tests.waiting import eventually

from whistlestop import bots
from whistlestop.format.notation import Notation
from whistlestop.server.adapters.database.database import answered
from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.domain.passes import Passes
from whistlestop.server.http.connections import SocketProtocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

OTHERS = {"legal", "<listcomp>", "events_by_version"}
"""Other uses of the notation: the actions in a view, and the log for latecomers."""


async def test_a_repeat_gets_the_stored_answer(server: Running) -> None:
    table, ada, _, first, second = await two_seats(server)
    assert first.view is not None
    action = first.view["legal"][0]
    once = await first.command(action, command="same")
    for _ in range(3):
        assert await first.command(action, version=0, command="same") == once
    # on another socket, by HTTP, with another action or version: the same answer and no effect
    other = await ada.sit(table)
    assert await other.command("draw", command="same") == once
    body = {"id": "same", "version": 0, "action": action}
    assert (await ada.post(f"/api/tables/{table}/commands", body)).json() == once
    # ids are separate for each seat: the other seat's command with this id is a different one
    assert second.view is not None
    assert (await second.command(second.view["legal"][0], version=0, command="same"))["version"] == 2
    assert (await ada.get(f"/api/tables/{table}")).json()["version"] == 2


async def test_a_repeat_asks_neither_the_rules_nor_the_disk(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The repeated command has the current version and a legal action, so with a new id it would be valid."""
    table, ada, _, first, second = await two_seats(server)
    assert first.view is not None
    assert second.view is not None
    once = await first.command(first.view["legal"][0], command="same")
    await second.command(second.view["legal"][0], version=0)
    sockets = {0: first, 1: second}
    for socket in sockets.values():
        while socket.view is None or socket.view["version"] < 2:
            await socket.receive()
    while not first.view["legal"]:
        await play_on(sockets, random.Random(1), most=1)

    async def never(*_arguments: Any) -> None:
        raise AssertionError("this was answered before")

    monkeypatch.setattr(server.services.store.writer, "append", never)
    assert await first.command(first.view["legal"][0], command="same") == once
    body = {"id": "same", "version": first.view["version"], "action": first.view["legal"][0]}
    assert (await ada.post(f"/api/tables/{table}/commands", body)).json() == once


async def test_the_log_has_the_canonical_text(server: Running) -> None:
    table, _, _, first, _ = await two_seats(server)
    assert first.view is not None
    action = next(text for text in first.view["legal"] if text.count(",") == 1)
    spelled = "keep:" + ",".join(reversed(action.removeprefix("keep:").split(",")))
    assert spelled != action
    assert (await first.command(spelled))["type"] == "ack"
    assert [line.action for line in await server.services.store.log(table)] == [action]


async def test_an_action_is_read_and_written_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is made once for all receivers; a bot's action is a number and is only formatted."""
    table, ada, _, first, second = await two_seats(server)
    await ada.sit(table)
    await play_on({0: first, 1: second}, random.Random(4), most=6)
    done: Counter[str] = Counter()

    def counted(name: str) -> Callable[..., Any]:
        honest = getattr(Notation, name)

        def count(notation: Notation, *asked: Any) -> Any:
            done[name] += sys._getframe(1).f_code.co_name not in OTHERS
            return honest(notation, *asked)

        return count

    for name in ("parse", "text"):
        monkeypatch.setattr(Notation, name, counted(name))
    acting = first if first.view and first.view["legal"] else second
    assert acting.view is not None
    assert (await acting.command(acting.view["legal"][0]))["type"] == "ack"
    assert done == {"parse": 1, "text": 1}
    done.clear()
    bots_only = await ada.sit(await ada.table([BOT, BOT], start=True))
    while bots_only.view is None or bots_only.view["version"] < 10:
        await bots_only.receive()
    await server.services.bots.close()
    played = server.services.tables.find(bots_only.hello["table"]["id"])
    assert played is not None
    assert (done["parse"], done["text"]) == (0, played.version)


async def test_the_acknowledgment_and_the_update_are_sent_together(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, _, first, second = await two_seats(server)
    sent: list[list[str]] = []
    honest = SocketProtocol.send_at_once

    def noted(socket: SocketProtocol, texts: Sequence[bytes]) -> bool:
        sent.append([json.loads(text)["type"] for text in texts])
        return honest(socket, texts)

    for viewer in server.services.tables.live()[0].viewers:
        monkeypatch.setattr(viewer, "at_once", partial(noted, viewer.at_once.__self__))  # type: ignore[union-attr]
    assert first.view is not None
    assert (await first.command(first.view["legal"][0]))["type"] == "ack"
    await second.until("update")
    moves = [types for types in sent if types != ["table"]]  # and presence
    assert sorted(moves) == [["ack", "update"], ["update"]]


async def test_stale_illegal_and_meaningless(server: Running) -> None:
    _, _, _, first, second = await two_seats(server)
    everybody, rng, legal = {0: first, 1: second}, random.Random(2), "draw"
    await play_on(everybody, rng, most=6)
    while not any(socket.view and legal in socket.view["legal"] for socket in everybody.values()):
        await play_on(everybody, rng, most=1)
    assert first.view is not None
    acting = first.view["to_act"][0]
    actor, other = everybody[acting], everybody[1 - acting]
    version = first.view["version"]
    for made_for, action, expected in (
        (version - 1, legal, "stale"),
        (version + 1, legal, "stale"),
        (version, "keep:", "illegal_action"),
        (version, "claim:denver-omaha:purple*9", "illegal_action"),
        (version, "claim:denver-omaha:purple*4", "illegal_action"),
        (version, "claim:denver-omaha:plaid", "notation"),
        (version, "fly", "notation"),
        (version, "take:red\x00", "notation"),
    ):
        answer = await actor.command(action, version=made_for)
        assert answer["type"] == "refused"
        assert answer["version"] == version
        assert answer["error"]["code"] == expected, action
    assert (await other.command(legal))["error"]["code"] == "not_your_turn"
    assert (await actor.command(legal))["type"] == "ack"


async def test_repeated_and_shuffled_over_two_sockets_and_http(server: Running) -> None:
    """Sent in any order and number, an accepted command takes effect once."""
    table, ada, _, first, second = await two_seats(server)
    twin = await ada.sit(table)
    rng = random.Random(7)
    accepted: dict[str, int] = {}
    sent: list[dict[str, Any]] = []
    while first.view is not None and first.view["version"] < 60 and first.view["phase"] != "over":
        version = first.view["version"]
        if 0 in first.view["to_act"]:
            fresh = {"id": f"c{len(sent)}", "version": version, "action": rng.choice(first.view["legal"])}
            sent.append(fresh)
            volley = [fresh, *rng.choices(sent, k=4), fresh]
            rng.shuffle(volley)
            answers = await asyncio.gather(*(deliver(rng, ada, table, first, body) for body in volley))
            for body, answer in zip(volley, answers, strict=True):
                if answer is not None:
                    assert accepted.setdefault(body["id"], answer) == answer
            assert fresh["id"] in accepted
        elif second.view is not None:
            await second.command(rng.choice(second.view["legal"]))
        for socket in (first, second, twin):
            await socket.settle()
    game_version = (await ada.get(f"/api/tables/{table}")).json()["version"]
    mine = sorted(accepted.values())
    assert len(set(mine)) == len(mine)
    assert max(mine) <= game_version
    logged = await server.services.store.log(table)
    assert sorted(line.ply for line in logged if line.seat == 0) == mine


async def deliver(
    rng: random.Random, guest: Guest, table: str, _socket: Socket, body: dict[str, Any]
) -> int | None:
    """Send a command by HTTP or on a new socket; return its acknowledged version."""
    if rng.random() < 0.5:
        answer = await guest.post(f"/api/tables/{table}/commands", body)
        return answer.json()["version"] if answer.status_code == 200 else None
    socket = await guest.sit(table)
    reply = await socket.command(body["action"], version=body["version"], command=body["id"])
    await socket.connection.close()
    return reply["version"] if reply["type"] == "ack" else None


async def test_a_sender_who_leaves_at_once_has_still_played(server: Running) -> None:
    """The command is completed, and all other viewers see it."""
    _, _, _, first, second = await two_seats(server)
    assert first.view is not None
    await first.send({"type": "command", "id": "bye", "version": 0, "action": first.view["legal"][0]})
    first.connection.transport.abort()
    assert (await second.until("update"))["version"] == 1


# ------------------------------------------------------------------------------------- when the disk fails


@pytest.mark.parametrize("error", [OperationalError("insert", {}, Exception("disk full")), MemoryError()])
async def test_a_write_that_fails_changes_nothing(
    error: Exception, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _, first, second = await two_seats(server)
    writer = server.services.store.writer
    honest = writer.transaction
    assert first.view is not None
    action = first.view["legal"][0]

    async def full(_job: Any) -> Any:
        raise error

    monkeypatch.setattr(writer, "transaction", full)
    refused = await first.command(action, command="c")
    assert refused["error"]["code"] == "unavailable"
    body = {"id": "c", "version": 0, "action": action}
    assert code(await ada.post(f"/api/tables/{table}/commands", body)) == (503, "unavailable")
    assert code(await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE})) == (
        503,
        "unavailable",
    )
    assert not [message for message in await second.settle() if message["type"] == "update"]
    monkeypatch.setattr(writer, "transaction", honest)
    assert await first.command(action, version=0, command="c") == {"type": "ack", "id": "c", "version": 1}
    assert (await second.until("update"))["version"] == 1


async def test_a_write_that_was_done_and_looked_failed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after the commit: the command is still acknowledged once, and everybody sees it."""
    _, _, _, first, second = await two_seats(server)
    writer = server.services.store.writer
    honest = writer.transaction
    assert first.view is not None

    async def broken(job: Any) -> Any:
        await honest(job)
        raise OperationalError("commit", {}, Exception("connection lost"))

    monkeypatch.setattr(writer, "transaction", broken)
    answer = await first.command(first.view["legal"][0], command="c")
    assert answer == {"type": "ack", "id": "c", "version": 1}
    assert (await second.until("update"))["version"] == 1


async def test_a_write_that_is_waited_for_too_long(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unresponsive database is reported; a command may still be written later, and then counts once."""
    table, ada, _, first, second = await two_seats(server)
    honest, goes_on = server.services.store.writer.transaction, asyncio.Event()
    assert first.view is not None
    action = first.view["legal"][0]

    async def still(job: Any) -> Any:
        await goes_on.wait()
        return await honest(job)

    monkeypatch.setattr(server.services.store.writer, "transaction", still)
    monkeypatch.setattr(
        "whistlestop.server.adapters.database.writer.answered", lambda within=0.1: answered(within)
    )
    assert (await first.command(action, command="c"))["error"]["code"] == "unavailable"
    assert code(await ada.get("/api/health")) == (503, "unavailable")
    assert not [message for message in await second.settle() if message["type"] == "update"]
    goes_on.set()
    monkeypatch.setattr(
        "whistlestop.server.adapters.database.writer.answered", lambda within=None: answered(within)
    )
    assert await first.command(action, version=0, command="c") == {"type": "ack", "id": "c", "version": 1}
    assert (await second.until("update"))["version"] == 1
    assert [line.command for line in await server.services.store.log(table)] == ["c"]


async def test_another_process_was_first(server: Running) -> None:
    """The server that lost the race gets an error, and viewers see what happened; simultaneous choices are still
    accepted (COM-14).
    """
    table, _, _, first, second = await two_seats(server)
    assert first.view is not None
    assert second.view is not None
    await server.services.store.writer.append(
        Append(table, 1, 1, second.view["legal"][0], "elsewhere", 0, False)
    )
    assert (await first.command(first.view["legal"][0], command="c"))["version"] == 2
    assert (await second.command("draw", version=0, command="elsewhere"))["version"] == 1
    while second.view["version"] < 2:
        await second.receive()
    (seat,) = second.view["to_act"]
    actor = (first, second)[seat]
    await actor.settle()
    assert actor.view is not None
    legal = actor.view["legal"][0]
    await server.services.store.writer.append(Append(table, 3, seat, legal, "again", 0, False))
    answer = await actor.command(legal, version=2, command="d")
    assert (answer["error"]["code"], answer["version"], actor.view["version"]) == ("stale", 3, 3)


async def test_a_faulty_bot_does_not_stop_the_game(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bots.make

    class Faulty:
        def __init__(self) -> None:
            self.calls = 0

        def choose(self, observation: Any) -> Any:
            self.calls += 1
            if self.calls % 3 == 0:
                raise RuntimeError("no idea")
            if self.calls % 3 == 1:
                return 0  # legal or not
            return made("random", seed=self.calls).choose(observation)

    monkeypatch.setattr(bots, "make", lambda _name, **_options: Faulty())
    ada = await server.guest()
    socket = await ada.sit(await ada.table([BOT, BOT], start=True))
    while socket.view is None or socket.view["phase"] != "over":
        await socket.receive()


@pytest.mark.parametrize("fault", ["raises", "illegal"])
async def test_the_least_action_is_played_for_a_bot_that_fails(
    server: Running, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """It is deterministic, logged and counted."""

    class Faulty:
        def choose(self, observation: Any) -> Any:
            if fault == "raises":
                raise RuntimeError("secret")
            legal = set(observation.legal_ids())
            means = observation.ruleset.notation.means
            return next(action for action in range(10_000) if action not in legal and means(action))

    monkeypatch.setattr(bots, "make", lambda _name, **_options: Faulty())
    ada = await server.guest()
    with capture_logs() as logs:
        table = await ada.table([BOT, BOT], start=True)
        socket = await ada.sit(table)
        while socket.view is None or socket.view["version"] < 30:
            await socket.receive()
        await server.services.bots.close()
    game = server.services.tables.find(table)
    assert game is not None
    assert game.game is not None
    again = game.game.beginning()
    for seat, action in game.game.actions:
        assert action == Passes().choose(again.observe(seat))
        again.play(action, seat)
    told = [entry for entry in logs if entry["event"] == "bot failed"]
    assert server.services.bots.failures == len(told) >= len(game.game.actions)
    assert {entry["bot"] for entry in told} == {"random"}
    assert "secret" not in str(told)


async def test_a_stop_is_no_failure_of_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots stop first, even while their action is being written, and no action is played for them."""
    with capture_logs() as logs:
        async with running(tmp_path) as server:
            store = server.services.store
            append, begun = store.writer.append, set()

            async def slowly(line: Any) -> None:
                begun.add(line.game)
                await asyncio.sleep(0.2)
                await append(line)

            monkeypatch.setattr(store.writer, "append", slowly)
            ada = await server.guest()
            for _ in range(5):
                await ada.table([BOT, BOT, BOT], start=True)
            await eventually(lambda: len(begun) == 5)
            stopping = server.services.bots
    assert not [entry for entry in logs if entry["event"].startswith("bot")]
    assert stopping.failures == 0
