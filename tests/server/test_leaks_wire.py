"""Two worlds look the same through a real server, by HTTP and WebSocket, including its log."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert
from structlog.testing import capture_logs
from tests.server.harness import Guest, Running, Socket, running
from tests.server.planted_leaks import CARDS, MAPS
from tests.server.stacks import other_stacks
from tests.server.worlds import SEED
from tests.waiting import eventually

import whistlestop as ws
from whistlestop import Game
from whistlestop.server.adapters.database import schema
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain import games
from whistlestop.server.domain.keys import FIRST, Key
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.http import guests
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection


KEY = "5e" * 32


async def furnish(folder: Path, game: Game) -> None:
    """Store a game in a database; everything that is not hidden is the same for all worlds."""
    store = Store(Settings(database=str(folder / "test.db")).database_url)
    await store.open()

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(insert(schema.base.site).values(name="guests", value=KEY))
        people = [
            {"id": f"user{seat}", "name": f"Person {seat}", "created": 0} for seat in range(game.players)
        ]
        await connection.execute(insert(schema.accounts.users), people)

    await store.writer.run(job)
    seats = tuple(Seat(seat, "person", f"user{seat}") for seat in range(game.players))
    header = games.header_of(game)
    row = TableRow(
        "the-table", game.ruleset.id, "user0", "playing", 0, header, seats, watch="the-watch-key", seed=SEED
    )
    await store.create_table(row, "Person 0", 10)
    await store.close()


async def told_of_presence(server: Running) -> None:
    """Wait until all users have received the presence."""
    await eventually(lambda: not any(table.viewers.pending for table in server.services.tables.live()))


def told_at(told: dict[str, Any]) -> dict[str, Any]:
    """Return a user's export without the time of the request."""
    return {name: value for name, value in told.items() if name != "made"}


async def listen(folder: Path, game: Game, seat: int | None, step: tuple[int, str] | None) -> list[object]:
    """Return everything a seat and a spectator get from a real server by HTTP and WebSocket, and its log."""
    await furnish(folder, game)
    heard: list[object] = []
    key = guests.Guests([Key(FIRST, KEY)], secure=False)
    with capture_logs() as log:
        async with running(folder) as server, AsyncExitStack() as stack:

            async def guest(user: str) -> Guest:
                made = Guest(server.base, stack)
                await stack.enter_async_context(made.http)
                made.http.cookies.set("whistlestop", key.sign(user))
                made.http.cookies.set("csrftoken", key.token(user))
                made.http.headers["x-csrftoken"] = key.token(user)
                return made

            users = ["watcher"] if seat is None else ["watcher", f"user{seat}"]
            viewers: list[tuple[Guest, Socket]] = []
            for user in users:
                made = await guest(user)
                viewers.append((made, await made.sit("the-table")))
                await told_of_presence(server)  # bursts are combined, depending on the machine's speed
            streams = []
            for made, _ in viewers:
                for path in ("/api/stream", "/api/tables/the-table/stream"):
                    streams.append(await stack.enter_async_context(made.http.stream("GET", path)))
                    await told_of_presence(server)
            for _, socket in viewers:
                await socket.command("claim:nowhere", version=game.version, command="a")
                await socket.command("draw", version=game.version + 3, command="b")
                await socket.send("{}")
                await socket.settle()
            if step is not None:
                actor = await guest(f"user{step[0]}")
                body = {"id": "c", "version": game.version, "action": step[1]}
                assert (await actor.post("/api/tables/the-table/commands", body)).status_code == 200
            for made, socket in viewers:
                await socket.settle()
                heard.append(socket.raw)
                for path in ("", "/view", "/plan", "/hint", "/record", "/summary"):
                    answer = await made.get(f"/api/tables/the-table{path}")
                    own = {"date", "x-request-id"}  # headers that differ in each answer
                    headers = {name: text for name, text in answer.headers.items() if name not in own}
                    heard.append((path, answer.status_code, headers, answer.content))
                heard.append((await made.get("/api/tables")).content)
                heard.append(told_at((await made.get("/api/account/export")).json()))
            server.services.streams.close()
            heard += [[line async for line in stream.aiter_lines()] for stream in streams]
    heard.append([{**line, "bots_at": 0} for line in log])
    assert SEED not in repr(heard)
    return heard


@pytest.mark.parametrize("ruleset", [*MAPS[:1], *CARDS])
async def test_two_worlds_through_the_wire(ruleset: str, tmp_path: Path) -> None:
    rng = random.Random(8)
    game = ws.Game.new(ruleset, players=2, seed=8)
    for version, spectator in ((1, False), (12, False), (25, True), (38, False)):
        while game.version < version or (version > 1 and "draw" not in game.legal(game.to_act[0])):
            actor = rng.choice(game.to_act)
            game.play(rng.choice(game.legal(actor)), actor)
        actor = game.to_act[0]
        seat = None if spectator else 1 - actor
        other = game.resample(seat, rng.getrandbits(60))
        worlds = (
            ws.Game.from_position(game.position()),
            other_stacks(other, rng) if ruleset in CARDS else other,
        )
        step = (actor, "draw") if version > 1 else None
        heard = [
            await listen(tmp_path / f"{version}-{number}", world, seat, step)
            for number, world in enumerate(worlds)
        ]
        assert heard[0] == heard[1]
        assert worlds[0].position() != worlds[1].position()
