"""Seats at a table, so that each player sits in each seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop.tournaments.model import Pairing


class SeatCounts:
    """How often each entry had each seat, and how early it sat on average."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self._had: Counter[tuple[int, int]] = Counter()
        self._early: Counter[int] = Counter()
        for one in pairings:
            self.add(one.seats)

    def add(self, seats: Sequence[int]) -> None:
        """Count a table."""
        if len(seats) < 2:
            return
        for seat, entry in enumerate(seats):
            self._had[entry, seat] += 1
            self._early[entry] += _lean(seat, len(seats))

    def order(self, players: Sequence[int]) -> tuple[int, ...]:
        """Return the players of a table in the order of their seats; of equally good orders, the first.

        The average position counts first, since going early too often is what matters. How often players have had each
        seat counts second.
        """
        return min(permutations(players), key=self._cost)

    def _cost(self, order: tuple[int, ...]) -> tuple[int, int]:
        size = len(order)
        if size < 2:
            return 0, 0
        lean = sum((self._early[entry] + _lean(seat, size)) ** 2 for seat, entry in enumerate(order))
        return lean, sum(self._had[entry, seat] for seat, entry in enumerate(order))


def _lean(seat: int, size: int) -> int:
    """Return a seat's position between -12 (first) and 12 (last)."""
    return 24 * seat // (size - 1) - 12
