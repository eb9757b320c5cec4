"""The stored announcement of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert, select

from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.domain.announcements import Announcement

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

ROW = "announcement"


async def announcement(store: Store) -> Announcement | None:
    """Return the host's announcement, even if its time is over."""
    async with store.reading() as connection:
        query = select(site.c.value).where(site.c.name == ROW)
        found = (await connection.execute(query)).scalar_one_or_none()
    return None if found is None else msgspec.json.decode(found, type=Announcement)


async def announce(store: Store, new: Announcement | None) -> None:
    """Replace the announcement; None: remove it."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(delete(site).where(site.c.name == ROW))
        if new is not None:
            value = msgspec.json.encode(new).decode()
            await connection.execute(insert(site).values(name=ROW, value=value))

    await store.writer.run(job)
