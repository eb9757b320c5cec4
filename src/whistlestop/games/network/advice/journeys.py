"""The cheapest path still open for a ticket.

The cost of a path is calculated as in the planner, with the numbers used for turns shown to players: the turns to
collect cards and claim routes (`bots/planner/timing.py`), and the trains. Points for routes are ignored, since they
would only make paths longer. A search adds up the costs of single routes, but a hand pays only once. So the search
finds paths with the present hand, with an empty hand and by trains alone, and chooses the cheapest overall.

This search is separate from the planner's, which belongs to a joint plan of all tickets: the planner counts stations
afterwards and ignores routes that cannot be claimed in time. Here the question is whether a single ticket has any path,
so every station on the path is tracked (EUR-22, EUR-27).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from whistlestop.core import fields
from whistlestop.games.network.board.stock import affords
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.mechanisms.stations import planner as stations
from whistlestop.games.network.shortest import Paths
from whistlestop.games.plain import plain
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from .needs import told_numbers
from .queries import cost_of_loan, cost_of_way, look_around

DETOUR = 2
"""The number of trains by which another path may be longer than the shortest one."""


@dataclass(frozen=True)
class Surveyed:
    """The planner's scratch space after surveying a situation as if the game never ended."""

    work: Any
    numbers: npt.NDArray[np.int64]
    """The planner's numbers for figures shown to players."""
    costs: tuple[list[int], list[int]]
    """The cost of every route with the present hand, and with an empty hand."""


def look(observation: Knowledge) -> Surveyed:
    """Survey the situation from the observation's seat."""
    r, n, w = observation.ruleset.rules[0], told_numbers(observation.ruleset.board_id), np.zeros(1, WORK)[0]
    present, empty = (np.zeros(int(r["routes"]), np.int64) for _ in range(2))
    plain(look_around)(observation.record, r, n, w, present, empty)
    return Surveyed(w, n, (present.tolist(), empty.tolist()))


class Step(NamedTuple):
    """A route of a path. For another player's route, includes the city of the station that uses it."""

    route: int
    station: int | None = None
    built: bool = False


class Place(NamedTuple):
    """The state of a search: a city, the stations used to reach it, and whether one of them is in this city."""

    city: int
    used: int = 0  # own built stations that are used, as bits
    new: int = 0  # number of stations to be built
    here: bool = False  # whether one of the new stations is in this city


@dataclass(frozen=True)
class Way:
    """A path from one end of a ticket to the other: the routes still to be claimed, and the stations on it."""

    target: int
    claims: tuple[int, ...]
    stations: tuple[Step, ...]
    trains: int


class Reach(NamedTuple):
    """The trains of a path to a city, and the cities on it."""

    trains: int
    cities: set[int]


@dataclass(frozen=True)
class Journeys:
    """The paths of one seat."""

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
        """Return the usable routes of every city, each with the city at its other end."""
        r = self.rules
        edges: list[list[tuple[int, int]]] = [[] for _ in range(r["cities"])]
        for route in numbers_of(self.work["usable"]):
            a, b = int(r["route_a"][route]), int(r["route_b"][route])
            if a != b:  # rings lead nowhere (MECH-8)
                edges[a].append((route, b))
                edges[b].append((route, a))
        return edges

    @cached_property
    def _stations(self) -> tuple[dict[int, int], set[int]]:
        """Return the cities with a station of the seat, with a bit for each, and the cities without any station."""
        owners = self.observation.record["station_owner"][: self.observation.ruleset.rules["cities"][0]]
        own = [city for city, owner in enumerate(owners) if owner == self.seat]
        free = {city for city, owner in enumerate(owners) if owner == fields.NONE}
        return {city: 1 << n for n, city in enumerate(own)}, free

    def best(self, ticket: int) -> Way | None:
        """Return a ticket's best path, to the target with the highest value net of cost; None if there is none."""
        r = self.rules
        ends = [numbers_of([r["ticket_target"][ticket, n]]) for n in range(r["ticket_targets"][ticket])]
        origin = numbers_of([r["ticket_origin"][ticket]])
        trains = [
            0 if route in self._owned else int(r["route_trains"][route]) for route in range(r["routes"])
        ]
        # Of equal paths, the first is chosen. The last search determines whether the trains suffice for any
        # path.
        found = [way for costs in (*self.surveyed.costs, trains) for way in self._search(origin, ends, costs)]
        points = r["ticket_points"][ticket]
        return max(
            (way for way in found if self._affords(way)),
            key=lambda way: int(points[way.target]) * 1000 - self._cost(way),
            default=None,
        )

    def _affords(self, way: Way) -> bool:
        """Return whether the seat has the trains for a path, of both kinds (MECH-7)."""
        small = sum(
            int(self.rules["route_trains"][route])
            for route in way.claims
            if self.observation.ruleset.routes[route].small
        )
        return bool(plain(affords)(self.observation.record, self.seat, way.trains, small))

    def near(self, ticket: int, way: Way) -> list[int]:
        """Return the routes on paths that are only slightly longer than the shortest one, and those of the best path.

        Ignores new stations, since each serves only one route.
        """
        r = self.rules
        start = self._spread(numbers_of([r["ticket_origin"][ticket]]))
        end = self._spread(numbers_of([r["ticket_target"][ticket, way.target]]))
        found = set(way.claims)
        shortest = min(
            (reach + end[city].trains for city, (reach, _) in start.items() if city in end), default=0
        )
        most = min(shortest + DETOUR, int(self.observation.record["trains"][self.seat]))
        for route in self._claimable:
            a, b = int(r["route_a"][route]), int(r["route_b"][route])
            for here, there in ((a, b), (b, a)):
                if here not in start or there not in end:
                    continue
                trains = start[here].trains + int(r["route_trains"][route]) + end[there].trains
                # A path that visits a city twice does not count.
                if trains <= most and start[here].cities.isdisjoint(end[there].cities):
                    found.add(route)
        return sorted(found)

    @cached_property
    def _claimable(self) -> list[int]:
        """Return the routes that the seat may still claim."""
        usable = numbers_of(self.work["usable"])
        loan = self.work["loan"]
        return [route for route in usable if loan[route] == stations.NO_LOAN and route not in self._owned]

    def _spread(self, origin: Iterable[int]) -> dict[int, Reach]:
        """Return the fewest trains from some cities to all others, without stations, and the cities on the way."""
        own = set(self._claimable) | self._owned
        trains = self.rules["route_trains"]

        def moves(city: int) -> Iterable[tuple[int, int, int]]:
            for route, there in self._edges[city]:
                if route in own:
                    yield there, 0 if route in self._owned else int(trains[route]), city

        paths = Paths(origin, moves)
        return {city: Reach(cost, {*paths.steps(city), city}) for city, cost in paths}

    def _cost(self, way: Way) -> int:
        """Return the cost of a whole path, in thousandths of a point."""
        r, w, n = self.rules, self.work, self.surveyed.numbers
        new = sum(not step.built for step in way.stations)
        claims = np.array(way.claims, np.int64)
        return int(plain(cost_of_way)(r, n, w, claims, len(claims), new, way.trains))

    def _search(self, origin: Iterable[int], ends: list[list[int]], costs: list[int]) -> list[Way]:
        """Return the cheapest path to each reachable target, by the sum of costs."""
        found: dict[int, Way] = {}
        paths = Paths((Place(city) for city in origin), lambda place: self._moves(place, costs))
        for place, _ in paths:
            for target, cities in enumerate(ends):
                if target not in found and place.city in cities:
                    found[target] = self._way(target, paths.steps(place))
            if len(found) == len(ends):
                break
        return list(found.values())

    def _way(self, target: int, steps: list[Step]) -> Way:
        """Return the path that a search found."""
        claims = tuple(step.route for step in steps if step.station is None and step.route not in self._owned)
        trains = sum(int(self.rules["route_trains"][route]) for route in claims)
        return Way(target, claims, tuple(step for step in steps if step.station is not None), trains)

    def _new_station(self, new: int) -> int:
        """Return the cost of another station, given the number of new stations that the path already needs."""
        return int(plain(cost_of_loan)(self.rules, self.surveyed.numbers, self.work, 0, new))

    def _moves(self, place: Place, costs: list[int]) -> Iterable[tuple[Place, int, Step]]:
        """Yield the places one route away, with its cost and the station for another player's route.

        A station serves one route (EUR-27).
        """
        own, free = self._stations
        left = int(self.observation.record["stations_left"][self.seat])
        for route, there in self._edges[place.city]:
            if self.work["loan"][route] == stations.NO_LOAN:
                yield Place(there, place.used, place.new), costs[route], Step(route)
                continue
            for city in (place.city, there):
                bit = own.get(city, 0)
                if bit and not bit & place.used:
                    yield (
                        Place(there, place.used | bit, place.new),
                        stations.LOAN,
                        Step(route, city, built=True),
                    )
                if city in free and place.new < left and not (city == place.city and place.here):
                    new = Place(there, place.used, place.new + 1, city == there)
                    yield new, self._new_station(place.new), Step(route, city)
