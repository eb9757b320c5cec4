"""Cheapest paths in plain Python, for single requests. The bots have compiled ones (`bots/planner/paths.py`)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

P = TypeVar("P")
S = TypeVar("S")


class Paths(Generic[P, S]):
    """The cheapest paths from some places to all others. Places must be comparable; their order breaks ties."""

    def __init__(self, origins: Iterable[P], moves: Callable[[P], Iterable[tuple[P, int, S]]]) -> None:
        """`moves` returns the places one step away, each with the cost of the step and the step itself."""
        self._origins = list(origins)
        self._moves = moves
        self._came: dict[P, tuple[P, S]] = {}

    def __iter__(self) -> Iterator[tuple[P, int]]:
        """Yield each reachable place with its cost, the cheapest first."""
        reached = dict.fromkeys(self._origins, 0)
        settled: set[P] = set()
        queue: list[Any] = [(0, place) for place in reached]
        heapq.heapify(queue)
        while queue:
            cost, place = heapq.heappop(queue)
            if place in settled:
                continue
            settled.add(place)
            yield place, cost
            for there, more, step in self._moves(place):
                reach = cost + more
                if there not in settled and (there not in reached or reach < reached[there]):
                    reached[there] = reach
                    self._came[there] = (place, step)
                    heapq.heappush(queue, (reach, there))

    def steps(self, place: P) -> list[S]:
        """Return the steps of the path to a place that has been yielded."""
        found = []
        while place in self._came:
            place, step = self._came[place]
            found.append(step)
        return found[::-1]
