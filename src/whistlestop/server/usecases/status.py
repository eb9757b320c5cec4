"""The state of the site: its outages, and the host's announcement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import whistlestop
from whistlestop.server.adapters.database.announcements import announcement
from whistlestop.server.adapters.database.outages import KEPT, StoredBeats
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.status import AnnouncementInfo, OutageInfo, StatusInfo

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store


async def announced(store: Store) -> AnnouncementInfo | None:
    """Return the announcement that pages show now."""
    found = await announcement(store)
    if found is None or found.is_over(now()):
        return None
    starts, ends = (None if time is None else iso(time) for time in (found.starts, found.ends))
    return AnnouncementInfo(found.text, starts, ends)


async def status(store: Store) -> StatusInfo:
    """Return the state of the site."""
    since = now() - KEPT
    outages = [
        OutageInfo(iso(began), iso(ended))
        for began, ended in reversed(await StoredBeats(store).outages())
        if ended >= since
    ]
    return StatusInfo(whistlestop.__version__, await announced(store), outages)
