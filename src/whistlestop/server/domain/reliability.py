"""How often a player left a game or ran out of time, as the others see it before a game with them."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.server.domain.times import DAY

PERIOD = 365 * DAY
"""How far back finished games count, in milliseconds."""
LEAST = 5
"""Games below which nothing is shown, because a few games say little."""


class Reliability(Struct, frozen=True):
    """Games with other people that ended in the past 365 days, and how many of them the player did not play to the end.

    Games that were canceled or ended unfinished do not count.
    """

    games: int
    left: int

    @property
    def telling(self) -> bool:
        """Return whether there are enough games to show it."""
        return self.games >= LEAST
