"""Detect times when the server was unreachable for everyone, and store them.

While a clock runs, the process writes a row to the database every few seconds. If two of these writes are too far apart
(because the process had ended, was stopped, or could not write), nobody could play, so the time in between counts as an
outage. The same applies if the wall clock gets ahead of the monotonic clock because the machine slept or its clock was
set. Setting the wall clock back has no effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import structlog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.server.domain.times import Timeline

log = structlog.get_logger("whistlestop.clocks")

EVERY = 2000
"""Milliseconds between two heartbeats."""
LATE = 2000
"""Milliseconds by which a heartbeat may be late, or the wall clock may be off, without counting as an outage."""


class BeatStore(Protocol):
    """Stored heartbeats and outages."""

    async def beat(self, at: int, outages: Sequence[tuple[int, int]]) -> None:
        """Store the time of a heartbeat, and the outages known at that time, in one transaction."""

    async def last_beat(self) -> int | None:
        """Return the time of the last heartbeat, by this process or an earlier one."""

    async def outages(self) -> list[tuple[int, int]]:
        """Return all outages, as beginnings and ends."""

    async def forget(self) -> None:
        """Delete old outages that no game in progress needs."""


class OwnHeartbeat:
    """The heartbeats of the only process of a database."""

    def __init__(self, store: BeatStore, timeline: Timeline) -> None:
        self._store = store
        self._timeline = timeline
        self._last: int | None = None
        self._unwritten: list[tuple[int, int]] = []

    async def begin(self) -> None:
        """Continue from the last process: the time in between counts as an outage.

        The outage is known even if storing it fails, which raises the database's exception.
        """
        self._timeline.add(await self._store.outages())
        last = await self._store.last_beat()
        if last is not None:
            self._timeline.leap(last)  # the wall clock may have been set back since then
            self._add(last, self._timeline.now())
        await self._store.forget()
        await self.beat()

    async def beat(self) -> None:
        """Send one heartbeat. Raises the database's exception; the next successful heartbeat then covers the gap."""
        timeline = self._timeline
        now = timeline.now()
        if self._last is not None and now - self._last > EVERY + LATE:
            self._add(self._last, now)
        if (ahead := timeline.behind()) > LATE:
            self._add(now, now + ahead)
            timeline.leap(now + ahead)
            now += ahead
        outages = list(self._unwritten)
        await self._store.beat(now, outages)
        self._unwritten = self._unwritten[len(outages) :]
        self._last = now

    def rest(self) -> None:
        """Pause: no clock is running, so the time until the next heartbeat is not an outage."""
        self._last = None

    def is_fresh(self) -> bool:
        """Return whether all outages up to now are known."""
        if self._last is None or self._timeline.behind() > LATE:
            return False
        return self._timeline.now() - self._last <= EVERY + LATE

    def _add(self, began: int, ended: int) -> None:
        if ended > began:
            self._timeline.add([(began, ended)])
            self._unwritten.append((began, ended))
            log.info("outage", milliseconds=ended - began)
