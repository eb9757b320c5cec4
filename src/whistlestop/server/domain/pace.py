"""The pace of a game: ratings are separate for each pace (docs/ratings.md)."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from whistlestop.server.domain.clock import ClockSettings

Pace = Literal["live", "slow"]
PACES: tuple[Pace, ...] = get_args(Pace)

SLOW_TURN = 3600
"""Minimum seconds per turn of a slow game."""
SLOW_GAME = 24 * 3600
"""Minimum seconds per player for the whole of a slow game."""


def pace_of(clock: str | None) -> Pace:
    """Return whether a game is played in one sitting or over days, from its stored clock settings."""
    if clock is None:
        return "live"
    settings = msgspec.json.decode(clock, type=ClockSettings)
    slow = SLOW_TURN if settings.kind == "turn" else SLOW_GAME
    return "slow" if settings.seconds >= slow else "live"
