"""The two stocks of pieces for routes: a player's ordinary trains, and their small trains (MECH-7).

`trains` of a state counts all pieces that a player has left, and `small_trains` the small ones among them.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.jit import jit
from whistlestop.core.types import Known, Rules, State


@jit
def is_small(r: Rules, route: int) -> bool:
    """Return whether the route takes small trains (MECH-7)."""
    return bool((r["takes_small"][route >> 6] & bit(route & 63)) != np.uint64(0))


@jit
def stock(s: Known, r: Rules, player: int, route: int) -> int:
    """Return how many pieces the player has left for a route: its own kind of trains (USA-16, USA-25, MECH-7)."""
    small = int(s["small_trains"][player])
    return small if is_small(r, route) else int(s["trains"][player]) - small


@jit
def affords(s: Known, player: int, trains: int, small: int) -> bool:
    """Return whether the player has enough of both kinds for routes that take `trains`, `small` of them small."""
    left = int(s["small_trains"][player])
    return small <= left and trains - small <= int(s["trains"][player]) - left


@jit
def take(s: State, r: Rules, player: int, route: int) -> None:
    """Take the trains of a route from the player (USA-16, MECH-7)."""
    s["trains"][player] -= r["route_trains"][route]
    if is_small(r, route):
        s["small_trains"][player] -= r["route_trains"][route]
