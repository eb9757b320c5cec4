"""How often a player left a game or ran out of time, as other players see it before a game."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.server.domain.times import DAY

PERIOD = 365 * DAY
"""The period in which finished games count, in milliseconds."""
LEAST = 5
"""Minimum number of games for showing it, because a few games say little."""


class Reliability(Struct, frozen=True):
    """Games with other people that ended in the past 365 days, and how many of them the player did not play to the end.

    Games that were canceled or ended unfinished do not count.
    """

    games: int
    left: int

    @property
    def telling(self) -> bool:
        """Return whether there are enough games to show the figures."""
        return self.games >= LEAST
