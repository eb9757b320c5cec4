"""Points and tie-breaks. Each share of a point is exact, so that every program computes the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from whistlestop.tournaments.model import BYE, POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop.tournaments.model import Pairing, Place

OPPONENTS = 12 * POINT
"""The unit of `Totals.opponents`."""
BEATEN = 24 * POINT
"""The unit of `Totals.beaten`."""


class Totals(Struct, frozen=True):
    """The points of an entry and its tie-breaks, each a whole number in its unit.

    opponents: the sum, over its tables, of the average points of its opponents. beaten: the same for opponents whom
    it beat, and half for those with the same rank. score: the sum of its scores in the games.
    """

    points: int = 0
    opponents: int = 0
    beaten: int = 0
    wins: int = 0
    score: int = 0
    tables: int = 0


class Standing(Struct, frozen=True):
    """The place of an entry. `exit`: the last knock-out round that it reached, `group`: its group."""

    place: int
    entry: int
    totals: Totals
    group: int | None = None
    exit: int | None = None


def points_of(result: Sequence[Place]) -> dict[int, int]:
    """Return the points of each entry at a table: the share of its opponents that it beat, ties counting half."""
    if len(result) == 1:
        return {result[0].entry: POINT}
    share = POINT // (2 * (len(result) - 1))
    return {one.entry: share * sum(_beats(one, other) for other in result if other != one) for one in result}


def _beats(one: Place, other: Place) -> int:
    """Return 2 if a player beat another, 1 if they have the same rank."""
    if one.rank is None:
        return 0
    if other.rank is None or one.rank < other.rank:
        return 2
    return int(one.rank == other.rank)


def totals(entries: Iterable[int], pairings: Iterable[Pairing]) -> dict[int, Totals]:
    """Return the points and tie-breaks of entries from the tables that have a result. Byes have no opponents."""
    results = [one.result for one in pairings if one.result is not None]
    points = dict.fromkeys(entries, 0)
    for result in results:
        for entry, gained in points_of(result).items():
            points[entry] = points.get(entry, 0) + gained
    found = {entry: [gained, 0, 0, 0, 0, 0] for entry, gained in points.items()}
    for result in results:
        for one in result:
            line = found[one.entry]
            line[3] += one.rank == 1
            line[4] += one.score or 0
            line[5] += one.ending != BYE
            others = [other for other in result if other is not one]
            if others:
                each = 12 // len(others)
                line[1] += each * sum(points[other.entry] for other in others)
                line[2] += each * sum(_beats(one, other) * points[other.entry] for other in others)
    return {entry: Totals(*line) for entry, line in found.items()}
