"""How often a server looks for garbage, of which it makes little: almost all goes with its last reference.

What the start has made stays: all the objects of libraries and rules, and nobody is answered while they are looked
through.
"""

from __future__ import annotations

import gc

YOUNG = 10_000
"""So many new objects are looked at together; with Python's 700 it takes a sixth of all processor time."""


def keep_all() -> None:
    """Never look again at what there is now, and not so often at what is yet to come."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
