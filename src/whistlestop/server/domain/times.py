"""Times are milliseconds since 1970, UTC: those of the machine's clock, and those that count for clocks of games."""

from __future__ import annotations

import time
from bisect import bisect_right
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DAY = 24 * 3600 * 1000
"""Milliseconds of a day."""


def now() -> int:
    """Return the current time by the machine's clock."""
    return time.time_ns() // 1_000_000


def iso(at: int) -> str:
    """Return a time as text, to the second."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def steady_time() -> int:
    """Return milliseconds since an arbitrary time, by a clock that cannot be set."""
    return time.monotonic_ns() // 1_000_000


class Timeline:
    """The time that counts for clocks: only while the server was reachable.

    It never goes back. Within a process it follows the monotonic clock of the system, so setting the wall clock has no
    effect. `served` leaves out all outages, so differences between its values are the time that a player actually had.
    """

    def __init__(self, wall: Callable[[], int] = now, steady: Callable[[], int] = steady_time) -> None:
        self._wall = wall
        self._steady = steady
        self._ahead = wall() - steady()
        self._outages: list[tuple[int, int]] = []
        self._begins: list[int] = []
        self._sums: list[int] = [0]
        self.revision = 0
        """Increases when an outage is added, which invalidates anything computed from `served` earlier."""

    def now(self) -> int:
        """Return the current time, for events at tables."""
        return self._steady() + self._ahead

    def behind(self) -> int:
        """Return the milliseconds by which the wall clock is ahead because it was set or the machine slept."""
        return self._wall() - self.now()

    def begin(self, at: int) -> None:
        """Set the current time to the one that all processes share, before anything happens in this process."""
        self._ahead = at - self._steady()

    def leap(self, to: int) -> None:
        """Move forward to a time, never back, since later events must not have earlier times."""
        self._ahead += max(0, to - self.now())

    def add(self, outages: Iterable[tuple[int, int]]) -> None:
        """Add outages. They may overlap with each other and with known ones."""
        merged: list[tuple[int, int]] = []
        for began, ended in sorted([*self._outages, *outages]):
            if merged and began <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], ended))
            elif ended > began:
                merged.append((began, ended))
        self._outages = merged
        self._begins = [began for began, _ in merged]
        self._sums = [0, *accumulate(ended - began for began, ended in merged)]
        self.revision += 1

    def served(self, at: int) -> int:
        """Return a time on the scale that leaves out the outages before it."""
        number = bisect_right(self._begins, at)
        if not number:
            return at
        began, ended = self._outages[number - 1]
        return at - self._sums[number - 1] - (min(at, ended) - began)
