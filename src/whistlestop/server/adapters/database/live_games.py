"""Games in progress that anybody may watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import or_, select

from whistlestop.server.adapters.database.rows import seats_of, table_row
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.adapters.database.schema.tournaments import tournaments

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow


async def live_games(store: Store, most: int) -> list[TableRow]:
    """Return games of people at listed tables and in listed tournaments, newest first.

    Anybody could find the table or the tournament, so anybody may watch. Games of clubs are only for their members.
    """
    public = (
        select(tournaments.c.id)
        .where(tournaments.c.id == tables.c.tournament, tournaments.c.listed, tournaments.c.club.is_(None))
        .exists()
    )
    plays = (
        select(seats.c.seat)
        .where(seats.c.game == tables.c.id, seats.c.user.is_not(None), seats.c.away.is_(None))
        .exists()
    )
    query = (
        select(tables)
        .where(
            tables.c.state == "playing",
            tables.c.closed.is_(None),
            tables.c.club.is_(None),
            or_(tables.c.listed, public),
            plays,
        )
        .order_by(tables.c.started.desc(), tables.c.id)
        .limit(most)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
        held = await connection.run_sync(seats_of, [row.id for row in rows])
    return [table_row(row, held) for row in rows]
