"""Finds out when the service could not be reached by anybody, and has it kept.

While a clock runs, a row of the database is written every few seconds. Where more time than that lies between two of
these writes, whether the process had ended, was stopped, or could not write, nobody could play, so the time between
them is an outage. So is the time by which the wall clock gets ahead of the steady one: the machine has slept, or its
clock was set. A wall clock that is set back changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import structlog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.server.domain.timeline import Timeline

log = structlog.get_logger("whistlestop.clocks")

EVERY = 2000
"""Milliseconds between two beats."""
LATE = 2000
"""By so many milliseconds a beat may be late, and the wall clock off, without being an outage."""


class BeatStore(Protocol):
    """What is kept of beats and outages."""

    async def beat(self, at: int, outages: Sequence[tuple[int, int]]) -> None:
        """Write the time of a beat, and what is known by it of outages, in one transaction."""

    async def last_beat(self) -> int | None:
        """When the last beat was written, by this process or one before."""

    async def outages(self) -> list[tuple[int, int]]:
        """All outages, as beginnings and ends."""

    async def forget(self) -> None:
        """Delete the outages before the beginning of every game under way."""


class OwnHeartbeat:
    """The beats of the only process of a database."""

    def __init__(self, store: BeatStore, timeline: Timeline) -> None:
        self._store = store
        self._timeline = timeline
        self._last: int | None = None
        self._unwritten: list[tuple[int, int]] = []

    async def begin(self) -> None:
        """Take up the time where the process before left it: what lies between was an outage.

        It is known even where it cannot be written down yet, which raises what the database raises.
        """
        self._timeline.add(await self._store.outages())
        last = await self._store.last_beat()
        if last is not None:
            self._timeline.leap(last)  # the wall clock may have been set back meanwhile
            self._add(last, self._timeline.now())
        await self._store.forget()
        await self.beat()

    async def beat(self) -> None:
        """Beat once. Raises what the database raises; the next beat that succeeds then tells of the time between."""
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
        """No clock runs: what comes until the next beat is no outage, and would harm nobody."""
        self._last = None

    def is_fresh(self) -> bool:
        """Whether all outages up to now are known."""
        if self._last is None or self._timeline.behind() > LATE:
            return False
        return self._timeline.now() - self._last <= EVERY + LATE

    def _add(self, began: int, ended: int) -> None:
        if ended > began:
            self._timeline.add([(began, ended)])
            self._unwritten.append((began, ended))
            log.info("outage", milliseconds=ended - began)
