"""The `path` bot: completes each of its tickets by the shortest path.

It keeps all tickets that it is dealt and never draws more. For each uncompleted ticket it finds the shortest path over
its own and open routes. A route on such a path is worth its own points and twice those of the ticket. The bot claims
the most valuable route that it can pay for, and otherwise draws for the most valuable one. Once no ticket can be
completed, it claims the routes with the most points.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.sizes import ROUTES, WORDS

from .paths import NOTHING, is_open, look, nothing_worth, points_of_routes, way_for
from .wanting import pursue_any


@jit
def keep_all(o: Observation, r: Rules, _w: Work, player: int, _least: int) -> int:
    """Keep the whole offer."""
    return int(r["id_keep"]) + (1 << int(o["offer_size"][player])) - 1


@jit
def value_ways(o: Observation, r: Rules, w: Work, player: int, worth: Integers) -> None:
    """Write the value of each route on a path for a ticket to `worth`, 0 for all others."""
    worth[:] = 0
    path = np.zeros(WORDS, np.uint64)
    look(o, r, w, player)
    for ticket in range(r["tickets"]):
        if not is_open(o, r, player, ticket):
            continue
        cost, target = way_for(r, w, w["cost"], ticket, NOTHING, path)
        if target == NONE or cost > o["trains"][player]:
            continue
        points = int(r["ticket_points"][ticket, target])
        for route in range(r["routes"]):
            if (path[route >> 6] & bit(route & 63)) != np.uint64(0):
                own = int(r["route_points"][route])
                worth[route] = max(worth[route], own + 2 * points)


@jit
def act(o: Observation, r: Rules, _n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    worth = np.zeros(ROUTES, np.int64)
    value_ways(o, r, w, player, worth)
    if nothing_worth(worth):
        points_of_routes(o, r, player, worth)
    return pursue_any(o, r, player, worth, w["actions"])


decide = one_idea(__name__, act, keep_all)
