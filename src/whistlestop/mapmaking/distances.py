"""Distances on a board, and the connections on the shortest paths between its cities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.format.schema import end_cities

__all__ = ["FAR", "Distances"]

FAR = 10_000
"""The distance between cities that no path connects."""


class Distances:
    """The shortest paths between all cities, measured in train spaces.

    `cities`: their ids. `ends`: C, which of them tickets can end in. `between`: C x C, FAR where no path exists.
    `pairs`: E x 2, the two cities of each connection; parallel routes are one connection, as long as the shortest of
    them. `lengths`: E.
    """

    def __init__(
        self, cities: Mapping[str, bool], links: Iterable[tuple[str, str, int]], border: Collection[str] = ()
    ) -> None:
        """`cities`: whether tickets can end there, by id. `links`: two cities and the length of each route.

        No path leads through a city of the `border` (SWI-3).
        """
        index = {city: n for n, city in enumerate(cities)}
        shortest: dict[tuple[int, int], int] = {}
        for one, other, length in links:
            a, b = sorted((index[one], index[other]))
            shortest[a, b] = min(length, shortest.get((a, b), FAR))
        self.cities = tuple(cities)
        self.ends = np.array(list(cities.values()), dtype=bool)
        self.pairs = np.array(list(shortest), dtype=np.int64).reshape(-1, 2)
        self.lengths = np.array(list(shortest.values()), dtype=np.int64)
        between = np.full((len(cities), len(cities)), FAR, dtype=np.int64)
        first, second = self.pairs.T
        between[first, second] = between[second, first] = self.lengths
        np.fill_diagonal(between, 0)
        for city, k in index.items():
            if city not in border:
                between = np.minimum(between, between[:, k, None] + between[k])
        self.between: NDArray[np.int64] = np.minimum(between, FAR)

    @classmethod
    def of(cls, data: Any) -> Distances:
        """Measure a map game, from its data as in `Ruleset.data`.

        Tickets of countries have several targets, so border nodes do not count as ends.
        """
        border = {city.id for city in data.cities if city.country is not None}
        links = ((*end_cities(route.id), route.length) for route in data.routes)
        return cls({city.id: city.id not in border for city in data.cities}, links, border)

    def on_way(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which connections lie on a shortest path between cities: P x E for P pairs of cities."""
        a, b = self.pairs.T
        to, goal = self.between, self.between[first, second][:, None]
        there = to[first][:, a] + self.lengths + to[second][:, b]
        back = to[first][:, b] + self.lengths + to[second][:, a]
        on: NDArray[np.bool_] = (np.minimum(there, back) == goal) & (goal < FAR)
        return on

    def way(self, first: str, second: str) -> list[str]:
        """Return the cities along a shortest path, with both ends; an empty list if there is no path."""
        at, goal = self.cities.index(first), self.cities.index(second)
        if self.between[at, goal] >= FAR:
            return []
        way = [at]
        while at != goal:
            beside = [
                (int(length), int(b if a == at else a))
                for (a, b), length in zip(self.pairs, self.lengths, strict=True)
                if at in (a, b)
            ]
            left = self.between[at, goal]
            at = next(city for length, city in beside if length + self.between[city, goal] == left)
            way.append(at)
        return [self.cities[city] for city in way]
