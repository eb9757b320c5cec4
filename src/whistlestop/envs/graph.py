"""A ruleset as a graph of cities, routes and tickets, for graph networks.

The graph is constant. Changing data is in the tensor, whose tables have rows for routes, cities and tickets in the same
order (`Ruleset.tensor_fields`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from whistlestop.format import COLORS, GRAY, Ruleset

__all__ = ["Graph", "graph"]

Table = npt.NDArray[np.float32]


class Graph(NamedTuple):
    """Cities, routes and tickets as arrays. Card games have no routes."""

    edges: npt.NDArray[np.int64]
    """Indexes of the two cities of each route; shape: (routes, 2)."""
    routes: Table
    """Shape: (routes, `route_columns`)."""
    cities: Table
    """Shape: (cities, `city_columns`)."""
    tickets: Table
    """Shape: (tickets, `ticket_columns`)."""
    origins: Table
    """1 for the city or the border nodes where a ticket begins; shape: (tickets, cities)."""
    targets: Table
    """Points for reaching each city; shape: (tickets, cities)."""
    route_columns: tuple[str, ...]
    city_columns: tuple[str, ...]
    ticket_columns: tuple[str, ...]


def graph(ruleset: Ruleset) -> Graph:
    """Return the graph of a ruleset."""
    colors = (*COLORS, GRAY)
    routes = [
        [route.length, route.points, route.kind == "tunnel", route.wilds, len(route.twins)]
        + [route.color == color for color in colors]
        for route in ruleset.routes
    ]
    tickets = [
        [max(ticket.points), min(ticket.points), ticket.long]
        + [ticket.cards.get(color, 0) for color in COLORS]
        for ticket in ruleset.tickets
    ]
    origins = np.zeros((len(ruleset.tickets), len(ruleset.cities)), np.float32)
    targets = np.zeros_like(origins)
    for n, ticket in enumerate(ruleset.tickets):
        origins[n, _places(ruleset, ticket.origin)] = 1
        for target, points in zip(ticket.targets, ticket.points, strict=True):
            targets[n, _places(ruleset, target)] = points
    return Graph(
        edges=np.array(
            [[ruleset.city_index[route.a], ruleset.city_index[route.b]] for route in ruleset.routes], np.int64
        ).reshape(-1, 2),
        routes=np.array(routes, np.float32).reshape(-1, 5 + len(colors)),
        cities=np.array([[city.country is not None, city.bonus or 0] for city in ruleset.cities], np.float32),
        tickets=np.array(tickets, np.float32),
        origins=origins,
        targets=targets,
        route_columns=("length", "points", "tunnel", "wilds", "twins", *colors),
        city_columns=("border", "bonus"),
        ticket_columns=("points", "loss", "long", *COLORS),
    )


def _places(ruleset: Ruleset, place: str) -> list[int]:
    """Return a city, or the border nodes of a country (SWI-3)."""
    if place in ruleset.city_index:
        return [ruleset.city_index[place]]
    return [n for n, city in enumerate(ruleset.cities) if city.country == place]
