"""Whether a ticket is completed, or can still be completed. Views and bots use this; no rule depends on it."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, Known, Rules
from whistlestop.games.network.board.links import best_target, is_open, owns
from whistlestop.games.network.board.stock import stock
from whistlestop.games.network.sizes import CITIES, STATIONS

TICKET_OPEN, TICKET_DONE, TICKET_LOST = range(3)
FAR = 10_000


@jit
def route_cost(s: Known, r: Rules, player: int, route: int) -> int:
    """Return the trains that a route still costs the player: 0 if they own it, FAR if it is unavailable."""
    if owns(s, player, route):
        return 0
    if is_open(s, player, route) and r["route_trains"][route] <= stock(s, r, player, route):
        return int(r["route_trains"][route])
    return FAR


@jit
def may_be_lent(s: Known, r: Rules, player: int, route: int) -> bool:
    """Return whether another player owns or may still claim the route, so that a station can use it (EUR-29)."""
    for other in range(s["players"]):
        if other != player and route_cost(s, r, other, route) < FAR:
            return True
    return False


@jit
def fewest_trains(s: Known, r: Rules, player: int, origin: CitySet, target: CitySet) -> int:
    """Return the fewest trains that join two sets of cities, FAR if impossible.

    With stations (EUR-27) a path may use as many routes that opponents own, or may still claim, as the player has
    stations, built or not. Each route must fit into its own stock, but the path only into all trains together (MECH-7).
    The result may be too optimistic, never too pessimistic.
    """
    cost = np.empty((STATIONS + 1, CITIES), np.int64)  # by number of lent routes so far
    settled = np.empty((STATIONS + 1, CITIES), np.bool_)
    layers = int(r["stations"]) + 1
    for layer in range(layers):
        for city in range(r["cities"]):
            start = layer == 0 and (origin & bit(city)) != np.uint64(0)
            cost[layer, city] = 0 if start else FAR
            settled[layer, city] = False
    while True:
        layer = -1
        here = -1
        best = FAR
        for each in range(layers):
            for city in range(r["cities"]):
                if not settled[each, city] and cost[each, city] < best:
                    layer = each
                    here = city
                    best = cost[each, city]
        if here < 0:
            return FAR
        if (target & bit(here)) != np.uint64(0):
            return int(best)
        settled[layer, here] = True
        for route in range(r["routes"]):
            if r["route_a"][route] == here:
                there = r["route_b"][route]
            elif r["route_b"][route] == here:
                there = r["route_a"][route]
            else:
                continue
            step = route_cost(s, r, player, route)
            cost[layer, there] = min(cost[layer, there], best + step)
            if layer + 1 < layers and may_be_lent(s, r, player, route):
                cost[layer + 1, there] = min(cost[layer + 1, there], best)


@jit
def ticket_state(s: Known, r: Rules, player: int, ticket: int) -> int:
    """Return whether a ticket is done, open, or lost: out of reach with the routes and trains left."""
    if best_target(r, s["link"][player], ticket) >= 0:
        return TICKET_DONE
    for target in range(r["ticket_targets"][ticket]):
        trains = fewest_trains(s, r, player, r["ticket_origin"][ticket], r["ticket_target"][ticket, target])
        if trains <= s["trains"][player]:
            return TICKET_OPEN
    return TICKET_LOST
