"""Counting consecutive passes (RUL-13). `games.mechanisms.turn` defines passing itself, for all kinds."""

from __future__ import annotations

from whistlestop.core.fields import PASS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import Mechanism


@jit
def begin(s: State, r: Rules, action: int) -> None:
    """Count consecutive passes."""
    s["passes"] = s["passes"] + 1 if r["action_type"][action] == PASS else 0


@jit
def ends_game(s: State, _r: Rules) -> bool:
    """Return whether all players have passed consecutively."""
    return bool(s["passes"] == s["players"])


MECHANISM = Mechanism(fields=[Field("passes", PUBLIC, i2)], begin=begin, ends_game=ends_game)
