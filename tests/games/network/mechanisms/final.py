"""Final scoring by brute force with names: the end of the second implementation in `model.py`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from tests.games.network.mechanisms import depots, passengers
from tests.games.network.mechanisms.model import GAMES, Numbers, owners
from tests.games.network.mechanisms.table import Position, ends

import whistlestop as ws


def joined(routes: Iterable[str], start: Iterable[str]) -> set[str]:
    """Return all nodes that can be reached over the routes (COM-12)."""
    reached = set(start)
    edges = [ends(route) for route in routes]
    while True:
        more = {city for edge in edges if reached & set(edge) for city in edge} - reached
        if not more:
            return reached
        reached |= more


def nodes(ruleset: ws.Ruleset, place: str) -> set[str]:
    """Return a city, or the border nodes of a country (SWI-13)."""
    return {city.id for city in ruleset.cities if place in (city.id, city.country)}


def ticket_value(ruleset: ws.Ruleset, ticket_id: str, routes: Iterable[str]) -> int:
    """Return the points of a ticket (USA-33, SWI-14)."""
    ticket = next(t for t in ruleset.tickets if t.id == ticket_id)
    reached = joined(routes, ())
    values = []
    for node in nodes(ruleset, ticket.origin):
        reached = joined(routes, {node})
        values += [
            points
            for target, points in zip(ticket.targets, ticket.points, strict=True)
            if reached & nodes(ruleset, target)
        ]
    return max(values) if values else -min(ticket.points)


def best_stations(p: Position, ruleset: ws.Ruleset, seat: int) -> tuple[int, int, dict[str, str]]:
    """Try all station choices (EUR-27 to 31): return the tickets' points, the number completed, and the route
    by city.
    """
    me = p["players"][seat]
    owned = owners(p)
    cities = sorted(me["stations"])
    choices = [
        [None, *sorted(r for r, by in owned.items() if by != seat and city in ends(r))] for city in cities
    ]
    best: Any = None
    for used in product(*choices):
        lent = [route for route in used if route]
        values = [ticket_value(ruleset, t, [*me["routes"], *lent]) for t in me["tickets"]]
        completed = sum(value > 0 for value in values)
        key = (-sum(values), -completed, len(lent), lent)
        if best is None or key < best[0]:
            best = (key, {city: route for city, route in zip(cities, used, strict=True) if route})
    return -best[0][0], -best[0][1], best[1]


def longest_trail(ruleset: ws.Ruleset, routes: list[str]) -> int:
    """Return the longest path by walking every one (COM-13)."""
    length = {route.id: route.length for route in ruleset.routes}
    best = 0
    todo = [(city, frozenset(routes), 0) for route in routes for city in ends(route)]
    while todo:
        city, left, total = todo.pop()
        best = max(best, total)
        for route in left:
            if city in ends(route):
                a, b = ends(route)
                todo.append((b if city == a else a, left - {route}, total + length[route]))
    return best


def outcome(p: Position, ruleset: ws.Ruleset) -> list[dict[str, Any]]:
    """Return every player's score, and the ranking (USA-32 to 35, EUR-26 to 34, SWI-18)."""
    numbers = GAMES[ruleset.id]
    results = []
    for seat, player in enumerate(p["players"]):
        tickets, completed, used = best_stations(p, ruleset, seat)
        results.append(
            {
                "seat": seat,
                "routes": player["score"],
                "tickets": tickets,
                "tickets_completed": completed,
                "station_routes": used,
                "stations": 4 * (numbers.stations - len(player["stations"])),
                "longest_path": longest_trail(ruleset, player["routes"]),
            }
        )
    longest = max(result["longest_path"] for result in results)
    for result in results:
        result["longest"] = numbers.longest if longest and result["longest_path"] == longest else 0
        result["score"] = sum(result[part] for part in ("routes", "tickets", "stations", "longest"))
        if numbers.most_tickets:
            ahead = [other for other in results if other["tickets_completed"] > result["tickets_completed"]]
            holds = result["tickets_completed"] > 0 and not ahead  # USA-38
            result["most_tickets"] = numbers.most_tickets if holds else 0
            result["score"] += result["most_tickets"]
        if numbers.depots:
            result["depots"] = depots.bonus(p)[result["seat"]]
            result["score"] += result["depots"]
        if numbers.passengers:
            result["passengers"] = passengers.points(p)[result["seat"]]
            result["score"] += result["passengers"]
    values = [_standing(result, p["players"][result["seat"]], numbers) for result in results]
    for result, value in zip(results, values, strict=True):
        result["rank"] = 1 + sum(other > value for other in values)
    return results


def _standing(result: dict[str, Any], player: Position, numbers: Numbers) -> tuple[int, ...]:
    parts = {
        "tickets": result["tickets_completed"],
        "stations": -len(player["stations"]),
        "bonus": result["longest"],
        "passengers": passengers.count(player) if numbers.passengers else 0,
    }
    return (result["score"], *(parts[name] for name in numbers.tie_breaks))
