"""The tables and finished games of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, or_, select

from whistlestop.server.adapters.database.rated_games import finished
from whistlestop.server.adapters.database.rows import seats_of, table_row
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.times import DAY, now

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import Seat, TableRow

OPEN_DAYS = 7
"""Days during which a table that is waiting for players is listed."""
LISTED = 50
"""Limit of listed tables."""


class SeatResult(msgspec.Struct, frozen=True):
    """The result of a seat."""

    seat: Seat
    bot: str | None
    score: int
    rank: int
    won: bool


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game with the results of its seats, best first."""

    row: TableRow
    ended: int
    results: tuple[SeatResult, ...]


async def tables_of_club(store: Store, club: str) -> list[TableRow]:
    """Return the tables of a club that are waiting for players or whose games are in progress, newest first."""
    waits = and_(tables.c.state == "open", tables.c.created > now() - OPEN_DAYS * DAY)
    query = (
        select(tables)
        .where(tables.c.club == club, tables.c.closed.is_(None), or_(waits, tables.c.state == "playing"))
        .order_by(tables.c.created.desc(), tables.c.id)
        .limit(LISTED)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
        held = await connection.run_sync(seats_of, [row.id for row in rows])
    return [table_row(row, held) for row in rows]


async def games_of_club(store: Store, club: str, most: int) -> list[FinishedGame]:
    """Return the newest finished games of a club."""
    query = (
        select(tables)
        .where(tables.c.club == club, tables.c.closed.is_(None), finished())
        .where(select(results.c.seat).where(results.c.game == tables.c.id).exists())
        .order_by(tables.c.ended.desc(), tables.c.id)
        .limit(most)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
        ids = [row.id for row in rows]
        held = await connection.run_sync(seats_of, ids)
        found: dict[str, list[SeatResult]] = {}
        ranked = select(results).where(results.c.game.in_(ids)).order_by(results.c.rank, results.c.seat)
        for one in await connection.execute(ranked):
            seat = held[one.game][one.seat]
            found.setdefault(one.game, []).append(SeatResult(seat, one.bot, one.score, one.rank, one.won))
    return [FinishedGame(table_row(row, held), row.ended or 0, tuple(found[row.id])) for row in rows]
