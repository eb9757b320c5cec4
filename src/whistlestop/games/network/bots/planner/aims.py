"""Goals other than tickets: sets of cities that score points if one network contains all of them."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, Integers, RouteSet, Rules, Work
from whistlestop.games.network.sizes import WORDS

from .paths import FAR, nearest, spread, trace


@jit
def add(w: Work, cities: CitySet, points: int) -> None:
    """Make connecting these cities a goal."""
    place = int(w["goals"])
    if place < len(w["goal"]):
        w["goal"][place] = NONE
        w["aim"][place] = cities
        w["worth"][place] = points
        w["now"][place] = 0
        w["barred"][place] = 0
        w["goals"] += 1


@jit
def connect(r: Rules, w: Work, cost: Integers, cities: CitySet, free: RouteSet, path: RouteSet) -> int:
    """Write routes that connect a set of cities to `path`; return their cost, FAR if they cannot be connected.

    The routes in `free` cost nothing. The network grows from the first city by the cheapest path to another, which is
    the usual heuristic for Steiner trees.
    """
    path[:] = 0
    joined = bit(ctz(cities))
    laid = free.copy()
    step = np.zeros(WORDS, np.uint64)
    total = 0
    while (cities & ~joined) != np.uint64(0):
        spread(r, w, cost, joined, laid, cities & ~joined)
        city = nearest(w, cities & ~joined)
        if city == NONE:
            return FAR
        total += int(w["dist"][city])
        trace(r, w, city, step)
        here = city
        joined |= bit(here)
        while w["via"][here] != NONE:
            route = int(w["via"][here])
            here = int(r["route_a"][route]) + int(r["route_b"][route]) - here
            joined |= bit(here)
        for word in range(WORDS):
            path[word] |= step[word]
            laid[word] |= step[word]
    return total
