"""How often a server looks for garbage, of which it makes little: almost all goes with its last reference.

What the start has made stays: all the objects of libraries and rules, and nobody is answered while they are looked
through.
"""

from __future__ import annotations

import gc
import time

YOUNG = 10_000
"""So many new objects are looked at together; with Python's 700 it takes a sixth of all processor time."""
NEVER = 1 << 30
"""So many looks at what is new come before one at everything, which holds up all players for half a second where there
are a thousand games: that is done by the clock."""
SELDOM = 600.0
"""Seconds between two looks at everything."""
PAUSE = 5.0
"""Seconds between two searches for what was lost: one looks at all that the tables hold."""


def keep_all() -> None:
    """Never look again at what there is now, and not so often at what is yet to come."""
    gc.freeze()
    gc.set_threshold(YOUNG, gc.get_threshold()[1], NEVER)


async def collect() -> None:
    """Look at everything."""
    gc.collect()


class Lost:
    """Gives back what was lost where memory ran out.

    A MemoryError in the middle of a library can leave a connection, or its transaction, to nobody but a cycle of
    references: the pool and the lock have it back when somebody looks for garbage.
    """

    def __init__(self) -> None:
        self._looked = -PAUSE

    def give_back(self) -> None:
        """Look now, unless that was just done; for those whose database has failed or did not answer."""
        if time.monotonic() - self._looked >= PAUSE:
            gc.collect()
            self._looked = time.monotonic()
