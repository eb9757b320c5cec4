"""Clocks that wait for players to see their turn: what counts as seeing it, how long they wait, and who can tell."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select
from tests.server.harness import Guest, Running, Socket, play_on, running
from tests.server.receiver import SOON, Device, Receiver, receiver, subscribe
from tests.server.test_clocks import pass_time, two_with_clock
from tests.server.test_processes import across
from tests.server.test_programs import Program, token
from tests.waiting import eventually

from whistlestop.server.adapters.database import clock_stops
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.schema.tables import looks
from whistlestop.server.usecases.clocks import looks as looking

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

DAY = 86_400
WAITS = {"kind": "turn", "seconds": DAY, "waits": True}


@pytest.fixture
async def server(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    async with running(tmp_path, database=database) as one:
        yield one


async def times(guest: Guest, table: str) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/tables/{table}")).json()["clock"]["times"]
    return found


async def runs(guest: Guest, table: str, *seats: int) -> None:
    """Wait until exactly the clocks of these seats run."""

    async def so() -> bool:
        found: list[int] = (await times(guest, table))["running"]
        return found == list(seats)

    await eventually(so)


async def stored(server: Running) -> list[tuple[int, int]]:
    """Return the seats and versions of the stored looks."""
    async with server.services.store.reading() as connection:
        rows = await connection.execute(select(looks.c.seat, looks.c.ply).order_by(looks.c.seat, looks.c.ply))
        return [(row.seat, row.ply) for row in rows]


async def look(socket: Socket, *, away: bool = False) -> None:
    await socket.send({"type": "looking", "looking": not away})


async def test_time_begins_when_the_page_is_visible(server: Running) -> None:
    table, ada, ben, one, two = await two_with_clock(server, **WAITS)
    await look(one, away=True)  # a page in the background
    # Lists, notifications and the page of a spectator do not count.
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    for path in ("/api/tables", "/api/waiting", f"/api/tables/{watch}/view", "/api/notices"):
        assert (await ben.get(path)).status_code == 200, path
    await look(await ben.sit(watch))
    await one.settle()
    told = await times(ada, table)
    assert (told["running"], told["left"]) == ([], [DAY * 1000, DAY * 1000])
    assert all(0 < wait <= DAY * 1000 for wait in told["waits"])
    await look(one)
    shown: dict[str, Any] = {"running": []}
    while shown["running"] != [0]:  # both are told
        shown = (await two.until("table"))["table"]["clock"]["times"]
    assert (shown["waits"][0], shown["waits"][1] > 0) == (0, True)
    # Ada plays; Ben does the same without a look.
    for socket in (one, two):
        assert socket.view is not None
        assert (await socket.command(socket.view["legal"][0]))["type"] == "ack"
    assert await stored(server) == [(0, 0)]
    # A player who is still looking when the turn begins has seen it.
    first = int((await two.until("update"))["view"]["to_act"][0])
    await look(two)
    await runs(ada, table, first)


async def test_the_wait_ends_by_itself_and_survives_a_restart(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, _, one, _ = await two_with_clock(server, **WAITS, bank=DAY)
        await look(one)
        await runs(ada, table, 0)
    async with running(tmp_path, database=database) as server:
        guest = await server.guest()
        told = await times(guest, table)
        assert (told["running"], told["waits"][0], told["waits"][1] > 0) == ([0], 0, True)
        watcher = await guest.sit(table)
        await pass_time(server, DAY + 5)
        async with server.services.tables.use(table) as found:
            server.services._stop_ends.check(found)  # its timer does not know that time has leapt
        assert (await times(guest, table))["running"] == [0, 1]
        await pass_time(server, DAY)
        bots: list[str | None] = [None, None]
        while bots[0] is None:
            bots = [seat["bot"] for seat in (await watcher.until("table"))["table"]["seats"]]
        assert bots == ["passes", None]
        await pass_time(server, DAY)
        while bots[1] is None:
            bots = [seat["bot"] for seat in (await watcher.until("table"))["table"]["seats"]]


async def test_what_a_program_reads_is_a_look(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for how in ("view", "frames", "log", "stream", "socket"):
            table, ada, ben, _, _ = await two_with_clock(server, **WAITS)
            program = Program(server.base, await token(ben))
            assert (await times(ada, table))["running"] == []
            if how == "view":
                assert (await program.get(f"/api/tables/{table}/view")).status_code == 200
            elif how == "frames":
                assert (await ben.get(f"/api/games/{table}/frames?at=0")).status_code == 200
            elif how == "log":
                assert (await ben.get(f"/api/games/{table}/log")).status_code == 200
            elif how == "stream":
                async with program.stream(f"/api/tables/{table}/stream") as messages:
                    assert (await anext(messages))["type"] == "hello"
            else:
                await ben.open(table, cookie="", authorization=program.http.headers["authorization"])
            await runs(ada, table, 1)


async def test_a_look_that_cannot_be_stored_is_stored_later(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _, one, _ = await two_with_clock(server, **WAITS)
    add, failed = clock_stops.add_look, []

    async def fails(*given: Any) -> None:
        failed.append(given)
        if len(failed) == 1:
            raise DatabaseError
        await add(*given)

    monkeypatch.setattr(looking, "add_look", fails)
    monkeypatch.setattr(looking, "AGAIN", 0.2)
    await look(one)
    await runs(ada, table, 0)
    assert len(failed) == 2
    assert failed[0] == failed[1]  # at the time of the look


async def test_looks_are_deleted_at_the_end(server: Running) -> None:
    table, ada, _, one, two = await two_with_clock(server, **WAITS)
    await look(one)
    await runs(ada, table, 0)
    assert await stored(server) == [(0, 0)]
    await play_on({0: one, 1: two}, random.Random(2))

    async def none() -> bool:
        return await stored(server) == []

    await eventually(none)
    assert (await ada.get(f"/api/tables/{table}")).json()["clock"]["times"] is None


async def test_a_look_on_one_server_moves_the_clock_on_the_other(tmp_path: Path, shared: str) -> None:
    async with running(tmp_path, database=shared) as one, running(tmp_path, database=shared) as two:
        table, ada, ben, first, second = await across(one, two, clock=WAITS)
        await look(second)
        await runs(ada, table, 1)
        await look(first)
        await runs(ben, table, 0, 1)
        assert await stored(one) == [(0, 0), (1, 0)]


@pytest.fixture
async def inbox() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


async def test_a_notification_says_that_time_has_not_begun(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada, ben = await server.guest(), await server.guest()
        device = Device()
        await subscribe(ben, device.wish(f"{inbox.url}/push/1", "en"))
        made = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": WAITS}
        table = (await ada.post("/api/tables", made)).json()["id"]
        await ben.post(f"/api/tables/{table}/join", {"seat": 1})
        await ada.post(f"/api/tables/{table}/start")
        told = json.loads(device.read((await inbox.next()).body))
        assert told["body"] == "The game has started. Your time begins when you open the table."
        assert (await times(ada, table))["running"] == []
