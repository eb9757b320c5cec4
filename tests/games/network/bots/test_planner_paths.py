"""Cheapest paths between cities, compared with a search that tries every route until nothing improves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.core.bits import bit
from whistlestop.core.fields import NONE
from whistlestop.games.network.bots.planner.aims import connect
from whistlestop.games.network.bots.planner.paths import FAR, spread, spread_short
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.sizes import ROUTES, WORDS
from whistlestop.text.names import numbers_of

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
    """All wanted cities are reached at the lowest cost over usable routes; if there is space for only some costs, the
    cheapest ones are stored.
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


def cheapest_tree(r: Any, steps: dict[int, int], cities: list[int]) -> int:
    """Return the cost of the cheapest network that joins the cities (the algorithm of Dreyfus and Wagner)."""
    every = range(int(r["cities"]))
    apart = [costs_from(r, steps, [city]) for city in every]
    whole = (1 << len(cities)) - 1
    least = {1 << n: apart[city] for n, city in enumerate(cities)}
    for some in range(1, whole + 1):
        if some in least:
            continue
        halves = [part for part in range(1, some) if part & some == part]
        meet = [min(least[part][city] + least[some ^ part][city] for part in halves) for city in every]
        least[some] = [min(meet[other] + apart[other][city] for other in every) for city in every]
    return min(least[whole])


@pytest.mark.parametrize("seed", range(40))
def test_connected_cities(seed: int) -> None:  # MECH-1
    """The planned routes join the cities, have the stated cost, and at most twice as much as the cheapest network."""
    r, w = ws.load_ruleset(GAMES[seed % 2]).rules[0], np.zeros(1, WORK)[0]
    chance = random.Random(seed)
    every = range(int(r["routes"]))
    cost = np.full(ROUTES, FAR, np.int64)
    cost[: len(every)] = [chance.randrange(1, 7) for _ in every]
    usable = [route for route in every if chance.random() < 0.8]
    free = [route for route in usable if chance.random() < 0.1]
    cities = chance.sample(range(int(r["cities"])), 2 + seed % 3)
    w["usable"][:] = words_of(usable)
    steps = {route: 0 if route in free else int(cost[route]) for route in usable}
    optimum = cheapest_tree(r, steps, cities)

    path = np.zeros(WORDS, np.uint64)
    found = connect(r, w, cost, cities_of(cities), words_of(free), path)
    if optimum >= FAR:
        assert found >= FAR
        return
    laid = numbers_of(path)
    assert found == sum(steps[route] for route in laid)
    assert optimum <= found <= 2 * optimum
    joined = costs_from(r, dict.fromkeys(laid, 0), cities[:1])
    assert all(joined[city] == 0 for city in cities)
