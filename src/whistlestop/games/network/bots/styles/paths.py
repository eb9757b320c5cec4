"""Shortest paths between the cities of tickets, counted in trains, for any player of an observation."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Observation, RouteSet, Rules, Work
from whistlestop.games.network.board.links import best_target, owns
from whistlestop.games.network.bots.planner.paths import FAR, nearest, spread, targets_of, trace
from whistlestop.games.network.mechanisms.claims.lists import reach
from whistlestop.games.network.sizes import WORDS

NOTHING = np.zeros(WORDS, np.uint64)
"""An empty set of routes."""


@jit
def look(o: Observation, r: Rules, w: Work, player: int) -> None:
    """Store the routes that the player owns or may claim, and the cost of each: its trains, 0 for owned routes."""
    for word in range(WORDS):
        w["owned"][word] = o["owned"][player, word]
        w["usable"][word] = o["owned"][player, word] | reach(o, r, player, word)
    for route in range(r["routes"]):
        w["cost"][route] = 0 if owns(o, player, route) else int(r["route_length"][route])


@jit
def way_for(
    r: Rules, w: Work, cost: Integers, ticket: int, free: RouteSet, path: RouteSet
) -> tuple[int, int]:
    """Write the routes missing on the shortest path for a ticket.

    free: further routes that cost nothing. Returns the cost of the path and the index of the target with the most
    points beyond its cost; FAR and NONE if no target can be reached.
    """
    spread(r, w, cost, r["ticket_origin"][ticket], free, targets_of(r, ticket))
    best = NONE
    end = NONE
    most = -FAR
    for target in range(r["ticket_targets"][ticket]):
        city = nearest(w, r["ticket_target"][ticket, target])
        if city != NONE:
            worth = int(r["ticket_points"][ticket, target]) - int(w["dist"][city])
            if worth > most:
                best = target
                end = city
                most = worth
    path[:] = 0
    if end == NONE:
        return FAR, NONE
    trace(r, w, end, path)
    return int(w["dist"][end]), best


@jit
def holds(o: Observation, player: int, ticket: int) -> bool:
    """Return whether the seat knows that the player holds the ticket."""
    return bool((o["tickets"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0))


@jit
def is_open(o: Observation, r: Rules, player: int, ticket: int) -> bool:
    """Return whether the seat's own ticket is not yet completed."""
    return holds(o, player, ticket) and best_target(r, o["link"][player], ticket) < 0


@jit
def points_of_routes(o: Observation, r: Rules, player: int, worth: Integers) -> None:
    """Write the points of every route that the player may still claim to `worth`, 0 for all others."""
    worth[:] = 0
    for word in range(WORDS):
        rest = reach(o, r, player, word)
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            worth[route] = int(r["route_points"][route])


@jit
def nothing_worth(worth: Integers) -> bool:
    """Return whether every route has the value 0."""
    return not bool(np.any(worth > 0))
