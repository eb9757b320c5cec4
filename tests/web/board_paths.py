"""A board for tests: the cheapest path of a ticket, and the value of a ticket in a network."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from typing import Any

from playwright.sync_api import Page


class BoardPaths:
    """Cities and routes of one ruleset, from the server's data."""

    def __init__(self, page: Page, ruleset: str) -> None:
        data = page.request.get(f"/api/rulesets/{ruleset}").json()
        self.routes: dict[str, dict[str, Any]] = {route["id"]: route for route in data["routes"]}
        self.names: dict[str, str] = {city["id"]: city["name"] for city in data["cities"]}
        self._countries: dict[str, set[str]] = {}
        self._at: dict[str, list[dict[str, Any]]] = {city: [] for city in self.names}
        for city in data["cities"]:
            self._countries.setdefault(city.get("country") or "", set()).add(city["id"])
        self._beside: dict[frozenset[str], set[str]] = {}
        for route in data["routes"]:
            self._beside.setdefault(self.ends(route["id"]), set()).add(route["id"])
            self._at[route["a"]].append(route)
            self._at[route["b"]].append(route)

    def cities(self, place: str) -> set[str]:
        """Return the city itself, or the border nodes of a country (SWI-3)."""
        return {place} if place in self.names else self._countries[place]

    def name(self, route: str) -> str:
        """Return the name of a route."""
        return " \N{EN DASH} ".join(self.names[self.routes[route][end]] for end in "ab")

    def routes_at(self, city: str) -> set[str]:
        """Return the routes that end in a city."""
        return {route["id"] for route in self._at[city]}

    def pairs(self, routes: Iterable[str]) -> set[str]:
        """Return the routes and those parallel to them."""
        return {other for route in routes for other in self._beside[self.ends(route)]}

    def ends(self, route: str) -> frozenset[str]:
        """Return the two cities of a route."""
        return frozenset((self.routes[route]["a"], self.routes[route]["b"]))

    def way(self, ticket: dict[str, Any], owned: Collection[str], closed: Collection[str]) -> list[str]:
        """Return the missing routes of a ticket's path with the fewest trains; empty if there is no path."""
        goals = {city for place in ticket["to"] for city in self.cities(place)}
        queue: list[tuple[int, str, list[str]]] = [
            (0, city, []) for city in sorted(self.cities(ticket["from"]))
        ]
        seen: set[str] = set()
        while queue:
            cost, city, path = heapq.heappop(queue)
            if city in goals:
                return path
            if city in seen:
                continue
            seen.add(city)
            for route in self._at[city]:
                there = route["b"] if route["a"] == city else route["a"]
                if route["id"] in owned:
                    heapq.heappush(queue, (cost, there, path))
                elif route["id"] not in closed:
                    heapq.heappush(queue, (cost + effort(route), there, [*path, route["id"]]))
        return []

    def effort(self, routes: Iterable[str]) -> int:
        """Return the cost of claiming routes."""
        return sum(effort(self.routes[route]) for route in routes)

    def joined(self, network: Iterable[str], start: str, goal: str) -> bool:
        """Return whether a network connects two places."""
        reached, size = self.cities(start), 0
        links = [(self.routes[route]["a"], self.routes[route]["b"]) for route in network]
        while len(reached) > size:
            size = len(reached)
            reached = reached.union(*(ends for ends in links if reached.intersection(ends)))
        return bool(reached & self.cities(goal))

    def worth(self, ticket: dict[str, Any], network: Collection[str]) -> int:
        """Return a ticket's score: its best reached target, or minus its smallest value (SWI-13, SWI-14)."""
        targets = zip(ticket["to"], ticket["points"], strict=True)
        done = [points for place, points in targets if self.joined(network, ticket["from"], place)]
        points: int = max(done) if done else -min(ticket["points"])
        return points

    def is_safe(self, route: str, hand: dict[str, int]) -> bool:
        """Return whether the cards pay for a route including any surcharge of a tunnel (EUR-13)."""
        length, color = self.routes[route]["length"], self.routes[route]["color"]
        return not self.is_tunnel(route) or hand.get(color, 0) + hand.get("wild", 0) >= length + 3

    def is_tunnel(self, route: str) -> bool:
        """Return whether a route is a tunnel."""
        return bool(self.routes[route]["kind"] == "tunnel")


def effort(route: dict[str, Any]) -> int:
    """Return the trains of a route, and an extra cost for locomotives or a possible surcharge."""
    cost: int = route["length"] + 2 * route["wilds"] + (route["kind"] == "tunnel")
    return cost
