"""A compiled map game: from its data to the record that the engine uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self, cast

import numpy as np

from whistlestop.format import City, Route, Ruleset, Ticket
from whistlestop.format.look import Drawing
from whistlestop.format.schema import end_cities
from whistlestop.format.tensor import TensorField
from whistlestop.games import writing
from whistlestop.games.network.records import RULES
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.telling.parts import phases_of

from .envs.layout import tensor_fields
from .format.schema import TIE_BREAKS, NetworkData
from .format.tables import ROUTE_POINTS, RouteRow
from .machine import MACHINE
from .notation import NetworkNotation
from .telling import TELLINGS


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class NetworkRuleset(Ruleset):
    """A map game; see `Ruleset` for its attributes."""

    shape: ClassVar[type[NetworkData]] = NetworkData
    machine = MACHINE
    phases: ClassVar[Mapping[int, str]] = phases_of(TELLINGS)

    data: NetworkData

    @classmethod
    def compile(cls, data: NetworkData) -> Self:
        """Compile data that has no problems."""
        rules = np.zeros(1, RULES)
        ruleset = cls(
            data=data,
            cities=tuple(
                City(row.id, row.name, row.lat, row.lon, country=row.country)
                for row in sorted(data.cities, key=lambda row: row.id)
            ),
            routes=tuple(_route(row, data) for row in sorted(data.routes, key=lambda row: row.id)),
            tickets=tuple(
                Ticket(row.id, row.origin, row.targets, row.points, row.long)
                for row in sorted(data.tickets, key=lambda row: row.id)
            ),
            rules=rules,
        )
        for place, name in enumerate(data.scoring.tie_breaks):
            rules[0]["tie_breaks"][place] = TIE_BREAKS[name]
        writing.fill(WRITINGS, rules[0], ruleset)
        rules[0]["actions"] = writing.add_actions(WRITINGS, rules[0], ruleset)
        rules.setflags(write=False)
        return ruleset

    @cached_property
    def notation(self) -> NetworkNotation:
        """Return the notation of its actions."""
        return NetworkNotation(self)

    @cached_property
    def unused(self) -> frozenset[str]:
        """Return the mechanisms whose settings are all at their inert defaults."""
        return writing.unused(WRITINGS, self.data)

    def tensor_fields(self, players: int = 2) -> tuple[TensorField, ...]:
        """Return the named parts of `Observation.tensor` in games with this number of players."""
        return tensor_fields(self, players)

    @property
    def geography(self) -> bool:
        """Return whether the cities have their geographic positions."""
        return bool(self.data.geography)

    @property
    def drawing(self) -> Drawing:
        """Return the drawing of the board."""
        return cast("Drawing", self.data.drawing)

    @property
    def areas(self) -> tuple[tuple[str, ...], ...]:
        """Return the cities of the districts (MECH-1)."""
        return tuple(one.cities for _, one in sorted(self.data.scoring.districts.items()))

    @property
    def trains(self) -> int:
        """Return the number of trains per player, small ones included (MECH-7)."""
        return int(self.data.trains.count + self.data.small_trains.count)

    @property
    def stations(self) -> int:
        """Return the number of stations per player."""
        return int(self.data.stations.count)

    @property
    def countries(self) -> dict[str, str]:
        """Return the names of the countries by id (SWI-3)."""
        return dict(self.data.countries)

    @property
    def route_points(self) -> dict[int, int]:
        """Return the points by length, for the lengths on this board."""
        return {length: ROUTE_POINTS[length] for length in sorted({route.length for route in self.routes})}


def _route(row: RouteRow, data: NetworkData) -> Route:
    a, b = end_cities(row.id)
    twins = tuple(
        sorted(other.id for other in data.routes if other.id != row.id and end_cities(other.id) == (a, b))
    )
    trains, points = writing.more(WRITINGS, data, row)
    return Route(
        id=row.id,
        a=a,
        b=b,
        length=row.length,
        points=ROUTE_POINTS[row.length] + points,
        color=row.color,
        kind=row.kind,
        wilds=row.wilds,
        twins=twins,
        trains=row.length + trains,
        players=data.in_play.routes.get(row.id, ()),
        small=row.id in data.small_trains.routes,
    )
