"""How often players have met."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop.tournaments.model import Pairing


class Meetings:
    """How often each two entries sat at one table, and who has had a bye."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self._met: Counter[tuple[int, int]] = Counter()
        self.byes: Counter[int] = Counter()
        for one in pairings:
            if len(one.seats) == 1:
                self.byes[one.seats[0]] += 1
            self._met.update(combinations(sorted(one.seats), 2))

    def __call__(self, one: int, other: int) -> int:
        """Return how often two entries have met."""
        return self._met[min(one, other), max(one, other)]
