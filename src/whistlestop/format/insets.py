"""Insets of a map: which cities are in them, and whether they fit the board. Everything is in degrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import cos, radians
from typing import NamedTuple, Protocol

from .check import Problem
from .look import Inset, Rectangle
from .shape import Path, written

__all__ = ["MAIN", "check_insets", "inset_numbers", "span"]

MAIN = -1
"""The number of the main map, in place of the number of an inset."""

NORTHERNMOST = 85.0
WIDEST = 180.0
LONGEST = 4.0
"""The longer side of a rectangle as a multiple of the shorter one."""
SMALLEST = 0.05
"""The longer side of a box as a part of that of the main map."""


class Placed(Protocol):
    """A city with its position, if known."""

    @property
    def id(self) -> str:
        """Return the slug."""

    @property
    def lat(self) -> float | None:
        """Return the degrees north."""

    @property
    def lon(self) -> float | None:
        """Return the degrees east."""


class _Extent(NamedTuple):
    """A rectangle around a meridian: west and east are relative to it, so they can be compared."""

    west: float
    south: float
    east: float
    north: float

    @property
    def stretch(self) -> float:
        """Return the length of a degree of longitude, in degrees of latitude."""
        return cos(radians((self.south + self.north) / 2))

    @property
    def sides(self) -> tuple[float, float]:
        """Return width and height, in degrees of latitude."""
        return (self.east - self.west) * self.stretch, self.north - self.south

    def meets(self, other: _Extent) -> bool:
        """Return whether two rectangles have an area in common."""
        return (
            max(self.west, other.west) < min(self.east, other.east)
            and max(self.south, other.south) < min(self.north, other.north)
        )  # fmt: skip


def span(rectangle: Rectangle) -> float:
    """Return the degrees from west to east."""
    west, _, east, _ = rectangle
    return (east - west) % 360.0


def _holds(rectangle: Rectangle, lon: float, lat: float) -> bool:
    west, south, _, north = rectangle
    return south <= lat <= north and (lon - west) % 360.0 <= span(rectangle)


def inset_numbers(insets: Sequence[Inset], cities: Sequence[Placed]) -> list[int]:
    """Return the number of each city's inset, or `MAIN`. A city is in the first inset that shows its position."""
    return [
        next(
            (
                n
                for n, inset in enumerate(insets)
                if city.lat is not None and city.lon is not None and _holds(inset.earth, city.lon, city.lat)
            ),
            MAIN,
        )
        for city in cities
    ]


def check_insets(
    where: Path, insets: Sequence[Inset], cities: Sequence[Placed], geography: bool
) -> Iterator[Problem]:
    """Check that insets are parts of the earth, and that their boxes have a place on the board."""
    wrong = [problem for n, inset in enumerate(insets) for problem in _rectangles((*where, n), inset)]
    yield from wrong
    if wrong or not insets:
        return
    if not geography:
        yield Problem(f"{written(where)}: they need geography = true", where, (("geography",),))
        return
    yield from _apart(where, insets, "earth")
    yield from _apart(where, insets, "box")
    main = [
        city for city, number in zip(cities, inset_numbers(insets, cities), strict=True) if number == MAIN
    ]
    places = [(city.lon, city.lat) for city in main if city.lon is not None and city.lat is not None]
    if len(places) < max(len(main), 2):
        text = f"{written(where)}: all cities need positions, and at least two must be outside of the insets"
        yield Problem(text, where, (("cities",),))
        return
    meridian = places[0][0]
    lons = [_from(meridian, lon) for lon, _ in places]
    lats = [lat for _, lat in places]
    board = _Extent(min(lons), min(lats), max(lons), max(lats))
    for n, inset in enumerate(insets):
        yield from _on_board((*where, n, "box"), _extent(inset.box, meridian), board)
        for city, (lon, lat) in zip(main, places, strict=True):
            if _holds(inset.box, lon, lat):
                row = next(k for k, one in enumerate(cities) if one is city)
                text = f"{written((*where, n, 'box'))}: city {city.id} would lie under it"
                yield Problem(text, (*where, n, "box"), (("cities", row),))


def _rectangles(where: Path, inset: Inset) -> Iterator[Problem]:
    for name, rectangle in (("earth", inset.earth), ("box", inset.box)):
        here = (*where, name)
        if not _on_earth(rectangle):
            text = f"{written(here)}: write west, south, east, north in degrees, at most 180 wide"
            yield Problem(text, here)
            continue
        width, height = _extent(rectangle, rectangle[0]).sides
        if max(width, height) > LONGEST * min(width, height):
            text = f"{written(here)}: one side is more than {LONGEST:g} times as long as the other"
            yield Problem(text, here)


def _on_earth(rectangle: Rectangle) -> bool:
    if len(rectangle) != 4:
        return False
    west, south, east, north = rectangle
    return (
        max(abs(west), abs(east)) <= 180
        and -NORTHERNMOST <= south < north <= NORTHERNMOST
        and 0 < span(rectangle) <= WIDEST
    )


def _from(meridian: float, lon: float) -> float:
    """Return the degrees east of a meridian, from -180 to 180."""
    return (lon - meridian + 180.0) % 360.0 - 180.0


def _extent(rectangle: Rectangle, meridian: float) -> _Extent:
    west, south, _, north = rectangle
    middle = _from(meridian, west + span(rectangle) / 2)
    return _Extent(middle - span(rectangle) / 2, south, middle + span(rectangle) / 2, north)


def _apart(where: Path, insets: Sequence[Inset], part: str) -> Iterator[Problem]:
    rectangles: list[Rectangle] = [getattr(inset, part) for inset in insets]
    for (m, one), (n, other) in combinations(enumerate(rectangles), 2):
        if _extent(one, one[0]).meets(_extent(other, one[0])):
            here, there = (*where, n, part), (*where, m, part)
            yield Problem(f"{written(here)}: it overlaps {written(there)}", here, (there,))


def _on_board(where: Path, box: _Extent, board: _Extent) -> Iterator[Problem]:
    """Check a box that may be beside the main map, but not farther away than this is wide or high."""
    side, longest = max(board.sides), max(box.sides)
    if longest > side or longest < SMALLEST * side:
        text = "it is larger than the main map" if longest > side else "it is too small for the main map"
        yield Problem(f"{written(where)}: {text}", where, (("cities",),))
    wide, high = side / board.stretch, side
    if (
        box.west < board.west - wide
        or box.east > board.east + wide
        or box.south < board.south - high
        or box.north > board.north + high
    ):
        text = "it is too far from the main map; move it nearer to the other cities"
        yield Problem(f"{written(where)}: {text}", where, (("cities",),))
