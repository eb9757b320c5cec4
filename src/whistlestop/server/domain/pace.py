"""At which pace a game is played, for ratings are kept apart by it (docs/ratings.md)."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from whistlestop.server.domain.clock_settings import ClockSettings

Pace = Literal["live", "slow"]
PACES: tuple[Pace, ...] = get_args(Pace)

SLOW_TURN = 3600
"""Seconds for a turn from which on a game is slow."""
SLOW_GAME = 24 * 3600
"""The same for the whole game of a player."""


def pace_of(clock: str | None) -> Pace:
    """Whether a game is played at one sitting or over days, by the settings of its clock as they are stored."""
    if clock is None:
        return "live"
    settings = msgspec.json.decode(clock, type=ClockSettings)
    slow = SLOW_TURN if settings.kind == "turn" else SLOW_GAME
    return "slow" if settings.seconds >= slow else "live"
