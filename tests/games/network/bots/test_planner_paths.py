"""Cheapest paths between cities, compared with a search that tries every route until nothing improves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.core.bits import bit
from whistlestop.core.fields import NONE
from whistlestop.games.network.bots.planner.paths import FAR, spread, spread_short
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.sizes import ROUTES, WORDS

GAMES = ["usa", "europe", "switzerland"]
ROOM = 12


def words_of(routes: list[int]) -> Any:
    words = np.zeros(WORDS, np.uint64)
    for route in routes:
        words[route >> 6] |= np.uint64(bit(route & 63))
    return words


def cities_of(cities: list[int]) -> Any:
    return np.uint64(sum(1 << city for city in cities))


def costs_from(r: Any, steps: dict[int, int], origin: list[int]) -> list[int]:
    """Return the cost to reach every city; steps: the cost of each usable route."""
    costs = [0 if city in origin else FAR for city in range(int(r["cities"]))]
    ends = {route: (int(r["route_a"][route]), int(r["route_b"][route])) for route in steps}
    for _ in costs:
        for route, (a, b) in ends.items():
            costs[a] = min(costs[a], costs[b] + steps[route])
            costs[b] = min(costs[b], costs[a] + steps[route])
    return costs


def way_to(r: Any, w: Any, city: int) -> tuple[list[int], int]:
    """Return the route by which each city is reached, and the city before it."""
    routes = []
    while w["via"][city] != NONE:
        routes.append(int(w["via"][city]))
        city = int(r["route_a"][routes[-1]]) + int(r["route_b"][routes[-1]]) - city
    return routes, city


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_cheapest_ways(ruleset: str, seed: int) -> None:
    """All wanted cities are reached at the lowest cost over usable routes; with space for some costs only,
    the cheapest ones are stored.
    """
    r, w = ws.load_ruleset(ruleset).rules[0], np.zeros(1, WORK)[0]
    chance = random.Random(seed)
    every = range(int(r["routes"]))
    cost = np.full(ROUTES, FAR, np.int64)
    cost[: len(every)] = [chance.randrange(7) for _ in every]
    usable = [route for route in every if chance.random() < 0.7]
    free = [route for route in every if chance.random() < 0.1]
    origin, wanted = (chance.sample(range(int(r["cities"])), size) for size in (1 + seed % 2, 1 + seed % 4))
    w["usable"][:] = words_of(usable)

    paid = {route: 0 if route in free else int(cost[route]) for route in usable}
    expected = costs_from(r, paid, origin)
    spread(r, w, cost, cities_of(origin), words_of(free), cities_of(wanted))
    for city in wanted:
        assert w["dist"][city] == expected[city]
        routes, start = way_to(r, w, city)
        if expected[city] < FAR:
            assert start in origin
            assert sum(paid[route] for route in routes) == expected[city]

    expected = costs_from(r, {route: int(cost[route]) for route in usable}, origin)
    spread_short(r, w, cost, cities_of(origin), cities_of(wanted), np.empty(ROOM, np.uint64))
    for city in wanted:
        found = int(w["dist"][city])
        assert found == expected[city] if expected[city] < ROOM else found >= ROOM
        if found < FAR:
            routes, start = way_to(r, w, city)
            assert start in origin
            assert sum(int(cost[route]) for route in routes) == found
