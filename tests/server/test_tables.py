"""Tables for their users: seats, whole games, spectators, presence, restarts."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import msgspec
from structlog.testing import capture_logs
from tests.server.harness import BOT, TWO_PEOPLE, Running, code, play_on, running, two_seats
from tests.waiting import eventually

import whistlestop as ws
from whistlestop.replaying import summarize
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.usecases.tables import viewers
from whistlestop.server.usecases.tables.viewers import Here, Viewer, Viewers

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


# ------------------------------------------------------------------------------------------------ seats


async def test_seats_before_the_game(server: Running) -> None:
    ada, ben, eve = [await server.guest() for _ in range(3)]
    await ada.http.patch("/api/me", json={"name": "  Ada   Lovelace "})
    table = await ada.table([{"kind": "me"}, {"kind": "open"}, BOT])
    path = f"/api/tables/{table}"
    socket = await ada.sit(table)
    assert socket.hello["view"] is None
    assert socket.hello["log"] == []

    joined = (await ben.post(f"{path}/join", {"seat": None})).json()
    assert joined["you"] == 1
    assert [seat["kind"] for seat in joined["seats"]] == ["person", "person", "bot"]
    assert joined["seats"][0]["name"] == "Ada Lovelace"
    while (await socket.until("table"))["table"]["seats"][1]["kind"] != "person":
        pass  # presence is sent as well
    assert (await ben.post(f"{path}/join", {"seat": 0})).json()["you"] == 1  # once is enough

    assert code(await eve.post(f"{path}/join")) == (409, "table_full")
    assert code(await eve.post(f"{path}/leave")) == (403, "not_seated")
    assert code(await eve.post(f"{path}/start")) == (403, "not_owner")
    assert code(await ben.post(f"{path}/seats", {"seat": 2, "kind": "open"})) == (403, "not_owner")
    assert code(await ada.post(f"{path}/seats", {"seat": 1, "kind": "bot", "bot": "random"})) == (
        409,
        "table_full",
    )
    assert code(await ada.post(f"{path}/seats", {"seat": 9, "kind": "open"})) == (400, "bad_request")
    assert code(await ada.post(f"{path}/seats", {"seat": 2, "kind": "bot", "bot": "hal"})) == (
        400,
        "bad_request",
    )

    assert (await ben.post(f"{path}/leave")).json()["you"] is None
    assert code(await ada.post(f"{path}/start")) == (409, "not_started")
    filled = (await ada.post(f"{path}/seats", {"seat": 1, "kind": "bot", "bot": "random"})).json()
    assert filled["seats"][1]["bot"] == "random"
    assert (await ada.post(f"{path}/start")).json()["state"] == "playing"
    assert (await socket.until("hello"))["view"]["phase"] == "opening"
    for change in ("leave", "start"):
        assert code(await ada.post(f"{path}/{change}")) == (409, "already_started")
    assert code(await eve.post(f"{path}/join")) == (409, "already_started")
    assert [found["id"] for found in (await ada.get("/api/tables")).json()] == [table]
    assert (await ben.get("/api/tables")).json() == []


async def test_malformed_tables(server: Running) -> None:
    ada = await server.guest()
    bodies: tuple[object, ...] = (
        {"ruleset": "usa", "seats": [{"kind": "me"}]},
        {"ruleset": "usa", "seats": [{"kind": "me"}] * 2},
        {"ruleset": "usa", "seats": [{"kind": "open"}] * 6},
        {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]},
        {"ruleset": "usa", "seats": [{"kind": "king"}, {"kind": "me"}]},
        {"ruleset": "usa"},
        [],
    )
    for body in bodies:
        assert code(await ada.post("/api/tables", body)) == (400, "bad_request"), body
    for ruleset in ("atlantis", "../usa", "/etc"):
        answer = await ada.post("/api/tables", {"ruleset": ruleset, "seats": TWO_PEOPLE})
        assert answer.status_code in {400, 404}
    assert (await ada.get("/api/tables")).json() == []


# ------------------------------------------------------------------------------------------------- play


async def test_a_whole_game_of_two(server: Running) -> None:
    table, ada, ben, first, second = await two_seats(server)
    watcher = await (await server.guest()).sit(table)
    log: list[dict[str, Any]] = []
    version = await play_on({0: first, 1: second}, random.Random(4))
    for socket in (first, second, watcher):
        await socket.settle()
        assert socket.view is not None
        assert socket.view["version"] == version
        assert socket.view["outcome"]["winners"]
        assert socket.view["legal"] == []
    # the updates add up to the complete state
    for guest, socket in ((ada, first), (ben, second)):
        pieces = [json.loads(text) for text in socket.raw]
        log = [{"version": m["version"], "events": m["events"]} for m in pieces if m["type"] == "update"]
        again = await guest.sit(table)
        assert again.hello["log"] == log
        assert again.view == socket.view
        answer = (await guest.get(f"/api/tables/{table}/view")).json()
        assert answer == {"view": socket.view, "log": log}
    # the record has the same game, and everybody with the link can read it
    record = (await (await server.guest()).get(f"/api/tables/{table}/record")).json()
    replayed = ws.replay(record)
    assert replayed.version == version
    assert replayed.view(0) == first.view
    assert len(record["seed"]) == 64
    # so does the summary, the same for everybody
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    askers = [(ada, table), (ben, table), (await server.guest(), table), (await server.guest(), watch)]
    answers = await asyncio.gather(*(guest.get(f"/api/tables/{key}/summary") for guest, key in askers))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    summary = answers[0].json()
    assert summary == msgspec.to_builtins(summarize(replayed))
    scores = [player["score"] for player in replayed.view()["outcome"]["players"]]
    assert [player["standing"][-1] for player in summary["players"]] == scores
    assert (await first.command("draw"))["error"]["code"] == "game_over"
    assert (await ada.get(f"/api/tables/{table}")).json()["state"] == "over"


async def test_bots_play_among_themselves(server: Running) -> None:
    for ruleset in ws.ruleset_ids():
        ada = await server.guest()
        table = await ada.table([BOT, BOT], ruleset, start=True)
        socket = await ada.sit(table)
        assert socket.hello["table"]["you"] is None
        while socket.view is None or socket.view["phase"] != "over":
            await socket.receive()
        assert socket.view["hand"] is None


async def test_answers_come_before_what_follows(server: Running) -> None:
    _, _, _, first, second = await two_seats(server)
    assert first.view is not None
    await first.command(first.view["legal"][0])
    kinds = [json.loads(text)["type"] for text in first.raw]
    assert kinds[-1] == "ack"
    assert (await first.receive())["type"] == "update"
    assert (await second.until("update"))["version"] == 1


async def test_the_opening_is_sealed(server: Running) -> None:
    _, _, _, first, second = await two_seats(server)
    assert first.view is not None
    assert second.view is not None
    mine = first.view["legal"]
    # Both are made for version 0, and neither makes the other stale.
    before = second.view
    answer = await first.command(mine[-1], version=0)
    assert answer["type"] == "ack"
    seen = await second.until("update")
    assert seen["events"] == [{"event": "chose", "seat": 0}]
    # Nothing reveals the choice: everything except `owes` is unchanged.
    after = seen["view"]
    assert {**after, "players": before["players"], "to_act": [0, 1], "version": 0} == before
    assert (await first.command(mine[0], version=0))["error"]["code"] == "stale"
    assert (await first.command(mine[0], version=1))["error"]["code"] == "not_your_turn"
    assert before["players"][0]["owes"]
    assert not after["players"][0]["owes"]
    answer = await second.command(after["legal"][0], version=0)
    assert answer == {"type": "ack", "id": answer["id"], "version": 2}
    done = await first.until("update")
    while done["version"] < 2:
        done = await first.until("update")
    assert [event["event"] for event in done["events"]][:2] == ["chose", "opening_done"]


async def test_spectators_see_what_is_public(server: Running) -> None:
    table, _, _, first, second = await two_seats(server)
    eve = await server.guest()
    watcher = await eve.sit(table)
    assert watcher.hello["table"]["you"] is None
    assert watcher.view is not None
    assert watcher.view["seat"] is None
    assert watcher.view["hand"] is None
    assert watcher.view["tickets"] == watcher.view["offer"] == watcher.view["legal"] == []
    assert (await watcher.command("draw", version=0))["error"]["code"] == "not_seated"
    refused = await eve.post(f"/api/tables/{table}/commands", {"id": "x", "version": 0, "action": "draw"})
    assert code(refused) == (403, "not_seated")
    await play_on({0: first, 1: second}, random.Random(1), most=40)
    await watcher.settle()
    text = "".join(watcher.raw)
    for socket in (first, second):
        assert socket.view is not None
        for ticket in socket.view["tickets"]:
            assert ticket["id"] not in text
    assert '"drew"' in text
    assert all(
        event["card"] is None
        for raw in watcher.raw
        for event in json.loads(raw).get("events", [])
        if event["event"] == "drew"
    )
    for path in ("record", "summary"):
        assert code(await eve.get(f"/api/tables/{table}/{path}")) == (409, "not_over")


# ------------------------------------------------------------------------------------- comings and goings


async def test_resync(server: Running) -> None:
    _, _, _, first, second = await two_seats(server)
    await play_on({0: first, 1: second}, random.Random(3), most=10)
    before = dict(first.hello)
    await first.send({"type": "resync", "version": 3})
    hello = await first.until("hello")
    assert hello["version"] == len(hello["log"]) == 10
    assert hello["view"]["version"] == 10
    assert before["log"] == []


async def test_presence(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "GRACE", 0.5)
    table, ada, _, first, second = await two_seats(server)
    await second.settle()
    extra = await ada.sit(table)
    await extra.connection.close()
    await second.settle()
    await first.connection.close()
    told = await second.until("table")
    while told["table"]["seats"][0]["online"]:  # the first message may already contain both
        told = await second.until("table")
    assert [(seat["online"], seat["lost"]) for seat in told["table"]["seats"]] == [
        (False, False),
        (True, False),
    ]
    await ada.sit(table)
    told = await second.until("table")
    assert [seat["online"] for seat in told["table"]["seats"]] == [True, True]


async def test_a_line_that_breaks_off_is_told_after_a_grace(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reloading a page causes no message; a socket that ends without a close frame counts as a lost connection."""
    monkeypatch.setattr(viewers, "GRACE", 2.0)
    table, ada, _, first, second = await two_seats(server)
    (found,) = server.services.tables.live()

    async def known(sockets: int) -> None:  # to everybody at the table
        await eventually(lambda: len(found.viewers) == sockets and not found.viewers.pending)

    await known(2)
    await second.settle()
    loop = asyncio.get_running_loop()
    for _reload in range(3):
        await first.connection.close()
        await known(1)
        first = await ada.sit(table)
    await known(2)
    assert [message for message in await second.settle() if message["type"] == "table"] == []

    broke = loop.time()
    first.connection.transport.abort()
    told = await second.until("table")
    assert loop.time() - broke >= viewers.GRACE
    assert [(seat["online"], seat["lost"]) for seat in told["table"]["seats"]] == [
        (False, True),
        (True, False),
    ]
    await ada.sit(table)
    told = await second.until("table")
    assert [(seat["online"], seat["lost"]) for seat in told["table"]["seats"]] == [
        (True, False),
        (True, False),
    ]


async def test_a_lost_line_ends_as_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes without viewers of the table must also report to the others when it is over."""
    monkeypatch.setattr(viewers, "GRACE", 0.1)
    monkeypatch.setattr(viewers, "PAUSE", 0.01)
    row = TableRow(
        "g", "usa", "ada", "playing", 5, "{}", (Seat(0, "person", "ada"), Seat(1, "person", "ben"))
    )
    told: list[Here] = []

    def states(some: Viewers) -> list[set[str]]:
        found = some.presence(row)
        return [set(found.online), set(found.lost), set(found.absent)]

    here = Viewers(lambda: told.append(here.here(row)), patience=0.4)
    elsewhere = Viewers(lambda: None, patience=0.4)
    viewer = Viewer("ada", 10)
    here.add(viewer)
    elsewhere.take((here.here(row),))
    viewer.lost = True
    here.discard(viewer)
    assert here.here(row).lost == ("ada",)
    elsewhere.take((here.here(row),))
    assert [states(here), states(elsewhere)] == [[{"ada"}, set(), set()]] * 2
    await eventually(lambda: [states(here), states(elsewhere)] == [[set(), {"ada"}, set()]] * 2)
    await eventually(lambda: [states(here), states(elsewhere)] == [[set(), set(), {"ada", "ben"}]] * 2)
    await eventually(lambda: told[-1] == Here())
    # Back in another process: no process considers the connection lost.
    here.add(viewer)
    here.discard(viewer)
    here.take((Here(("ada",)),))
    assert here.here(row) == Here()


async def test_leaving_is_no_event_for_the_log(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """However a socket ends, there is at most one line, without an address."""
    table, ada, _, first, second = await two_seats(server)
    with capture_logs() as lines, caplog.at_level("INFO"):
        sockets = [await ada.sit(table) for _ in range(4)]
        caplog.clear()
        del lines[:]
        await sockets[0].connection.close()
        await sockets[1].connection.close(1001, "gone")
        sockets[2].connection.transport.abort()
        assert first.view is not None
        await first.command(first.view["legal"][0])  # an update is in flight to a closed socket
        sockets[3].connection.transport.abort()
        await second.command("keep:", version=0)
        (held,) = server.services.tables.live()
        await eventually(lambda: len(held.viewers) == 2 and "socket closed" in str(lines))
    told = [str(line) for line in lines] + [
        record.getMessage() for record in caplog.records if record.levelname != "DEBUG"
    ]
    assert len([line for line in told if "socket" in line.lower()]) <= 4
    assert not [line for line in told if "127.0.0.1" in line and "accepted" not in line]
    assert not [line for line in lines if line["log_level"] in {"warning", "error"}]
    addresses = {line["address"] for line in lines if line["event"] == "socket closed"}
    assert len(addresses) == 1
    assert "127.0.0.1" not in addresses


async def test_everything_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, first, second = await two_seats(server)
        version = await play_on({0: first, 1: second}, random.Random(5), most=25)
        answer = await first.command("nonsense", command="none")
        assert answer["type"] == "refused"
        cookies = [dict(guest.http.cookies) for guest in (ada, ben)]
        logs = [(await guest.get(f"/api/tables/{table}/view")).json() for guest in (ada, ben)]
    async with running(tmp_path) as server:
        for kept, log in zip(cookies, logs, strict=True):
            guest = await server.guest()
            guest.http.cookies.clear()
            guest.http.cookies.update(kept)
            guest.http.headers["x-csrftoken"] = kept["csrftoken"]
            assert (await guest.get(f"/api/tables/{table}/view")).json() == log
            assert (await guest.get("/api/tables")).json()[0]["version"] == version
            socket = await guest.sit(table)
            assert socket.hello["table"]["you"] == log["view"]["seat"]
            assert (await socket.command("draw", version=0))["type"] == "refused"


async def test_a_slow_reader_is_cut_off_and_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path, socket_queue=4) as server:
        _, _, _, first, second = await two_seats(server)
        live = next(iter(server.services.tables.live()))
        # A viewer whose queue is never emptied stands for a client that does not read.
        slow = Viewer("slow", 4)
        live.attach(slow)
        assert not slow.overrun.is_set()
        await play_on({0: first, 1: second}, random.Random(6), most=10)
        assert slow.overrun.is_set()
        assert slow.frames.qsize() == 4


async def test_many_games_few_in_memory(tmp_path: Path) -> None:
    async with running(tmp_path, games_cached=2, tables_per_user=20) as server:
        ada = await server.guest()
        ids = [
            await ada.table([{"kind": "me"}, {"kind": "bot", "bot": "random"}], start=True) for _ in range(8)
        ]
        sockets = [await ada.sit(table) for table in ids[:4]]
        for table in ids:
            assert (await ada.get(f"/api/tables/{table}/view")).status_code == 200
        for socket in sockets:
            assert socket.view is not None
            assert (await socket.command(socket.view["legal"][0], version=0))["type"] == "ack"
            await socket.connection.close()
        for table in ids[4:]:
            assert (await ada.get(f"/api/tables/{table}/view")).status_code == 200

        async def few() -> bool:
            await ada.get(f"/api/tables/{ids[0]}")
            return len(server.services.tables.live()) <= 3

        await eventually(few)
        assert (await ada.get(f"/api/tables/{ids[0]}")).json()["version"] >= 1
