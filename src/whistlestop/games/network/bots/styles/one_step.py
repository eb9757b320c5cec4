"""The `one_step` bot: one ticket, one route, one step at a time.

It keeps the minimum number of tickets, those with the least to lose. It considers only the most valuable ticket that it
can still complete, and on its shortest path only the route with the fewest missing cards. It draws for that route until
it can claim it, regardless of its other options. Without tickets the next step is the route with the most points.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.sizes import ROUTES, WORDS

from .paths import NOTHING, is_open, look, points_of_routes, way_for
from .wanting import most_wanted, pursue


@jit
def value_step(o: Observation, r: Rules, w: Work, player: int, worth: Integers) -> bool:
    """Set `worth` to 1 for the routes on the most valuable ticket's path; return False if none can be completed."""
    worth[:] = 0
    path = np.zeros(WORDS, np.uint64)
    look(o, r, w, player)
    most = 0
    for ticket in range(r["tickets"]):
        if not is_open(o, r, player, ticket):
            continue
        cost, target = way_for(r, w, w["cost"], ticket, NOTHING, path)
        if target == NONE or cost > o["trains"][player] or r["ticket_points"][ticket, target] <= most:
            continue
        most = int(r["ticket_points"][ticket, target])
        for route in range(r["routes"]):
            worth[route] = 1 if (path[route >> 6] & bit(route & 63)) != np.uint64(0) else 0
    return most > 0


@jit
def act(o: Observation, r: Rules, _n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    worth = np.zeros(ROUTES, np.int64)
    if not value_step(o, r, w, player, worth):
        points_of_routes(o, r, player, worth)
    return pursue(o, r, player, most_wanted(o, r, player, worth, False), w["actions"])


decide = one_idea(__name__, act)
