"""The pace of a game: ratings are separate for each pace (docs/ratings.md)."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from whistlestop.server.domain.clock import SLOW_TURN, ClockSettings

Pace = Literal["live", "slow"]
PACES: tuple[Pace, ...] = get_args(Pace)

SLOW_GAME = 24 * 3600
"""Minimum seconds per player for the whole of a slow game."""


def pace_of(clock: str | None) -> Pace:
    """Return whether a game is played in one sitting or over days, from its stored clock settings."""
    if clock is None:
        return "live"
    return "slow" if is_slow(msgspec.json.decode(clock, type=ClockSettings)) else "live"


def is_slow(settings: ClockSettings) -> bool:
    """Return whether a game with this clock is played over days."""
    return settings.seconds >= (SLOW_TURN if settings.kind == "turn" else SLOW_GAME)
