"""The `racer` bot: uses up its trains before opponents can complete their plans.

It places its trains in as few turns as it can: it collects for long routes, in the color with the most cards in its
hand, and claims the first one that it can pay for. It ignores points and tickets. It keeps the minimum number of
tickets, those with the least to lose, and never draws more.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.network.bots.collecting import best_by_time, claim_or_draw
from whistlestop.games.network.bots.greedy import in_last_turn
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.sizes import ROUTES


@jit
def act(o: Observation, r: Rules, _n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    value = np.zeros(CARDS, np.int64)
    trains = np.zeros(ROUTES, np.int64)
    for route in range(r["routes"]):
        length = int(r["route_length"][route])
        trains[route] = length * length  # a claim takes a turn without drawing, so long routes are faster
    route = best_by_time(o, r, player, trains, in_last_turn(o), value)
    return claim_or_draw(o, r, player, route, value, w["actions"])


decide = one_idea(__name__, act)
