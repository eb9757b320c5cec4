"""Imported games in the database, stored as finished tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from whistlestop.server.adapters.database.rows import columns_of
from whistlestop.server.adapters.database.schema.tables import actions, seats, tables
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow


async def keep_import(
    store: Store, row: TableRow, owner_name: str, played: Sequence[tuple[int, str]], limit: int
) -> None:
    """Store a game with all its actions (seat and text), or nothing; `limit`: games that one user may import."""

    async def job(connection: AsyncConnection) -> None:
        await ensure_user(connection, row.owner, owner_name)
        owned = select(func.count()).where(tables.c.owner == row.owner, tables.c.imported)
        if (await connection.execute(owned)).scalar_one() >= limit:
            raise Refusal("too_many", "You have reached the limit for imported games.")
        await connection.execute(
            insert(tables).values(columns_of(row) | {"started": row.created, "ended": row.created})
        )
        await connection.execute(
            insert(seats),
            [
                {"game": row.id, "seat": seat.seat, "kind": seat.kind, "label": seat.name}
                | {"bot": seat.bot, "away": seat.away}
                for seat in row.seats
            ],
        )
        await connection.execute(
            insert(actions),
            [
                {"game": row.id, "ply": ply, "seat": seat, "action": text, "at": row.created}
                for ply, (seat, text) in enumerate(played, start=1)
            ],
        )

    await store.writer.run(job)
