"""The cheapest way that is still open for a ticket.

What a way costs is reckoned as the planner does it, by the numbers with which people are told of turns: the turns to
collect its cards and to claim its routes (`bots/planner/timing.py`), and its trains. The points of its routes are left
aside, for here they would only make ways longer. A search adds up the costs of single routes, but a hand pays once; so
ways are looked for with the present hand, with an empty one and by trains alone, and the cheapest as a whole is taken.

The search is another one than the planner's, which is part of a joint plan of all tickets: there stations are counted
afterwards, and what cannot be built in time is left out. This one answers for a single ticket whether there is any way
at all, so it keeps account of every station on the way (EUR-22, EUR-27).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from whistlestop.core import fields
from whistlestop.games.network.bots.planner import needs, survey, timing, ways
from whistlestop.games.network.bots.planner.numbers import GRAY_DRAW, TEMPO, TRAIN
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.mechanisms.stations import planner as stations
from whistlestop.games.plain import plain
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from .needs import told_numbers


@dataclass(frozen=True)
class Surveyed:
    """The planner's scratch space with a situation as it sees it, were there no end to the game."""

    work: Any
    numbers: npt.NDArray[np.int64]
    """What the planner judges by, as people are told of it."""
    costs: tuple[list[int], list[int]]
    """What every route costs with the present hand, and with an empty one."""


def look(observation: Knowledge) -> Surveyed:
    """Survey what the observation's seat sees."""
    o, r = observation.record, observation.ruleset.rules[0]
    n = told_numbers(observation)
    w = np.zeros(1, WORK)[0]
    plain(survey.count_cards)(o, r, w)
    plain(survey.find_ends)(o, r, w)
    w["turns_left"] = ways.FAR
    for route in range(r["routes"]):
        plain(survey.look_at_route)(r, w, route)
    present = _costs(r, n, w)
    plain(survey.price)(o, r, n, w, int(n[TRAIN]), w["cost"])  # which routes can be used at all
    hand = w["hand"].copy()
    w["hand"] = 0
    empty = _costs(r, n, w)
    w["hand"] = hand
    return Surveyed(w, n, (present, empty))


def _costs(r: Any, n: npt.NDArray[np.int64], w: Any) -> list[int]:
    """What every route costs with the hand, in thousandths of a point."""
    for route in range(r["routes"]):
        w["turns"][route] = plain(survey.judge_turns)(r, n, w, route)
    return [
        0
        if plain(ways.has)(w["owned"], route)
        else int(w["turns"][route] * n[TEMPO]) // 100 + int(r["route_length"][route] * n[TRAIN]) * 10
        for route in range(r["routes"])
    ]


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
    """A way from one end of a ticket to the other: what is still to be claimed, and the stations on it."""

    target: int
    claims: tuple[int, ...]
    stations: tuple[Step, ...]
    trains: int


@dataclass(frozen=True)
class Journeys:
    """The ways of one seat."""

    observation: Knowledge
    seat: int
    surveyed: Surveyed

    @property
    def rules(self) -> Any:
        """The compiled ruleset."""
        return self.observation.ruleset.rules[0]

    @property
    def work(self) -> Any:
        """The planner's scratch space."""
        return self.surveyed.work

    @cached_property
    def _owned(self) -> set[int]:
        return set(numbers_of(self.work["owned"]))

    @cached_property
    def _edges(self) -> list[list[tuple[int, int]]]:
        """For every city its routes that can be used at all, with the city at the other end."""
        r = self.rules
        edges: list[list[tuple[int, int]]] = [[] for _ in range(r["cities"])]
        for route in numbers_of(self.work["usable"]):
            a, b = int(r["route_a"][route]), int(r["route_b"][route])
            edges[a].append((route, b))
            edges[b].append((route, a))
        return edges

    @cached_property
    def _stations(self) -> tuple[dict[int, int], set[int]]:
        """Cities with an own station, with a bit for each, and cities without any."""
        owners = self.observation.record["station_owner"][: self.observation.ruleset.rules["cities"][0]]
        own = [city for city, owner in enumerate(owners) if owner == self.seat]
        free = {city for city, owner in enumerate(owners) if owner == fields.NONE}
        return {city: 1 << n for n, city in enumerate(own)}, free

    def best(self, ticket: int) -> Way | None:
        """The way for a ticket: to the target that is worth the most for what it costs; None if there is none."""
        r = self.rules
        left = int(self.observation.record["trains"][self.seat])
        ends = [numbers_of([r["ticket_target"][ticket, n]]) for n in range(r["ticket_targets"][ticket])]
        origin = numbers_of([r["ticket_origin"][ticket]])
        trains = [
            0 if route in self._owned else int(r["route_length"][route]) for route in range(r["routes"])
        ]
        # Among equal ways the first is taken; the last search decides whether the trains suffice for any.
        found = [way for costs in (*self.surveyed.costs, trains) for way in self._search(origin, ends, costs)]
        points = r["ticket_points"][ticket]
        return max(
            (way for way in found if way.trains <= left),
            key=lambda way: int(points[way.target]) * 1000 - self._cost(way),
            default=None,
        )

    def _cost(self, way: Way) -> int:
        """What a way costs as a whole, in thousandths of a point."""
        r, w, n = self.rules, self.work, self.surveyed.numbers
        plain(timing.clear_needs)(w)
        for route in way.claims:
            plain(timing.add_need)(r, w, route)
        new = sum(not step.built for step in way.stations)
        for number in range(new):
            plain(needs.add_gray)(w, int(w["next_station"]) + number, 0)
        w["claims"] += new
        turns = int(plain(needs.expect)(n, w, plain(needs.noted)(w), w["hand"]) * n[TEMPO]) // 100
        return turns + way.trains * int(n[TRAIN]) * 10 + new * int(r["station_value"]) * 1000

    def _search(self, origin: Iterable[int], ends: list[list[int]], costs: list[int]) -> list[Way]:
        """The way with the least sum of costs to each target, as far as there is one."""
        reached: dict[Place, int] = {Place(city): 0 for city in origin}
        came: dict[Place, tuple[Place, Step]] = {}
        settled: set[Place] = set()
        found: dict[int, Way] = {}
        queue = [(0, place) for place in reached]
        heapq.heapify(queue)
        while queue and len(found) < len(ends):
            cost, place = heapq.heappop(queue)
            if place in settled:
                continue
            settled.add(place)
            for target, cities in enumerate(ends):
                if target not in found and place.city in cities:
                    found[target] = self._way(target, came, place)
            for there, step in self._moves(place):
                reach = cost + (costs[step.route] if step.station is None else self._loan(step, place.new))
                if there not in settled and (there not in reached or reach < reached[there]):
                    reached[there] = reach
                    came[there] = (place, step)
                    heapq.heappush(queue, (reach, there))
        return list(found.values())

    def _way(self, target: int, came: dict[Place, tuple[Place, Step]], place: Place) -> Way:
        """The way by which a search came to a place."""
        steps = []
        while place in came:
            place, step = came[place]
            steps.append(step)
        steps.reverse()
        claims = tuple(step.route for step in steps if step.station is None and step.route not in self._owned)
        trains = sum(int(self.rules["route_length"][route]) for route in claims)
        return Way(target, claims, tuple(step for step in steps if step.station is not None), trains)

    def _loan(self, step: Step, new: int) -> int:
        """What a route of somebody else costs; so many stations are to be built for the way already."""
        if step.built:
            return stations.LOAN
        n = self.surveyed.numbers
        turns = 1000 + (int(self.work["next_station"]) + new) * int(n[GRAY_DRAW]) * 5
        return turns * int(n[TEMPO]) // 100 + int(self.rules["station_value"]) * 1000

    def _moves(self, place: Place) -> Iterable[tuple[Place, Step]]:
        """Where one route leads, and with which station if it is somebody else's: each serves one route (EUR-27)."""
        own, free = self._stations
        left = int(self.observation.record["stations_left"][self.seat])
        for route, there in self._edges[place.city]:
            if self.work["loan"][route] == stations.NO_LOAN:
                yield Place(there, place.used, place.new), Step(route)
                continue
            for city in (place.city, there):
                bit = own.get(city, 0)
                if bit and not bit & place.used:
                    yield Place(there, place.used | bit, place.new), Step(route, city, built=True)
                if city in free and place.new < left and not (city == place.city and place.here):
                    yield Place(there, place.used, place.new + 1, city == there), Step(route, city)
