"""Run the garbage collector rarely: reference counts free almost everything, and a full collection blocks all requests.

Start-up objects, such as libraries and rules, are frozen (`gc.freeze`).
"""

from __future__ import annotations

import gc
import time

YOUNG = 10_000
"""Number of new objects that triggers a collection of the youngest generation. Python's default of 700 would take a
sixth of all processor time."""
NEVER = 1 << 30
"""Threshold that turns off automatic full collections. With a thousand games, one blocks all players for half a second,
so `collect` runs them at intervals."""
SELDOM = 600.0
"""Seconds between full collections."""
PAUSE = 5.0
"""Seconds between the full collections of `Lost`."""


def keep_all() -> None:
    """Freeze all existing objects, and collect new ones less often."""
    gc.freeze()
    gc.set_threshold(YOUNG, gc.get_threshold()[1], NEVER)


async def collect() -> None:
    """Run a full collection."""
    gc.collect()


class Lost:
    """Recovers connections after memory ran out.

    A MemoryError inside a library can leave a connection or its transaction referenced only by a cycle. A collection
    returns them to the pool and releases the lock.
    """

    def __init__(self) -> None:
        self._looked = -PAUSE

    def give_back(self) -> None:
        """Collect after a failure of the database, at most once every PAUSE seconds."""
        if time.monotonic() - self._looked >= PAUSE:
            gc.collect()
            self._looked = time.monotonic()
