"""Stored heartbeats and outages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.adapters.database.schema.tables import outages, tables
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

BEAT = "beat"
KEPT = 90 * 24 * 3600 * 1000
"""Milliseconds for which outages are kept for the status page."""


class StoredBeats:
    """Heartbeats and outages in the server's database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def beat(self, at: int, outages: Sequence[tuple[int, int]]) -> None:
        """Store the time of a heartbeat, and the outages known at that time, in one transaction."""

        async def job(connection: AsyncConnection) -> None:
            row = {"name": BEAT, "value": str(at)}
            done = await connection.execute(update(site).where(site.c.name == BEAT).values(row))
            if done.rowcount == 0:
                await connection.execute(insert(site).values(row))
            for began, ended in outages:
                await _add(connection, began, ended)

        await self._store.writer.run(job)

    async def last_beat(self) -> int | None:
        """Return the time of the last heartbeat, by this process or an earlier one."""
        async with self._store.reading() as connection:
            query = select(site.c.value).where(site.c.name == BEAT)
            found = (await connection.execute(query)).scalar_one_or_none()
        return int(found) if found is not None else None

    async def outages(self) -> list[tuple[int, int]]:
        """Return all outages, as beginnings and ends."""
        async with self._store.reading() as connection:
            query = select(outages.c.began, outages.c.ended).order_by(outages.c.began)
            return [(began, ended) for began, ended in (await connection.execute(query)).all()]

    async def forget(self) -> None:
        """Delete the outages older than KEPT that ended before any current game with a clock began."""

        async def job(connection: AsyncConnection) -> None:
            under_way = (tables.c.state == "playing", tables.c.clock.is_not(None))
            oldest = (
                await connection.execute(select(func.min(tables.c.started)).where(*under_way))
            ).scalar_one()
            since = min(now() - KEPT, oldest) if oldest is not None else now() - KEPT
            await connection.execute(delete(outages).where(outages.c.ended < since))

        await self._store.writer.run(job)


async def _add(connection: AsyncConnection, began: int, ended: int) -> None:
    """Store an outage; of two with the same beginning, keep the longer one."""
    known = await connection.execute(select(outages.c.ended).where(outages.c.began == began))
    before = known.scalar_one_or_none()
    if before is None:
        await connection.execute(insert(outages).values(began=began, ended=ended))
    elif before < ended:
        await connection.execute(update(outages).where(outages.c.began == began).values(ended=ended))
