"""The `long_route` bot: claims the longest routes of the board, whether its tickets need them or not.

It keeps the minimum number of tickets, those with the least to lose. It collects cards for the longest routes still
open, give or take one train, and prefers those on the shortest path for one of its tickets. It ignores shorter routes
until the long ones are taken.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.sizes import ROUTES

from .path import value_ways
from .paths import points_of_routes
from .wanting import pursue_any


@jit
def value_long_routes(o: Observation, r: Rules, w: Work, player: int, worth: Integers) -> None:
    """Write the length of the longest routes within reach to `worth`, slightly more for those that a ticket needs."""
    ways = np.zeros(ROUTES, np.int64)
    value_ways(o, r, w, player, ways)
    points_of_routes(o, r, player, worth)
    longest = 0
    for route in range(r["routes"]):
        if worth[route] > 0:
            longest = max(longest, int(r["route_length"][route]))
    for route in range(r["routes"]):
        length = int(r["route_length"][route])
        if worth[route] > 0:
            worth[route] = 0 if length < longest - 1 else 2 * length + (1 if ways[route] > 0 else 0)


@jit
def act(o: Observation, r: Rules, _n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    worth = np.zeros(ROUTES, np.int64)
    value_long_routes(o, r, w, player, worth)
    return pursue_any(o, r, player, worth, w["actions"])


decide = one_idea(__name__, act)
