"""Finished games: what they show, to whom, and what users can do with them."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import Guest, Running, code, play_on, running, seated
from tests.server.people import sign_up
from tests.waiting import eventually
from websockets.asyncio.client import connect

import whistlestop as ws
from whistlestop.server.usecases.replays import imports as bringing
from whistlestop.server.usecases.replays.frames import CHUNK, first_of, frames_of, log_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from whistlestop import Game


def played(ruleset: str = "usa", players: int = 2, seed: int = 4, *, most: int = 10_000) -> Game:
    """Return a random game, complete or after this number of actions."""
    rng, game = random.Random(seed), ws.Game.new(ruleset, players=players, seed=seed)
    while not game.over and game.version < most:
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal(seat)), seat)
    return game


async def brought(guest: Guest, game: Game, names: list[str] | None = None) -> Any:
    """Return the table of a game that a guest has imported."""
    answer = await guest.post("/api/records", {"record": game.record().to_dict(), "names": names or []})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def frames(guest: Guest, game: str, at: int, seat: str | None = None) -> Any:
    asked = {"at": at} if seat is None else {"at": at, "seat": seat}
    return await guest.get(f"/api/games/{game}/frames", params=asked)


# ------------------------------------------------------------------------------------------ what is shown


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
async def test_every_moment_is_what_was_seen_then(server: Running, ruleset: str) -> None:
    game = played(ruleset)
    ada = await server.guest()
    table = (await brought(ada, game))["watch"]
    ben = await server.guest()  # users with the link
    log = (await ben.get(f"/api/games/{table}/log", params={"seat": "1"})).json()
    assert (log["first"], log["last"], log["eyes"]) == (0, game.version, "1")
    assert log["log"] == game.history(1)
    again = game.beginning()
    at = 0
    while at <= game.version:
        answer = (await frames(ben, table, at, "1")).json()
        for frame in answer["frames"]:
            assert frame == {"version": at, "view": {**again.view(1), "legal": []}, "hands": []}
            if at < game.version:
                again.play(game.actions[at][1], game.actions[at][0])
            at += 1
        assert len(answer["frames"]) <= CHUNK
    everything = (await frames(ben, table, 40, "all")).json()["frames"][40 % CHUNK]
    then = ws.replay(game.record(), to=40)
    assert everything["view"]["seat"] is None
    assert [one["hand"] for one in everything["hands"]] == [then.view(seat)["hand"] for seat in (0, 1)]
    assert [one["tickets"] for one in everything["hands"]] == [
        [ticket["id"] for ticket in then.view(seat)["tickets"]] for seat in (0, 1)
    ]


async def test_under_way_everybody_has_their_own_past(server: Running) -> None:
    game = played("usa", players=3, most=40)
    table, guests, sockets = await seated(server, ws.Game.from_position(game.position()))
    await play_on(dict(enumerate(sockets)), random.Random(2), most=12)
    for seat, guest in enumerate(guests):
        log = (await guest.get(f"/api/games/{table}/log")).json()
        assert (log["eyes"], log["first"], log["last"]) == (str(seat), 40, 52)
        mine = (await frames(guest, table, 45)).json()
        assert {frame["view"]["seat"] for frame in mine["frames"]} == {seat}
        for other in ("all", "none", str((seat + 1) % 3)):
            assert code(await frames(guest, table, 45, other)) == (409, "not_over")
    stranger = await server.guest()
    assert (await frames(stranger, table, 45)).json()["eyes"] == "none"
    assert code(await frames(stranger, table, 45, "0")) == (409, "not_over")
    assert code(await frames(stranger, table, 53)) == (400, "bad_request")
    assert code(await frames(stranger, table, 45, "9")) == (400, "bad_request")
    assert code(await stranger.get(f"/api/games/{table}/rows")) == (409, "not_over")
    branch = {"version": 41, "seat": 0, "bot": "random"}
    assert code(await stranger.post(f"/api/games/{table}/branch", branch)) == (409, "not_over")


def under_way() -> Iterator[Game]:
    """Return card games in which cards have moved to a stack."""
    for seed in range(4):
        yield played("card_game", players=3, seed=seed, most=70)


def test_the_past_begins_where_it_may_be_told_again() -> None:
    """RUL-61"""
    moved = 0
    for game in under_way():
        for eyes in ("0", "none"):
            first = first_of(game, eyes)
            log = log_of(game, eyes)
            live = [
                entry.version
                for entry in log
                if any(e.__class__.__name__ == "MovedEvent" for e in entry.events)
            ]
            moved += len(live)
            assert first == max(live, default=0)
            shown = frames_of(game, eyes, range(first, game.version + 1), look=False).frames
            assert [frame.version for frame in shown] == [*range(first, game.version + 1)]
    assert moved


async def test_the_first_picture_of_a_long_game(server: Running) -> None:
    """A game of 300 actions; interpreted rules would be too slow to replay all of it in time."""
    game = played("usa", players=5, seed=11)
    assert game.version >= 300
    ada = await server.guest()
    table = (await brought(ada, game))["id"]
    begun = time.process_time()  # the server is in this process; a busy machine makes no difference
    await ada.get(f"/api/games/{table}/log")
    await frames(ada, table, 0)
    assert time.process_time() - begun < 1.0


# ------------------------------------------------------------------------------------------ from elsewhere


async def test_a_game_from_elsewhere(server: Running, tmp_path: Path) -> None:
    game = played("switzerland", players=3)
    ada = await server.guest()
    table = await brought(ada, game, ["Zoë", "Ben"])
    assert (table["state"], table["imported"], table["you"]) == ("over", True, None)
    assert [seat["name"] for seat in table["seats"]] == ["Zoë", "Ben", None]
    assert [seat["kind"] for seat in table["seats"]] == ["person"] * 3
    record = (await ada.get(f"/api/tables/{table['id']}/record")).json()
    assert record == json.loads(game.record().to_json())
    assert (await ada.get(f"/api/tables/{table['watch']}/summary")).status_code == 200
    assert [one["id"] for one in (await ada.get("/api/tables")).json()] == [table["id"]]
    rows = (await ada.get(f"/api/games/{table['id']}/rows")).json()
    assert len(rows) == 3 * (game.version + 1)
    outcome = game.outcome()
    assert outcome is not None
    assert [row["final"] for row in rows[:3]] == [player["score"] for player in outcome["players"]]
    assert rows[-1]["action"] == game.actions[-1][1]


async def test_what_no_game_is(server: Running) -> None:
    ada = await server.guest()
    good = played("usa").record().to_dict()
    early = played("usa", most=20).record().to_dict()
    wrong = {**good, "actions": [*good["actions"][:30], [0, "claim:nowhere"], *good["actions"][31:]]}
    forged = {**good, "outcome": {**good["outcome"], "winners": [0, 1]}}
    for record in (
        early,
        wrong,
        forged,
        {},
        {**good, "seed": "x"},
        {**good, "actions": [[0, "draw"]] * 5001},
    ):
        answer = await ada.post("/api/records", {"record": record})
        assert code(answer) == (422, "bad_record")
        assert answer.json()["error"]["message"].startswith("record: ")
    assert code(await ada.post("/api/records", {"record": []})) == (400, "bad_request")
    assert code(await ada.post("/api/records", {"record": {"actions": "x" * 600_000}})) == (
        413,
        "bad_request",
    )
    assert (await ada.get("/api/tables")).json() == []


async def test_a_user_brings_so_many(tmp_path: Path) -> None:
    async with running(tmp_path, imports_per_user=1) as server:
        ada = await server.guest()
        await brought(ada, played())
        assert code(await ada.post("/api/records", {"record": played().record().to_dict()})) == (
            409,
            "too_many",
        )


async def test_names_of_imported_players_are_like_all_others(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    record = played().record().to_dict()
    for name, refused in {
        "\u202eabc": (400, "bad_request"),
        "a\0b": (400, "bad_request"),
        "\u2800": (400, "bad_request"),
        "x" * 25: (400, "bad_request"),
        "Planner": (400, "name_reserved"),
        "Moderator": (400, "name_reserved"),
        "Аda": (400, "name_reserved"),  # noqa: RUF001 - of two alphabets
        "Ada": (409, "name_taken"),
        "  АDА ": (400, "name_reserved"),  # noqa: RUF001
        "áda": (409, "name_taken"),
    }.items():
        for names in ([name], ["Ben", name]):
            answer = await eve.post("/api/records", {"record": record, "names": names})
            assert code(answer) == refused, names
    assert (await eve.get("/api/tables")).json() == []
    mine = await brought(ada, played(), ["Ada", " "])  # her own name, and no name
    assert [seat["name"] for seat in mine["seats"]] == ["Ada", None]
    lines = await brought(eve, played(), ["a\n\tb", "c\r\nd"])
    assert [seat["name"] for seat in lines["seats"]] == ["a b", "c d"]
    assert [seat["player"] for seat in lines["seats"]] == [None, None]


async def test_imports_keep_no_replay_waiting(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await server.guest()
    table = (await brought(ada, played()))["id"]
    go_on, record = threading.Event(), {"record": played().record().to_dict()}
    read = bringing.read_record

    def slowly(*given: Any) -> Any:
        assert go_on.wait(20)
        return read(*given)

    monkeypatch.setattr(bringing, "read_record", slowly)
    monkeypatch.setattr(bringing, "MOST_WAITING", 3)
    try:
        waiting = [asyncio.create_task(ada.post("/api/records", record)) for _ in range(3)]
        await eventually(lambda: server.services.imports.waiting >= 3)
        assert code(await ada.post("/api/records", record)) == (503, "overloaded")
        assert (await frames(ada, table, 0)).status_code == 200
        assert not any(task.done() for task in waiting)
    finally:
        go_on.set()
    assert [(await task).status_code for task in waiting] == [201] * 3


async def test_imports_of_an_address_have_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = bringing.read_record

    def expensive(*given: Any) -> Any:
        ends = time.thread_time() + 0.8
        while time.thread_time() < ends:
            pass
        return read(*given)

    monkeypatch.setattr(bringing, "read_record", expensive)
    async with running(tmp_path, import_rate=0.02) as server:  # two seconds immediately, 0.8 each
        ada = await server.guest()
        record, here = {"record": played().record().to_dict()}, {"x-forwarded-for": "192.0.2.1"}
        answers = [await ada.post("/api/records", record, headers=here) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
        assert code(answers[2]) == (429, "rate_limited")
        assert int(answers[2].headers["retry-after"]) > 1
        there = {"x-forwarded-for": "192.0.2.2"}
        assert (await ada.post("/api/records", record, headers=there)).status_code == 201
        bad = {"record": {**record["record"], "actions": []}}  # refused imports count as well
        assert code(await ada.post("/api/records", bad, headers=there)) == (422, "bad_record")
        assert code(await ada.post("/api/records", bad, headers=there)) == (429, "rate_limited")


# ------------------------------------------------------------------------------------------------ and on


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
async def test_playing_on_from_a_moment(server: Running, ruleset: str) -> None:
    """The seat keeps its knowledge, everything else is dealt again, and the game can be finished."""
    game = played(ruleset, players=3)
    ada = await server.guest()
    old = await brought(ada, game)
    at = game.version // 2
    made = await ada.post(f"/api/games/{old['watch']}/branch", {"version": at, "seat": 1, "bot": "random"})
    assert made.status_code == 201, made.text
    table = made.json()
    assert (table["you"], table["state"]) == (1, "playing")
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "person", "bot"]
    header = json.loads((await server.services.store.table(table["id"])).header or "")  # type: ignore[union-attr]
    then, new = ws.replay(game.record(), to=at), ws.replay(header)
    assert new.view(1) == then.view(1)
    assert new.position()["deck"] != then.position()["deck"]
    assert "seed" not in header  # the new record contains nothing of the old deal
    socket = await ada.sit(table["id"])
    rng = random.Random(5)
    while socket.view is None or socket.view["phase"] != "over":
        if socket.view is not None and socket.view["legal"]:
            await socket.command(rng.choice(socket.view["legal"]))
        else:
            await socket.receive()
    record = (await ada.get(f"/api/tables/{table['id']}/record")).json()
    assert ws.replay(record).over
    for wrong in ({"version": game.version}, {"seat": 3}, {"bot": "nobody"}):
        body = {"version": at, "seat": 1, "bot": "random", **wrong}
        assert code(await ada.post(f"/api/games/{old['id']}/branch", body)) == (400, "bad_request")


# ------------------------------------------------------------------------------------------------ together


async def empty(server: Running) -> None:
    """Wait until the service has removed all shared replays."""
    await eventually(lambda: not server.services.rooms.open)


async def test_watching_together(server: Running) -> None:
    ada, ben = await server.guest(), await server.guest()
    game = (await brought(ada, played()))["watch"]
    address = server.base.replace("http", "ws") + f"/api/games/{game}/together/a-shared-key"

    async def hear(socket: Any) -> Any:
        return json.loads(await socket.recv())

    async with connect(address, additional_headers={"cookie": ada.cookie}) as first:
        company = await hear(first)
        assert (company["you"], company["leader"], company["position"]) == (1, 1, None)
        place = {"type": "position", "version": 12, "eyes": "all", "playing": True, "speed": 2.0}
        await first.send(json.dumps(place))
        await first.send("nonsense")
        assert (await hear(first))["type"] == "error"  # and earlier messages are processed
        second = await connect(address, additional_headers={"cookie": ben.cookie})
        company = await hear(second)
        assert (company["you"], company["leader"]) == (2, 1)
        assert len(company["members"]) == 2
        assert company["position"] == place
        await hear(first)
        await second.send(json.dumps({**place, "version": 1}))  # messages from other members are ignored
        await first.send(json.dumps({**place, "version": 13}))
        assert await hear(second) == {**place, "version": 13}
        await first.send(json.dumps({"type": "hand_over", "to": 2}))
        assert (await hear(first))["leader"] == (await hear(second))["leader"] == 2
        await first.close()
    await second.close()
    await empty(server)
    async with connect(address, additional_headers={"cookie": ben.cookie}) as again:
        assert (await hear(again))["leader"] == 1  # an empty room starts again
        other = await connect(address, additional_headers={"cookie": ada.cookie})
        assert (await hear(other))["leader"] == 1
        assert len((await hear(again))["members"]) == 2
        await again.close()
        company = await hear(other)
        assert (company["leader"], [member["id"] for member in company["members"]]) == (2, [2])
        await other.close()
    await empty(server)


async def test_embedding(server: Running) -> None:
    ada = await server.guest()
    game = (await brought(ada, played()))["watch"]
    embedded = await ada.get(f"/embed/games/{game}/12")
    assert "frame-ancestors *" in embedded.headers["content-security-policy"]
    assert "x-frame-options" not in embedded.headers
    assert "set-cookie" not in embedded.headers
    for path in (f"/games/{game}", f"/t/{game}", f"/api/games/{game}/log", "/"):
        answer = await ada.get(path)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"
