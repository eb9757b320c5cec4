"""The solver's view of a board, and the arrays it works on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from whistlestop.format import City, Route
from whistlestop.format.insets import MAIN
from whistlestop.format.look import Drawing

from .measure import LANE, RING_LANE, SLOT_WIDTH, block_length

PLAIN = Drawing()
CORNER = 2.0  # radius of the discs at the corners of a row of slots
SWELL = 3.5  # how much larger the discs of rings are, since corners of slots extend beyond a bend
BINDING = 4  # cities that hold the frame of an inset

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class BoardLike(Protocol):
    """A `Ruleset`, or any other object with the parts of one that are drawn."""

    @property
    def id(self) -> str:
        """Return the slug."""

    @property
    def name(self) -> str:
        """Return the display name."""

    @property
    def cities(self) -> Sequence[City]:
        """Return the nodes."""

    @property
    def routes(self) -> Sequence[Route]:
        """Return the edges."""

    @property
    def geography(self) -> bool:
        """Return whether the positions of the cities are those on the earth."""

    @property
    def drawing(self) -> Drawing:
        """Return the maker's choices for the drawing."""

    @property
    def areas(self) -> Sequence[Sequence[str]]:
        """Return the groups of cities with a common ground."""

    @property
    def folders(self) -> Sequence[Traversable]:
        """Return the folders it was read from, which may contain a layout."""


@dataclass(frozen=True)
class Board:
    """The drawn parts of a ruleset, which can be sent to another process."""

    id: str
    name: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    geography: bool = True
    drawing: Drawing = field(default=PLAIN, hash=False)
    areas: tuple[tuple[str, ...], ...] = ()
    folders: tuple[Path, ...] = ()


def board_key(board: BoardLike) -> str:
    """Return a hash of everything that a layout depends on: positions, names, routes, and how they are drawn."""
    cities = [(city.id, city.name, city.lat, city.lon, city.country) for city in board.cities]
    routes = [(route.id, route.length) for route in board.routes]
    parts: list[Any] = [cities, routes] if board.geography else [cities, routes, "no geography"]
    drawing = msgspec.structs.replace(board.drawing, palette=PLAIN.palette)  # colors are not part of a layout
    if drawing != PLAIN:
        told = msgspec.to_builtins(drawing, order="deterministic")
        for name in ("land", "insets"):  # newer than the stored layouts
            if not told[name]:
                del told[name]
        parts.append(told)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Corridor:
    """All routes between the same two cities, or all rings of a city, which run side by side along one curve."""

    a: int
    b: int
    routes: tuple[int, ...]
    slots: int

    @property
    def ring(self) -> bool:
        """Return whether it leads from a city to itself (MECH-8)."""
        return self.a == self.b

    def offset(self, lane: int) -> float:
        """Return the distance of a route from the curve."""
        return (lane - (len(self.routes) - 1) / 2) * (RING_LANE if self.ring else LANE)


def corridors(board: BoardLike) -> list[Corridor]:
    """Return the corridors of a board, in the board's order of routes; twins share one."""
    where = {city.id: i for i, city in enumerate(board.cities)}
    groups: dict[tuple[int, int], list[int]] = {}
    for number, route in enumerate(board.routes):
        ends = sorted((where[route.a], where[route.b]))
        groups.setdefault((ends[0], ends[1]), []).append(number)
    return [
        Corridor(a, b, tuple(members), max(board.routes[i].length for i in members))
        for (a, b), members in groups.items()
    ]


@dataclass(frozen=True)
class Home:
    """True positions on the map, at any scale, y down: see the fields of `Problem`."""

    cities: Floats
    frames: Floats
    inset: Ints


@dataclass(frozen=True)
class Problem:
    """A board as arrays. A sample is a disc on a row of slots; together the discs cover the slots."""

    a: Ints
    b: Ints
    slots: Floats
    lanes: Ints
    block: Floats  # minimum length of the row of slots
    home: Floats  # true positions of the cities on the map, at any scale, y down
    frames: Floats  # of insets on the map, at the same scale: x, y (their middles), half the width, half the height
    inset: Ints  # of each city: the number of its inset, or MAIN
    sample_corridor: Ints
    sample_offset: Floats
    sample_at: Floats  # 0 for the first disc of the row .. 1 for the last
    sample_radius: Floats
    pair_i: Ints
    pair_j: Ints
    pair_apart: Floats
    pair_weight: Floats

    @property
    def cities(self) -> int:
        """Return the number of cities."""
        return len(self.home)

    @property
    def ring(self) -> Mask:
        """Return which corridors lead from a city to itself (MECH-8)."""
        out: Mask = self.a == self.b
        return out


def make_problem(rows: Sequence[Corridor], home: Home, loose: Sequence[bool]) -> Problem:
    """Return the arrays for the solver. `loose` cities are bound less strongly to their true positions."""
    places = np.concatenate([home.cities, home.frames[:, :2]])
    discs: list[tuple[int, float, float, float]] = []  # corridor, offset, at, radius
    for g, row in enumerate(rows):
        count = max(3, round(block_length(row.slots) / (SLOT_WIDTH * 0.52)))
        for lane in range(len(row.routes)):
            radius = SLOT_WIDTH / 2 + (SWELL if row.ring else 0.0)
            discs += [(g, row.offset(lane), k / (count - 1), radius) for k in range(count)]
        # The corners of the row extend beyond its discs, and at cities it is the corners that touch other routes.
        side = row.offset(len(row.routes) - 1) + SLOT_WIDTH / 2 - CORNER
        discs += [(g, way * side, at, CORNER) for way in (-1, 1) for at in (0.0, 1.0)]
    i, j = np.triu_indices(len(places), 1)
    apart = np.hypot(*(places[i] - places[j]).T)
    ends_a, ends_b = (
        np.array([row.a for row in rows], dtype=np.int64),
        np.array([row.b for row in rows], dtype=np.int64),
    )
    straight = ends_a != ends_b
    chords = places[ends_a[straight]] - places[ends_b[straight]]
    usual = float(np.median(np.hypot(*chords.T))) if len(chords) else 1.0
    apart = np.maximum(apart, max(usual, 1e-9) * 0.3)
    # nearby cities keep their relative directions, distant ones do not matter: the map bends but does not tear
    free = np.where(np.asarray([*loose, *(False for _ in home.frames)], dtype=bool), 0.3, 1.0)
    weight = usual / apart * free[i] * free[j]
    near = apart < 3 * usual
    if len(home.frames):
        near = (near | _bound(apart, i, j, home)) & _together(i, j, home)
    i, j, apart, weight = i[near], j[near], apart[near], weight[near]
    return Problem(
        a=ends_a,
        b=ends_b,
        slots=np.array([row.slots for row in rows], dtype=np.float64),
        lanes=np.array([len(row.routes) for row in rows], dtype=np.int64),
        block=np.array([block_length(row.slots) for row in rows]),
        home=home.cities,
        frames=home.frames,
        inset=home.inset,
        sample_corridor=np.array([disc[0] for disc in discs], dtype=np.int64),
        sample_offset=np.array([disc[1] for disc in discs]),
        sample_at=np.array([disc[2] for disc in discs]),
        sample_radius=np.array([disc[3] for disc in discs]),
        pair_i=i,
        pair_j=j,
        pair_apart=apart,
        pair_weight=weight,
    )


def _together(i: Ints, j: Ints, home: Home) -> Mask:
    """Return which pairs of cities and frames keep their relative places.

    These are places on the same map, and each frame with the main map around it and the cities in it.
    """
    count = len(home.cities)
    inset = np.concatenate([home.inset, np.arange(len(home.frames))])
    main = np.concatenate([home.inset == MAIN, np.ones(len(home.frames), dtype=bool)])
    alone = (i < count) & (j < count)
    out: Mask = (inset[i] == inset[j]) | (np.logical_not(alone) & main[i] & main[j])
    return out


def _bound(apart: Floats, i: Ints, j: Ints, home: Home) -> Mask:
    """Return the pairs that bind each frame to the nearest cities, however far away these are."""
    count = len(home.cities)
    out: Mask = np.zeros(len(apart), dtype=bool)
    for frame in range(count, count + len(home.frames)):
        own = np.nonzero((j == frame) & (i < count) & (home.inset[np.minimum(i, count - 1)] == MAIN))[0]
        out[own[np.argsort(apart[own], kind="stable")[:BINDING]]] = True
    return out
