"""Candidate actions for a search of the map games."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import COLORS, KEEP, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, CitySet, Integers, Observation, Observations, Rules, RulesArray
from whistlestop.games.network.board.links import owns
from whistlestop.games.network.machine import MACHINE
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.sizes import ACTION, MOST_LEGAL, ROUTES
from whistlestop.games.searching import add_unless_default, list_keeps

from .planner.contributions import NOT_TRIED

CLAIMS = 8
"""The maximum number of proposed routes."""
NEAR = 2
"""Extra points for a route next to a player's network."""
REPLACED = 150
"""The cost of a card that others stand for, beside a wild's of 100."""
LEFT_OUT = sum(1 << kind for kind in NOT_TRIED)
"""The types of actions that are not tried, as bits."""
legal_actions = MACHINE.legal


@jit
def cities_of(o: Observation, r: Rules, player: int) -> CitySet:
    """Return the cities on a player's routes."""
    cities = np.uint64(0)
    for route in range(r["routes"]):
        if owns(o, player, route):
            cities |= bit(r["route_a"][route]) | bit(r["route_b"][route])
    return cities


@jit
def promise(o: Observation, r: Rules, route: int, reached: Integers) -> int:
    """Return the points of a route, and more if it is next to players' networks."""
    near = 0
    for player in range(o["players"]):
        for city in (r["route_a"][route], r["route_b"][route]):
            if (reached[player] & bit(city)) != np.uint64(0):
                near += 1
    return int(r["route_points"][route]) + near * NEAR


@jit
def list_claims(o: Observation, r: Rules, legal: Actions, count: int, out: Integers, size: int) -> int:
    """Write the cheapest claim of each of the most promising routes, unless it is the default, which is out[0]."""
    hand = o["hand"][o["seat"]]
    cheapest = np.full(ROUTES, NONE, np.int64)
    costs = np.zeros(ROUTES, np.int64)
    for n in range(count):
        action = legal[n]
        if r["action_type"][action] != CLAIM:
            continue
        route = r["action_arg"][action]
        color = r["action_color"][action]
        left = int(hand[color]) - int(r["action_colored"][action]) if color < COLORS else 0
        paid = int(r["action_colored"][action]) + int(r["action_wild"][action])
        cost = int(r["action_wild"][action]) * 100 - left + (int(r["route_length"][route]) - paid) * REPLACED
        if cheapest[route] == NONE or cost < costs[route]:
            cheapest[route] = action
            costs[route] = cost
    reached = np.empty(int(o["players"]), np.uint64)
    for player in range(o["players"]):
        reached[player] = cities_of(o, r, player)
    worth = np.zeros(ROUTES, np.int64)
    for route in range(r["routes"]):
        if cheapest[route] != NONE:
            worth[route] = promise(o, r, route, reached)
    for _ in range(CLAIMS):
        best = NONE
        for route in range(r["routes"]):
            if cheapest[route] != NONE and (best == NONE or worth[route] > worth[best]):
                best = route
        if best == NONE:
            break
        size = add_unless_default(out, size, int(cheapest[best]))
        cheapest[best] = NONE
    return size


@jit
def propose(observations: Observations, rules: RulesArray, i: int, default: int, out: Integers) -> int:
    """Write the default first, then other legal actions of the seat, claims before cards; return how many.

    They are: every choice of tickets and every card; for a route only the payment with the fewest wilds; of the routes
    only the longest and those next to the players' networks; no station except the default.
    """
    o = observations[i]
    r = rules[0]
    out[0] = default
    if o["seat"] == NONE:
        return 1
    legal = np.empty(MOST_LEGAL, ACTION)
    count = legal_actions(observations, rules, i, int(o["seat"]), legal)
    if count > 0 and r["action_type"][legal[0]] == KEEP:
        return list_keeps(r, legal, count, default, out)
    size = list_claims(o, r, legal, count, out, 1)
    for n in range(count):
        kind = int(r["action_type"][legal[n]])
        if kind != CLAIM and (LEFT_OUT >> kind) & 1 == 0:
            size = add_unless_default(out, size, int(legal[n]))
    return size
