"""Imported games in the database, stored as finished tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from whistlestop.server.adapters.database.rows import columns_of
from whistlestop.server.adapters.database.schema.tables import actions, hand_overs, seats, tables
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.adapters.database.writer import keep_results
from whistlestop.server.domain.games import scores_of
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop import Game
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import HandOver, TableRow


async def keep_import(
    store: Store, row: TableRow, owner_name: str, game: Game, limit: int, changes: Sequence[HandOver] = ()
) -> None:
    """Store a finished game with its actions and results, or nothing if its owner already has a table with this key.

    `limit`: games that one user may import. `changes`: when bots played for a person. Raises Refusal, including if
    another user has a table with this key.
    """
    scores = scores_of(game)

    async def job(connection: AsyncConnection) -> None:
        owner = (await connection.execute(select(tables.c.owner).where(tables.c.id == row.id))).scalar()
        if owner == row.owner:
            return
        if owner is not None:
            raise Refusal("not_seated", "Somebody else played this game.")
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
                {"game": row.id, "label": seat.name or seat.label}
                | {name: getattr(seat, name) for name in ("seat", "kind", "user", "bot", "away", "color")}
                for seat in row.seats
            ],
        )
        await connection.execute(
            insert(actions),
            [
                {"game": row.id, "ply": ply, "seat": seat, "action": text, "at": row.created}
                for ply, (seat, text) in enumerate(game.actions, start=1)
            ],
        )
        if changes:
            await connection.execute(
                insert(hand_overs),
                [
                    {"game": row.id} | {name: getattr(one, name) for name in ("ply", "seat", "bot", "at")}
                    for one in changes
                ],
            )
        await connection.run_sync(keep_results, row.id, scores)

    await store.writer.run(job)
