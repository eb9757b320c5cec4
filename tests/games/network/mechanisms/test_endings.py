"""Stations, country tickets and connections against brute force, on thousands of random positions."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from tests.games.network.mechanisms import final
from tests.games.network.mechanisms.test_model import random_end

import whistlestop as ws
from whistlestop import bots

Best = tuple[int, int, int, list[str]]


def components(rules: ws.Ruleset, routes: list[str]) -> dict[str, str]:
    """Return a name of the connected part of the network for every city."""
    part = {city.id: city.id for city in rules.cities}
    for name in routes:
        join(part, *name.split("/", maxsplit=1)[0].split("-"))
    return part


def join(part: dict[str, str], a: str, b: str) -> None:
    old, new = part[a], part[b]
    if old != new:
        for city, name in part.items():
            if name == old:
                part[city] = new


def best_use(rules: ws.Ruleset, position: dict[str, Any], seat: int) -> Best:
    """Try every route of another player, or none, for every station (EUR-31)."""
    me = position["players"][seat]
    routes = {route.id: route for route in rules.routes}
    tickets = {ticket.id: ticket for ticket in rules.tickets}
    lent = [name for other, one in enumerate(position["players"]) if other != seat for name in one["routes"]]
    cities = sorted(me["stations"])
    choices: list[list[str | None]] = [
        [None, *sorted(name for name in lent if city in (routes[name].a, routes[name].b))] for city in cities
    ]
    base = components(rules, me["routes"])
    best: Best | None = None
    for used in product(*choices):
        part = dict(base)
        list_of_used = [name for name in used if name]
        for name in list_of_used:
            join(part, routes[name].a, routes[name].b)
        total = completed = 0
        for name in me["tickets"]:
            ticket = tickets[name]
            done = part[ticket.origin] == part[ticket.targets[0]]
            total += ticket.points[0] if done else -ticket.points[0]
            completed += done
        found = (-total, -completed, len(list_of_used), list_of_used)
        if best is None or found < best:
            best = found
    assert best is not None
    return best


@pytest.mark.slow
def test_station_choice() -> None:  # EUR-27, EUR-28, EUR-29, EUR-31, RUL-38
    rules = ws.load_ruleset("europe")
    rnd = random.Random(31)
    used = 0
    for _ in range(2000):
        players = rnd.randint(3, 5)
        position = random_end(
            rules, players, rnd, routes=rnd.randint(9, 22), tickets=rnd.randint(4, 40 // players)
        )
        outcome = ws.Game.from_position(position).outcome()
        assert outcome is not None
        for seat, result in enumerate(outcome["players"]):
            by_city = [result["station_routes"][city] for city in sorted(result["station_routes"])]
            found = (-result["tickets"], -result["tickets_completed"], len(by_city), by_city)
            assert found == best_use(rules, position, seat)
            used += len(by_city)
            scored = {ticket["id"]: ticket["scored"] for ticket in result["tickets_list"]}
            assert sum(scored.values()) == result["tickets"]
            assert set(scored) == set(position["players"][seat]["tickets"])
    assert used > 400


@pytest.mark.slow
def test_tickets_of_random_networks() -> None:  # USA-33, SWI-13, SWI-14, COM-12
    rnd = random.Random(13)
    done = 0
    for ruleset in ("switzerland", "usa"):
        rules = ws.load_ruleset(ruleset)
        for _ in range(300):
            position = random_end(rules, 2, rnd, routes=rnd.randint(15, 30), tickets=14)
            outcome = ws.Game.from_position(position).outcome()
            assert outcome is not None
            for player, result in zip(position["players"], outcome["players"], strict=True):
                for ticket in result["tickets_list"]:
                    value = final.ticket_value(rules, ticket["id"], player["routes"])
                    assert ticket["scored"] == value
                    assert ticket["state"] == ("done" if value > 0 else "failed")
                    done += value > 0
                walk_is_valid(rules, player["routes"], result)
    assert done > 500


def walk_is_valid(rules: ws.Ruleset, owned: list[str], result: dict[str, Any]) -> None:
    """COM-13: the path uses the player's routes once each, end to end, and has the stated length."""
    routes = {route.id: route for route in rules.routes}
    trail = [routes[name] for name in result["trail"]]
    assert set(result["trail"]) <= set(owned)
    assert len(set(result["trail"])) == len(trail)
    assert sum(route.length for route in trail) == result["longest_path"]
    places = {trail[0].a, trail[0].b} if trail else set()
    for route in trail[1:]:
        # The possible cities after each route, for one of the two directions of the first.
        places = {route.b for _ in (1,) if route.a in places} | {route.a for _ in (1,) if route.b in places}
        assert places


@pytest.mark.slow
def test_ticket_states_while_playing() -> None:
    """A view's ticket state follows the rules: complete, or impossible only if nothing can complete it."""
    lost = 0
    for ruleset in ("usa", "europe", "switzerland"):
        for seed in range(20):
            players = 2 + seed % 2
            game = ws.Game.new(ruleset, players, seed=seed)
            crew = [bots.make("greedy", seed) for _ in range(players)]
            states: dict[tuple[int, str], str] = {}
            while not game.over:
                seat = game.to_act[0]
                game.play_id(crew[seat].choose(game.observe(seat)), seat)
                for player in range(players) if game.version % 3 == 0 else ():
                    view = game.view(player)
                    owned = view["players"][player]["routes"]
                    for ticket in view["tickets"]:
                        before = states.get((player, ticket["id"]))
                        value = final.ticket_value(game.ruleset, ticket["id"], owned)
                        assert (ticket["state"] == "done") == (value > 0)
                        assert before != "impossible" or ticket["state"] == "impossible"
                        states[player, ticket["id"]] = ticket["state"]
            outcome = game.outcome()
            assert outcome is not None
            for result in outcome["players"]:
                for ticket in result["tickets_list"]:
                    if states.get((result["seat"], ticket["id"])) == "impossible":
                        assert ticket["state"] == "failed"
                        lost += 1
    assert lost > 50
