"""The cheapest way that is still open for a ticket.

What a route costs is what it costs the planner (`bots/planner/survey.py`): turns to collect its cards and to claim it,
trains, the danger that somebody else takes it, less its points. The search itself is another one than the
planner's: that one is part of a joint plan of all tickets, in which stations are counted afterwards and what cannot be
built in time is left out, while this one answers for a single ticket whether there is any way at all, so it keeps
account of every station on the way (EUR-22, EUR-27).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from whistlestop.core import fields
from whistlestop.games.network.bots.planner import survey
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, TRAIN
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.plain import plain
from whistlestop.observation import Observation
from whistlestop.text.names import numbers_of

NUMBERS = np.array(list(DEFAULTS.values()), np.int64)


def look(observation: Observation) -> Any:
    """The planner's scratch space with the situation of a seat as it sees it, were there no end to the game."""
    o, r = observation.record, observation.ruleset.rules[0]
    w = np.zeros(1, WORK)[0]
    plain(survey.count_cards)(o, r, w)
    plain(survey.find_ends)(o, r, w)
    w["turns_left"] = survey.FAR
    for route in range(r["routes"]):
        plain(survey.look_at_route)(r, w, route)
        w["danger"][route] = plain(survey.judge_danger)(o, r, NUMBERS, w, route)
        w["turns"][route] = plain(survey.judge_turns)(r, NUMBERS, w, route)
    plain(survey.price)(o, r, NUMBERS, w, int(NUMBERS[TRAIN]), w["cost"])
    return w


class Step(NamedTuple):
    """A route of a way; if it is somebody else's, with the city of the station that uses it."""

    route: int
    station: int | None = None
    built: bool = False


class Place(NamedTuple):
    """Where a search is: a city, what stations have been used to get there, and whether one of these stands in it."""

    city: int
    used: int = 0  # own stations that are built, as bits
    new: int = 0  # stations to be built
    here: bool = False  # one of the new ones in this city


@dataclass(frozen=True)
class Way:
    """A way from one end of a ticket to the other."""

    target: int
    steps: tuple[Step, ...]
    cost: int
    trains: int


@dataclass(frozen=True)
class Journeys:
    """The ways of one seat."""

    observation: Observation
    seat: int
    work: Any

    @cached_property
    def _edges(self) -> list[list[tuple[int, int]]]:
        """For every city its routes that can be used at all, with the city at the other end."""
        r = self.observation.ruleset.rules[0]
        edges: list[list[tuple[int, int]]] = [[] for _ in range(r["cities"])]
        for route in numbers_of(self.work["usable"]):
            a, b = int(r["route_a"][route]), int(r["route_b"][route])
            edges[a].append((route, b))
            edges[b].append((route, a))
        return edges

    @cached_property
    def _costs(self) -> list[tuple[int, int]]:
        """What every route costs, and the trains that it takes."""
        r, w = self.observation.ruleset.rules[0], self.work
        owned = set(numbers_of(w["owned"]))
        return [
            (
                int(w["cost"][route]),
                0 if route in owned or w["loan"][route] != survey.NO_LOAN else int(r["route_length"][route]),
            )
            for route in range(r["routes"])
        ]

    @cached_property
    def _stations(self) -> tuple[dict[int, int], set[int]]:
        """Cities with an own station, with a bit for each, and cities without any."""
        owners = self.observation.record["station_owner"][: self.observation.ruleset.rules["cities"][0]]
        own = [city for city, owner in enumerate(owners) if owner == self.seat]
        free = {city for city, owner in enumerate(owners) if owner == fields.NONE}
        return {city: 1 << n for n, city in enumerate(own)}, free

    def best(self, ticket: int) -> Way | None:
        """The way for a ticket: to the target that is worth the most for what it costs; None if there is none.

        It is the cheapest way, or if that takes more trains than there are, the one with the fewest.
        """
        r = self.observation.ruleset.rules[0]
        left = int(self.observation.record["trains"][self.seat])
        ends = [numbers_of([r["ticket_target"][ticket, n]]) for n in range(r["ticket_targets"][ticket])]
        origin = numbers_of([r["ticket_origin"][ticket]])
        ways: dict[int, Way] = {}
        for fewest in (False, True):
            for way in self._search(origin, ends, fewest=fewest):
                if way.trains <= left:
                    ways.setdefault(way.target, way)
            if len(ways) == len(ends):
                break
        points = r["ticket_points"][ticket]
        return max(
            ways.values(),
            key=lambda way: (int(points[way.target]) * 1000 - way.cost, -way.target),
            default=None,
        )

    def _search(self, origin: Iterable[int], ends: list[list[int]], *, fewest: bool) -> list[Way]:
        """The cheapest way to each target, or that with the fewest trains, as far as there is one."""
        costs = self._costs
        reached: dict[Place, tuple[int, int]] = {Place(city): (0, 0) for city in origin}
        came: dict[Place, tuple[Place, Step]] = {}
        settled: set[Place] = set()
        found: dict[int, Way] = {}
        queue = [(0, 0, place) for place in reached]
        heapq.heapify(queue)
        while queue and len(found) < len(ends):
            first, second, place = heapq.heappop(queue)
            if place in settled:
                continue
            settled.add(place)
            cost, trains = (second, first) if fewest else (first, second)
            for target, cities in enumerate(ends):
                if target not in found and place.city in cities:
                    found[target] = Way(target, _steps(came, place), cost, trains)
            for there, step in self._moves(place):
                more, taken = costs[step.route]
                key = (first + taken, second + more) if fewest else (first + more, second + taken)
                if there not in settled and (there not in reached or key < reached[there]):
                    reached[there] = key
                    came[there] = (place, step)
                    heapq.heappush(queue, (*key, there))
        return list(found.values())

    def _moves(self, place: Place) -> Iterable[tuple[Place, Step]]:
        """Where one route leads, and with which station if it is somebody else's: each serves one route (EUR-27)."""
        own, free = self._stations
        left = int(self.observation.record["stations_left"][self.seat])
        for route, there in self._edges[place.city]:
            if self.work["loan"][route] == survey.NO_LOAN:
                yield Place(there, place.used, place.new), Step(route)
                continue
            for city in (place.city, there):
                bit = own.get(city, 0)
                if bit and not bit & place.used:
                    yield Place(there, place.used | bit, place.new), Step(route, city, built=True)
                if city in free and place.new < left and not (city == place.city and place.here):
                    yield Place(there, place.used, place.new + 1, city == there), Step(route, city)


def _steps(came: dict[Place, tuple[Place, Step]], place: Place) -> tuple[Step, ...]:
    """The routes on the way to a place, from the beginning."""
    steps = []
    while place in came:
        place, step = came[place]
        steps.append(step)
    return tuple(reversed(steps))
