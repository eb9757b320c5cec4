"""What counts as time for clocks: only the time in which the service could be reached.

Times are milliseconds since 1970 and never go back. Within a process they follow the steady clock of the system, so
that setting the wall clock moves nothing. `served` leaves out all outages: differences of what it gives are the time
that somebody had.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def wall_time() -> int:
    """Milliseconds since 1970, as the machine's clock has it."""
    return time.time_ns() // 1_000_000


def steady_time() -> int:
    """Milliseconds since some moment; nobody can set this clock."""
    return time.monotonic_ns() // 1_000_000


class Timeline:
    """The time of a process, and the outages of the service."""

    def __init__(self, wall: Callable[[], int] = wall_time, steady: Callable[[], int] = steady_time) -> None:
        self._wall = wall
        self._steady = steady
        self._ahead = wall() - steady()
        self._outages: list[tuple[int, int]] = []
        self._begins: list[int] = []
        self._sums: list[int] = [0]
        self.revision = 0
        """Goes up when an outage is added: what was computed from `served` before is worth nothing then."""

    def now(self) -> int:
        """The present time."""
        return self._steady() + self._ahead

    def behind(self) -> int:
        """By how many milliseconds the wall clock is ahead: it was set, or the machine has slept."""
        return self._wall() - self.now()

    def begin(self, at: int) -> None:
        """Take this for the present time: what all processes share, before anything has happened in this one."""
        self._ahead = at - self._steady()

    def leap(self, to: int) -> None:
        """Go forward to a time. Never back: what happened later must not look as if it had been earlier."""
        self._ahead += max(0, to - self.now())

    def add(self, outages: Iterable[tuple[int, int]]) -> None:
        """Leave out further times. They may overlap with each other and with those that are known."""
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
        """A time on the scale that leaves out the outages before it."""
        number = bisect_right(self._begins, at)
        if not number:
            return at
        began, ended = self._outages[number - 1]
        return at - self._sums[number - 1] - (min(at, ended) - began)
