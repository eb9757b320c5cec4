"""Bonuses compared with slow models on random networks: tickets in two ways, most connected cities, districts."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from tests.core.campaign import PUBLISHED

import whistlestop as ws
from whistlestop.rulesets import ruleset_from_data

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


@pytest.mark.parametrize("seed", range(12))
def test_two_ways_with_rings(seed: int) -> None:  # MECH-8, IND-6
    data = INDIA.data.plain()
    chance = random.Random(seed)
    rings = [
        {"id": f"{city.id}-{city.id}", "length": 3, "color": "gray", "kind": "normal", "wilds": 0}
        for city in chance.sample(INDIA.cities, 20)
    ]
    ringed = ruleset_from_data(
        data | {"routes": sorted([*data["routes"], *rings], key=lambda row: row["id"])}
    )
    routes = network(ringed, chance)
    assert any(route.a == route.b for route in routes)
    touched = {city for route in routes for city in (route.a, route.b)}
    tickets = [one for one in ringed.tickets if touched & {one.origin, *one.targets}][:30]
    expected = sum(two_disjoint_paths(routes, one.origin, one.targets[0]) for one in tickets)
    assert result(ringed, routes, [one.id for one in tickets])["two_ways_tickets"] == expected


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


def with_districts(districts: dict[str, dict[str, Any]]) -> ws.Ruleset:
    """Return Legendary Asia with districts."""
    board = ASIA.data.plain()
    return ruleset_from_data(board | {"scoring": board["scoring"] | {"districts": districts}})


def parts(routes: Iterable[Any]) -> list[set[str]]:
    """Return the connected parts of a network, by merging the ends of one route after another."""
    found: list[set[str]] = []
    for route in routes:
        ends = {route.a, route.b}
        joined = [part for part in found if part & ends]
        found = [part for part in found if not part & ends] + [ends.union(*joined)]
    return found


@pytest.mark.parametrize("seed", range(25))
def test_districts(seed: int) -> None:  # MECH-1, MECH-2
    chance = random.Random(seed)
    routes = network(ASIA, chance)
    near = sorted({city for route in routes for city in (route.a, route.b)})
    every = [city.id for city in ASIA.cities]
    groups = [
        chance.sample(near if chance.random() < 0.7 else every, chance.randint(2, 4)) for _ in range(16)
    ]
    ruleset = with_districts(
        {f"d{n:02}": {"name": f"D{n}", "cities": group, "points": n + 1} for n, group in enumerate(groups)}
    )
    expected = [n for n, group in enumerate(groups) if any(part >= set(group) for part in parts(routes))]
    found = result(ruleset, routes, [])
    assert found["complete_districts"] == [f"d{n:02}" for n in expected]
    assert found["districts"] == sum(n + 1 for n in expected)
    scores = ("tickets", "routes", "most_cities", "districts", "longest")
    assert found["score"] == sum(found[name] for name in scores)


def test_some_districts_are_complete_and_some_are_not() -> None:
    pairs = [(routes, parts(routes)) for routes in (network(ASIA, random.Random(seed)) for seed in range(25))]
    assert any(len(found) > 1 for _, found in pairs)
    assert any(len(part) > 8 for _, found in pairs for part in found)


def test_two_players_complete_the_same_district() -> None:  # MECH-1
    ruleset = with_districts({"x": {"name": "X", "cities": ["bombay", "karachi"], "points": 6}})
    ways = (["bombay-karachi"], ["agra-bombay", "agra-karachi"])
    players = [{"hand": {}, "routes": routes} for routes in ways]
    position = {"board": ruleset.data.plain(), "players": players, "phase": "over"}
    outcome = msgspec.to_builtins(ws.Game.from_position(position).outcome())
    assert [player["districts"] for player in outcome["players"]] == [6, 6]


def test_a_board_without_districts_is_unchanged() -> None:  # MECH-1
    assert "districts" in ASIA.unused
    assert with_districts({}).hash == ASIA.hash
    district = {"name": "X", "cities": ["bombay", "karachi"], "points": 6}
    own, other = (with_districts({"x": district | {"name": name}}) for name in ("X", "Y"))
    assert own.hash == other.hash != ASIA.hash, "names do not affect the hash"


FAULTY = (
    ({"x": {"name": "X", "cities": ["bombay"], "points": 6}}, "district x: name at least two cities"),
    (
        {"x": {"name": "X", "cities": ["bombay", "bombay"], "points": 6}},
        "district x: bombay is named twice",
    ),
    (
        {"x": {"name": "X", "cities": ["bombay", "atlantis"], "points": 6}},
        "district x: unknown city 'atlantis'",
    ),
    (
        {f"x{n}": {"name": "X", "cities": ["bombay", "karachi"], "points": 6} for n in range(17)},
        "scoring: 17 districts are too many; the maximum is 16",
    ),
)


@pytest.mark.parametrize(("districts", "fault"), FAULTY)
def test_faulty_districts(districts: dict[str, Any], fault: str) -> None:  # MECH-1
    with pytest.raises(ws.RulesetError) as error:
        with_districts(districts)
    assert len(error.value.problems) == 1
    assert error.value.problems[0].endswith(fault)
