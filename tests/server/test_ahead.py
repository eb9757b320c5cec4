"""Moves ahead: played only if they fit, withdrawn until then, and unnoticed by others."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, code, running
from tests.server.people import done
from tests.waiting import eventually

import whistlestop as ws
from whistlestop.server.adapters.database.schema.tables import moves_ahead
from whistlestop.server.domain import games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

DAYS = {"kind": "turn", "seconds": 24 * 3600}
PAUSE = 4.0
"""The longest pause in these tests, in seconds."""
RACED = 0.2
"""The longest pause if withdrawing races with it: longer than requests take on a busy machine."""


# ------------------------------------------------------------------------------------------------------- at a table


@pytest.fixture
async def server(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    async with running(tmp_path, database=database, move_ahead_pause=PAUSE) as one:
        yield one


async def by_days(
    server: Running, other: Running | None = None, clock: dict[str, Any] | None = DAYS
) -> tuple[str, list[Guest], list[Socket]]:
    """Return a game of two people after the opening."""
    ada, ben = await server.guest(), await (other or server).guest()
    wish = {"ruleset": "usa", "seats": TWO_PEOPLE, "clock": clock}
    table = str((await ada.post("/api/tables", wish)).json()["id"])
    await ben.post(f"/api/tables/{table}/join", {"seat": 1})
    assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
    sockets = [await ada.sit(table), await ben.sit(table)]
    for socket in sockets:
        while socket.view is None:
            await socket.receive()
        assert (await socket.command(socket.view["legal"][-1]))["type"] == "ack"
    for socket in sockets:
        while (socket.view or {})["version"] < 2:
            await socket.receive()
    return table, [ada, ben], sockets


def to_act(sockets: list[Socket]) -> int:
    return int((sockets[0].view or {})["to_act"][0])


async def put(guest: Guest, table: str, *alternatives: tuple[str, list[str]]) -> Any:
    body = {"alternatives": [{"action": action, "conditions": list(when)} for action, when in alternatives]}
    return await done(guest, "PUT", f"/api/tables/{table}/ahead", body)


async def reach(socket: Socket, version: int) -> None:
    while (socket.view or {})["version"] < version:
        await socket.receive()


async def draw_two(socket: Socket) -> int:
    """Draw two cards from the deck; return the resulting version."""
    for _ in range(2):
        answer = await socket.command("draw")
        assert answer["type"] == "ack", answer
        await reach(socket, answer["version"])
    return int(answer["version"])


async def test_a_move_ahead_is_played_where_it_fits(server: Running) -> None:
    table, guests, sockets = await by_days(server)
    now = to_act(sockets)
    later = 1 - now
    told = (await guests[later].get(f"/api/tables/{table}/ahead")).json()
    assert told["alternatives"] == []
    assert {"draw", "tickets", "take:red"} <= set(told["actions"])
    assert {"free:denver-omaha", "final_round", "market:red"} <= set(told["conditions"])
    answer = await put(
        guests[later],
        table,
        ("claim:denver-omaha:purple*4", ["free:denver-omaha"]),
        ("tickets", ["final_round"]),
        ("draw", ["!final_round"]),
    )
    assert [one["action"] for one in answer.json()["alternatives"]][-1] == "draw"
    assert not answer.json()["due"]
    await draw_two(sockets[now])
    await reach(sockets[now], 6)  # both cards of the other player, without a socket message of theirs
    assert (await guests[later].get(f"/api/tables/{table}/ahead")).json()["alternatives"] == []
    # The next turn is the player's own again.
    await draw_two(sockets[now])
    await asyncio.sleep(PAUSE + 0.3)
    assert (await guests[now].get(f"/api/tables/{table}/view")).json()["view"]["version"] == 8


async def kept(server: Running, wanted: list[str]) -> bool:
    """Return whether these are the users with a plan in the database."""
    async with server.services.store.reading() as connection:
        return list((await connection.execute(select(moves_ahead.c.game))).scalars()) == wanted


async def test_nothing_is_played_where_nothing_fits(server: Running) -> None:
    table, guests, sockets = await by_days(server)
    now = to_act(sockets)
    later = 1 - now
    await put(guests[later], table, ("draw", ["final_round"]), ("take:red", ["!market:red"]))
    await draw_two(sockets[now])
    await eventually(lambda: kept(server, []))  # the server has found that it does not fit
    await sockets[later].settle()
    assert (sockets[later].view or {})["version"] == 4
    assert to_act(sockets[later : later + 1]) == later


async def test_a_plan_is_taken_back_until_it_is_played(server: Running) -> None:
    table, guests, sockets = await by_days(server)
    now = to_act(sockets)
    later = 1 - now
    path = f"/api/tables/{table}/ahead"
    await put(guests[later], table, ("draw", []))
    await put(guests[later], table, ("tickets", []))  # this replaces the plan
    assert [one["action"] for one in (await guests[later].get(path)).json()["alternatives"]] == ["tickets"]
    await draw_two(sockets[now])
    told = (await guests[later].get(path)).json()
    assert told["due"]  # the turn has begun, and the pause is running
    assert code(await guests[later].http.put(path, json={"alternatives": [{"action": "draw"}]})) == (
        409,
        "your_turn",
    )
    assert (await done(guests[later], "DELETE", path)).json()["alternatives"] == []
    await asyncio.sleep(PAUSE + 0.3)
    await sockets[later].settle()
    assert (sockets[later].view or {})["version"] == 4


async def test_a_player_who_plays_ends_the_plan(server: Running) -> None:
    table, guests, sockets = await by_days(server)
    now = to_act(sockets)
    later = 1 - now
    await put(guests[later], table, ("draw", []))
    await draw_two(sockets[now])
    await reach(sockets[later], 4)
    answer = await sockets[later].command("draw")  # by hand, so the second card must be, too
    assert answer["type"] == "ack"
    await asyncio.sleep(PAUSE + 0.3)
    await sockets[later].settle()
    assert (sockets[later].view or {})["version"] == 5


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"alternatives": []}, (400, "bad_request")),
        ({"alternatives": [{"action": "draw"}] * 9}, (400, "bad_request")),
        ({"alternatives": [{"action": "dance"}]}, (400, "notation")),
        ({"alternatives": [{"action": "keep:denver-el_paso"}]}, (409, "illegal_action")),
        ({"alternatives": [{"action": "claim:denver-omaha:purple*9"}]}, (409, "illegal_action")),
        ({"alternatives": [{"action": "draw", "conditions": ["rain"]}]}, (400, "notation")),
        ({"alternatives": [{"action": "draw", "conditions": ["final_round"] * 5}]}, (400, "bad_request")),
        ({"alternatives": [{"action": "draw"}], "seat": 7}, (403, "not_seated")),
        ({"alternatives": [{"action": "draw"}], "more": 1}, (400, "bad_request")),
    ],
)
async def test_bad_plans_are_refused_and_lose_nothing(
    tmp_path: Path, body: dict[str, Any], error: tuple[int, str]
) -> None:
    async with running(tmp_path, move_ahead_pause=PAUSE) as server:
        table, guests, sockets = await by_days(server)
        later = 1 - to_act(sockets)
        path = f"/api/tables/{table}/ahead"
        await put(guests[later], table, ("tickets", []))
        assert code(await guests[later].http.put(path, json=body)) == error
        assert [one["action"] for one in (await guests[later].get(path)).json()["alternatives"]] == [
            "tickets"
        ]


async def test_moves_ahead_are_for_players_of_games_by_days(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, guests, _ = await by_days(server, clock=None)
        path = f"/api/tables/{table}/ahead"
        assert code(await guests[0].get(path)) == (409, "live_game")
        assert (await guests[0].get(f"/api/tables/{table}")).json()["ahead"] is False
        table, guests, _ = await by_days(server)
        path = f"/api/tables/{table}/ahead"
        assert (await guests[0].get(f"/api/tables/{table}")).json()["ahead"] is True
        eve = await server.guest()
        for method in ("GET", "DELETE"):
            assert code(await eve.http.request(method, path)) == (403, "not_seated")
        assert code(await eve.http.put(path, json={"alternatives": [{"action": "draw"}]})) == (
            403,
            "not_seated",
        )


async def test_an_export_has_own_plans_only(server: Running) -> None:
    table, guests, sockets = await by_days(server)
    later = 1 - to_act(sockets)
    await put(guests[later], table, ("tickets", ["!final_round"]))
    exports = [(await guest.get("/api/account/export")).json() for guest in guests]
    assert exports[later]["tables"][0]["ahead"] == [
        {"seat": later, "alternatives": [{"action": "tickets", "conditions": ["!final_round"]}]}
    ]
    assert exports[1 - later]["tables"][0]["ahead"] == []


# ------------------------------------------------------------------------------------- restarts, several processes


async def test_a_plan_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, move_ahead_pause=60.0, database=str(tmp_path / "one.db")) as server:
        table, guests, sockets = await by_days(server)
        now = to_act(sockets)
        await put(guests[1 - now], table, ("draw", []))
        await draw_two(sockets[now])
        cookies = dict(guests[now].http.cookies)
    # Nobody opens the table after the start.
    async with running(tmp_path, move_ahead_pause=0.2, database=str(tmp_path / "one.db")) as server:

        async def played() -> bool:
            return await server.services.store.version(table) == 6

        await eventually(played)
        guest = await server.guest()
        guest.http.cookies.update(cookies)
        assert (await guest.get(f"/api/tables/{table}/view")).json()["view"]["version"] == 6


async def test_any_process_takes_a_plan_and_one_carries_it_out(tmp_path: Path, shared: str) -> None:
    async with (
        running(tmp_path, database=shared, move_ahead_pause=PAUSE) as one,
        running(tmp_path, database=shared, move_ahead_pause=PAUSE) as two,
    ):
        table, guests, sockets = await by_days(one, two)
        for _ in range(3):  # each player moves ahead in turn, through their own server
            now = to_act(sockets)
            version = (sockets[now].view or {})["version"]
            await put(guests[1 - now], table, ("draw", []))
            await draw_two(sockets[now])
            for socket in sockets:
                await reach(socket, version + 4)
            version = await draw_two(sockets[now])
            for socket in sockets:
                await reach(socket, version)
        # Withdrawn through the other server.
        now = to_act(sockets)
        await put(guests[1 - now], table, ("draw", []))
        version = (sockets[now].view or {})["version"]
        await draw_two(sockets[now])
        await done(guests[1 - now], "DELETE", f"/api/tables/{table}/ahead")
        await asyncio.sleep(PAUSE + 0.5)
        assert await one.services.store.version(table) == version + 2


async def test_taking_back_and_playing_at_once_never_both_succeed(tmp_path: Path, shared: str) -> None:
    """Race a process that plays against one that withdraws: an acknowledged withdrawal prevents the move."""
    async with (
        running(tmp_path, database=shared, move_ahead_pause=RACED) as one,
        running(tmp_path, database=shared, move_ahead_pause=RACED) as two,
    ):
        table, guests, sockets = await by_days(one, two)
        outcomes = set()
        for turn in range(16):
            now = to_act(sockets)
            version = (sockets[now].view or {})["version"]
            await put(guests[1 - now], table, ("draw", []))
            await draw_two(sockets[now])
            await asyncio.sleep(RACED * (turn % 8) / 6)
            answer = await guests[1 - now].http.delete(f"/api/tables/{table}/ahead")
            acknowledged = await one.services.store.version(table)
            await asyncio.sleep(RACED + 0.3)
            after = await one.services.store.version(table)
            if answer.status_code == 200:
                assert after == acknowledged
            outcomes.add(after - version)
            while (reached := await one.services.store.version(table)) < version + 4:
                for socket in sockets:
                    await reach(socket, reached)
                await sockets[1 - now].command("draw")
            for socket in sockets:
                await reach(socket, version + 4)
        assert len(outcomes) > 1


# ---------------------------------------------------------------------------------------------- nobody else notices


OWN = {"id", "watch", "owner", "name", "created", "made", "commitment", "left"}
"""Fields in which any two games differ: keys, names, and times."""


def common(message: Any) -> Any:
    """Return a message without the fields in which any two games differ."""
    if isinstance(message, dict):
        return {
            key: [bool(wait) for wait in value]
            if key == "waits" and isinstance(value, list)
            else common(value)
            for key, value in message.items()
            if key not in OWN
        }
    return [common(one) for one in message] if isinstance(message, (list, tuple)) else message


def differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Return where two messages differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], f"{where}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [found for place, pair in pairs for found in differences(*pair, f"{where}/{place}")]
    return [] if one == other else [f"{where}: {one} {other}"[:400]]


async def heard(server: Running, how: str, clock: dict[str, Any]) -> list[Any]:
    """Return everything that an opponent and a spectator get while a player draws two cards.

    how: `ahead` by a plan without a socket, `hand` on a socket whose page is visible, `request` by requests; `waits`:
    they have not drawn yet but have a plan; `none`: neither.
    """
    table, guests, sockets = await by_days(server, clock=clock)
    now = to_act(sockets)
    later = 1 - now
    eve = await server.guest()
    watch = (await guests[now].get(f"/api/tables/{table}")).json()["watch"]
    watcher = await eve.sit(watch)
    await asyncio.sleep(0.5)
    for socket in (sockets[now], watcher):
        await socket.settle()
        socket.raw.clear()
    if how != "hand":
        await sockets[later].connection.close()
    if how in {"ahead", "waits"}:
        await put(guests[later], table, ("draw", []))
    await asyncio.sleep(0.3)
    version = (sockets[now].view or {})["version"]
    if how not in {"waits", "none"}:
        await draw_two(sockets[now])
        for step in (2, 3):
            body = {"id": f"own-{step}", "version": version + step, "action": "draw"}
            if how == "hand":
                await reach(sockets[later], version + step)
                if step == 2 and "waits" in clock:
                    await sockets[later].send({"type": "looking", "looking": True})
                    await sockets[later].until("table")
                    await sockets[later].send({"type": "looking", "looking": False})
                await sockets[later].command("draw")
            elif how == "request":
                answer = await guests[later].post(f"/api/tables/{table}/commands", body)
                assert answer.status_code == 200
        for socket in (sockets[now], watcher):
            await reach(socket, version + 4)
    await asyncio.sleep(0.6)
    told: list[Any] = []
    for guest, socket, key in ((guests[now], sockets[now], table), (eve, watcher, watch)):
        await socket.settle()
        told.append([json.loads(raw) for raw in socket.raw])
        paths = (f"/api/tables/{key}", f"/api/tables/{key}/view", "/api/tables", "/api/account/export")
        told += [(path.replace(key, "KEY"), (await guest.get(path)).json()) for path in paths]
        told.append((await guest.get(f"/api/tables/{key}/ahead")).json())
    return told


@pytest.mark.parametrize(
    ("one", "other", "clock"),
    [
        ("ahead", "hand", DAYS),
        ("ahead", "request", DAYS),
        ("waits", "none", DAYS),
        # A move ahead is preceded by a look.
        ("ahead", "hand", DAYS | {"waits": True}),
        ("waits", "none", DAYS | {"waits": True}),
    ],
)
async def test_others_get_the_same_messages(
    tmp_path: Path, one: str, other: str, clock: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def dealt(ruleset: ws.Ruleset, _seed: str, nonces: list[str | None]) -> ws.Game:
        return ws.Game.new(ruleset, players=len(nonces), seed=bytes.fromhex("5e" * 32))

    monkeypatch.setattr(games, "new_game", dealt)
    worlds = []
    for number, how in enumerate((one, other)):
        (tmp_path / str(number)).mkdir()
        async with running(tmp_path / str(number), move_ahead_pause=0.4, notice_delay=0.1) as server:
            worlds.append(common(await heard(server, how, clock)))
    assert differences(*worlds) == []
