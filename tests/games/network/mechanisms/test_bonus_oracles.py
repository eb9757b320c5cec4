"""Bonuses compared with slow models on random networks: tickets in two ways, and the most connected cities."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from tests.core.campaign import PUBLISHED

import whistlestop as ws

INDIA, ASIA = (
    next(ruleset for ruleset in map(ws.load_ruleset, PUBLISHED) if ruleset.id == name)
    for name in ("india", "legendary_asia")
)


def two_disjoint_paths(routes: Iterable[Any], origin: str, target: str) -> bool:
    """Return whether two paths without a common route join two cities: a flow of two, by augmenting paths."""
    left = {(route.id, end): 1 for route in routes for end in (route.a, route.b)}  # capacity out of this end
    ends = {route.id: (route.a, route.b) for route in routes}
    for _ in range(2):
        came: dict[str, tuple[str, str] | None] = {origin: None}
        queue = deque([origin])
        while queue and target not in came:
            city = queue.popleft()
            for name, (a, b) in ends.items():
                other = b if city == a else a
                if city in (a, b) and other not in came and left[name, city] > 0:
                    came[other] = (name, city)
                    queue.append(other)
        if target not in came:
            return False
        at = target
        while (step := came[at]) is not None:
            name, before = step
            left[name, before] -= 1
            left[name, at] += 1
            at = before
    return True


def largest_part(routes: Iterable[Any]) -> int:
    """Return the number of cities in the largest connected part, by search from every city."""
    near: dict[str, set[str]] = {}
    for route in routes:
        near.setdefault(route.a, set()).add(route.b)
        near.setdefault(route.b, set()).add(route.a)
    most = 0
    for start in near:
        seen, todo = {start}, [start]
        while todo:
            fresh = near[todo.pop()] - seen
            seen |= fresh
            todo += fresh
        most = max(most, len(seen))
    return most


def network(ruleset: ws.Ruleset, chance: random.Random) -> list[Any]:
    """Return random routes of one player, most of them close together, so that there are rings."""
    routes = {route.id: route for route in ruleset.routes}
    taken: list[Any] = []
    trains = 0
    cities = {chance.choice(ruleset.cities).id}
    for _ in range(200):
        route = chance.choice(ruleset.routes)
        if trains + route.trains > 45 or any(route.id in one.twins or route is one for one in taken):
            continue
        if not cities & {route.a, route.b} and chance.random() < 0.95:
            continue
        taken.append(routes[route.id])
        cities |= {route.a, route.b}
        trains += route.trains
    return taken


def result(ruleset: ws.Ruleset, routes: list[Any], tickets: list[str]) -> dict[str, Any]:
    """Return the first player's result of a game that is over."""
    players = [{"hand": {}, "routes": [route.id for route in routes], "tickets": tickets}, {"hand": {}}]
    position = {"board": ruleset.data.plain(), "players": players, "phase": "over"}
    outcome = ws.Game.from_position(position).outcome()
    found: dict[str, Any] = msgspec.to_builtins(outcome)["players"][0]
    return found


@pytest.mark.parametrize("seed", range(25))
def test_two_ways(seed: int) -> None:  # IND-6, IND-7
    chance = random.Random(seed)
    routes = network(INDIA, chance)
    touched = {city for route in routes for city in (route.a, route.b)}
    near = [one for one in INDIA.tickets if touched & {one.origin, *one.targets}]
    tickets = chance.sample(near, min(len(near), 30))
    expected = sum(two_disjoint_paths(routes, one.origin, one.targets[0]) for one in tickets)
    found = result(INDIA, routes, [one.id for one in tickets])
    assert found["two_ways_tickets"] == expected
    assert found["two_ways"] == sum([5, 5, 10, 10, 10][:expected])


def test_some_networks_have_rings() -> None:
    networks = [network(INDIA, random.Random(seed)) for seed in range(25)]
    counts = [
        sum(two_disjoint_paths(routes, one.origin, one.targets[0]) for one in INDIA.tickets)
        for routes in networks
    ]
    assert sum(count > 0 for count in counts) >= 3


@pytest.mark.parametrize("seed", range(25))
def test_most_cities(seed: int) -> None:  # ASI-8, ASI-5, ASI-6
    routes = network(ASIA, random.Random(seed))
    found = result(ASIA, routes, [])
    assert found["connected_cities"] == largest_part(routes)
    crosses = sum(route.trains - route.length for route in routes)
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert found["routes"] == sum(points[route.length] for route in routes) + 2 * crosses
    assert found["mountain_routes"] == sum(route.trains > route.length for route in routes)
