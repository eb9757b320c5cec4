"""The claims that a search tries: those that serve the player's tickets, and the most promising other ones."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz, popcount
from whistlestop.core.fields import COLORS, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, CitySet, Integers, Observation, Rules
from whistlestop.games.network.board.links import best_target, is_open, owns
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.sizes import CITIES, ROUTES
from whistlestop.games.searching import add_unless_default

CLAIMS = 8
"""The maximum number of proposed routes that serve no ticket of the player."""
NEAR = 2
"""Extra points for a route next to a player's network."""
REPLACED = 150
"""The cost of a card that substitutes replace; a wild costs 100."""
DETOUR = 2
"""Trains that a path with the route may take more than the shortest one, if the route serves a ticket."""
FIRST = 1000
"""Extra points for a route that serves a ticket of the player: more than any other route gets."""
FAR = 1 << 20
"""A number of trains that no path reaches."""


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
        ends = reached[player] & (bit(r["route_a"][route]) | bit(r["route_b"][route]))
        near += popcount(ends)
    return int(r["route_points"][route]) + near * NEAR


@jit
def measure(r: Rules, trains: Integers, origin: CitySet, far: Integers) -> None:
    """Write for each city the trains that a path from a set of cities takes; trains: by route, `FAR` if closed."""
    for city in range(r["cities"]):
        far[city] = FAR
    rest = np.uint64(origin)
    while rest != np.uint64(0):
        far[ctz(rest)] = 0
        rest &= rest - np.uint64(1)
    changed = True
    while changed:
        changed = False
        for route in range(r["routes"]):
            a, b = int(r["route_a"][route]), int(r["route_b"][route])
            if far[a] + trains[route] < far[b]:
                far[b] = far[a] + trains[route]
                changed = True
            elif far[b] + trains[route] < far[a]:
                far[a] = far[b] + trains[route]
                changed = True


@jit
def mark_serving(o: Observation, r: Rules, serving: Integers) -> None:
    """Write 1 for each open route on a short path of an incomplete ticket of the observation's seat, otherwise 0."""
    seat = int(o["seat"])
    trains = np.full(ROUTES, FAR, np.int64)
    for route in range(r["routes"]):
        serving[route] = 0
        if owns(o, seat, route):
            trains[route] = 0
        elif is_open(o, seat, route):
            trains[route] = int(r["route_trains"][route])
    near = np.empty(CITIES, np.int64)
    far = np.empty(CITIES, np.int64)
    for ticket in range(r["tickets"]):
        held = o["tickets"][seat, ticket >> 6] & bit(ticket & 63)
        if held == np.uint64(0) or best_target(r, o["link"][seat], ticket) >= 0:
            continue
        measure(r, trains, r["ticket_origin"][ticket], near)
        for target in range(r["ticket_targets"][ticket]):
            ends = np.uint64(r["ticket_target"][ticket, target])
            measure(r, trains, ends, far)
            shortest = FAR
            while ends != np.uint64(0):
                shortest = min(shortest, int(near[ctz(ends)]))
                ends &= ends - np.uint64(1)
            if shortest == FAR:
                continue
            for route in range(r["routes"]):
                if trains[route] == FAR or owns(o, seat, route):
                    continue
                a, b = int(r["route_a"][route]), int(r["route_b"][route])
                if a == b:  # a ring connects nothing (MECH-8)
                    continue
                way = min(near[a] + far[b], near[b] + far[a]) + trains[route]
                if way <= shortest + DETOUR:
                    serving[route] = 1


@jit
def price(o: Observation, r: Rules, action: int) -> int:
    """Return the cost of a payment: wilds and replaced cards are expensive, cards that are left over cheap."""
    color = int(r["action_color"][action])
    colored, wilds = int(r["action_colored"][action]), int(r["action_wild"][action])
    left = int(o["hand"][o["seat"], color]) - colored if color < COLORS else 0
    replaced = int(r["route_length"][r["action_arg"][action]]) - colored - wilds
    return wilds * 100 - left + replaced * REPLACED


@jit
def list_claims(
    o: Observation, r: Rules, legal: Actions, count: int, serving: Integers, out: Integers
) -> int:
    """Write the cheapest claim of each route that serves a ticket, and of the most promising others; return the size.

    serving: the result of `mark_serving`. out[0] is the default, which is not written again.
    """
    cheapest = np.full(ROUTES, NONE, np.int64)
    for n in range(count):
        action = int(legal[n])
        if r["action_type"][action] == CLAIM:
            route = int(r["action_arg"][action])
            if cheapest[route] == NONE or price(o, r, action) < price(o, r, cheapest[route]):
                cheapest[route] = action
    reached = np.empty(int(o["players"]), np.uint64)
    for player in range(o["players"]):
        reached[player] = cities_of(o, r, player)
    worth = np.zeros(ROUTES, np.int64)
    for route in range(r["routes"]):
        if cheapest[route] != NONE:
            worth[route] = promise(o, r, route, reached) + serving[route] * FIRST
    size, others = 1, 0
    while others < CLAIMS:
        best = NONE
        for route in range(r["routes"]):
            if cheapest[route] != NONE and (best == NONE or worth[route] > worth[best]):
                best = route
        if best == NONE:
            break
        size = add_unless_default(out, size, int(cheapest[best]))
        others += 1 - serving[best]
        cheapest[best] = NONE
    return size
