"""Tournaments for tests: entering players, checking rounds, ending games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, update
from tests.server.people import done, make_accounts, sign_up

from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection
    from tests.server.harness import Guest, Running

SWISS = {"format": "swiss", "size": 2, "rounds": 3, "late": 2}
CUP: dict[str, Any] = {
    "name": "Spring Cup",
    "plan": SWISS,
    "ruleset": "usa",
    "clock": {"kind": "live", "seconds": 600, "bot": "random"},
    "pause": 0,
}


async def entered(server: Running, count: int, **over: Any) -> tuple[Guest, str, list[str]]:
    """Return an organizer with a tournament, its id, and the ids of players who have entered."""
    host = await server.guest()
    await sign_up(host, "Olga")
    made = await done(host, "POST", "/api/tournaments", CUP | over)
    tournament = made.json()["tournament"]["id"]
    players = await make_accounts(server.services, count)
    for player in players:
        await server.services.tournaments.join(Caller(player, "127.0.0.1"), tournament)
    return host, tournament, players


async def look(server: Running, times: int = 1) -> None:
    for _ in range(times):
        await server.services.tournaments.running.look()


async def shown(guest: Guest, tournament: str, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/tournaments/{tournament}", params=query)).json()
    return found


async def games(server: Running, tournament: str) -> list[str]:
    """Return the games of the current round that are in progress."""
    found = await server.services.tournaments._find(tournament)
    return [one.game for one in found.pairings if one.result is None and one.game is not None]


async def end(server: Running, game: str, scores: tuple[int, ...]) -> None:
    """End a game with these scores by seat, as its last action does."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(update(tables).where(tables.c.id == game).values(state="over", ended=now()))
        rows = [
            {"game": game, "seat": seat, "score": score, "rank": rank, "won": rank == 1, "detail": "{}"}
            for seat, (score, rank) in enumerate(zip(scores, ranks, strict=True))
        ]
        await connection.execute(insert(results), rows)

    await server.services.store.writer.run(job)


async def step(host: Guest, tournament: str, what: str) -> Any:
    return await host.post(f"/api/tournaments/{tournament}/steps", {"step": what})
