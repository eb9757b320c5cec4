"""Cities, routes and tickets of a compiled ruleset, by name and by number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from .schema import Color, RouteColor, RouteKind


@dataclass(frozen=True, slots=True)
class City:
    """A city with its position if known, the country of a border node (SWI-3), the bonus of a big city (CARD-51)."""

    id: str
    name: str
    lat: float | None
    lon: float | None
    country: str | None = None
    bonus: int | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket: an origin, one or several targets and the points of each (SWI-14).

    long: dealt only at the start (EUR-2). cards: the cards that complete it, by color, where tickets are paid for
    (CARD-1).
    """

    id: str
    origin: str
    targets: tuple[str, ...]
    points: tuple[int, ...]
    long: bool = False
    cards: dict[Color, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the board: `points` and `trains` for claiming it, `twins` the others of its double group (COM-7).

    The trains are as many as the spaces, and more for a mountain route (ASI-6). `players`: the numbers of players with
    which it is in play; empty: all (MECH-3). `small`: whether it takes small trains (MECH-7).
    """

    id: str
    a: str
    b: str
    length: int
    points: int
    color: RouteColor
    kind: RouteKind
    wilds: int
    twins: tuple[str, ...]
    trains: int = 0
    players: tuple[int, ...] = ()
    small: bool = False

    def __post_init__(self) -> None:
        """Set the usual number of trains."""
        if not self.trains:
            object.__setattr__(self, "trains", self.length)

    def in_play(self, players: int) -> bool:
        """Return whether the route is in play with so many players."""
        return not self.players or players in self.players


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Board:
    """The contents of a ruleset.

    Cities, routes and tickets are in the order of their ids; the engine's numbers are indexes into these tuples.
    `rules` is the one-element RULES array that every function of the machine takes. Fields that only some games use are
    empty or zero in others.
    """

    cities: tuple[City, ...]
    tickets: tuple[Ticket, ...]
    routes: tuple[Route, ...] = ()
    rules: npt.NDArray[Any]

    city_index: dict[str, int] = field(init=False)
    route_index: dict[str, int] = field(init=False)
    ticket_index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Derive the indexes."""
        indexes = {
            "city_index": [city.id for city in self.cities],
            "route_index": [route.id for route in self.routes],
            "ticket_index": [ticket.id for ticket in self.tickets],
        }
        for name, ids in indexes.items():
            object.__setattr__(self, name, {one: n for n, one in enumerate(ids)})
