"""Moves ahead in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert, select

from whistlestop.server.adapters.database.schema.tables import moves_ahead
from whistlestop.server.domain.ahead import Alternative, Plan

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


class AheadStore:
    """The plans of all seats, at most one for each."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, game: str, seat: int) -> Plan | None:
        """Return the plan of a seat."""
        query = select(moves_ahead).where(moves_ahead.c.game == game, moves_ahead.c.seat == seat)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _plan(row)

    async def of_user(self, user: str) -> list[Plan]:
        """Return all plans of a user."""
        query = select(moves_ahead).where(moves_ahead.c.user == user)
        async with self._store.reading() as connection:
            rows = await connection.execute(query.order_by(moves_ahead.c.game, moves_ahead.c.seat))
            return [_plan(row) for row in rows]

    async def put(self, plan: Plan) -> None:
        """Store a plan in place of an earlier one of its seat."""
        columns = msgspec.structs.asdict(plan) | {
            "alternatives": msgspec.json.encode(plan.alternatives).decode()
        }

        async def job(connection: AsyncConnection) -> None:
            old = (moves_ahead.c.game == plan.game) & (moves_ahead.c.seat == plan.seat)
            await connection.execute(delete(moves_ahead).where(old))
            await connection.execute(insert(moves_ahead).values(columns))

        await self._store.writer.run(job)

    async def drop(self, game: str, seat: int | None = None, plan: str | None = None) -> None:
        """Delete the plans of a game, or that of a seat, or only this one of a seat."""
        which = [moves_ahead.c.game == game]
        if seat is not None:
            which.append(moves_ahead.c.seat == seat)
        if plan is not None:
            which.append(moves_ahead.c.id == plan)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(moves_ahead).where(*which))

        await self._store.writer.run(job)


def _plan(row: Row[tuple[object, ...]]) -> Plan:
    alternatives = msgspec.json.decode(row.alternatives, type=list[Alternative])
    return Plan(row.id, row.game, row.seat, row.user, row.made, alternatives)
