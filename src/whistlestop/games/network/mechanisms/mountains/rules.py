"""Mountain routes (ASI-6), and their tie-breaker (ASI-9). The columns of claims hold their trains and points."""

from __future__ import annotations

from whistlestop.core.fields import PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import BEYOND, Mechanism
from whistlestop.games.network.board.links import owns
from whistlestop.games.network.mechanisms.codes import TIE_BREAKS

MORE_MOUNTAINS = next(TIE_BREAKS)
"""A tie-breaker: more mountain routes."""


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Count a player's mountain routes; their points count as points for routes."""
    s["mountain_routes"][player] = 0
    for route in range(r["routes"]):
        if r["route_trains"][route] > r["route_length"][route] and owns(s, player, route):
            s["mountain_routes"][player] += 1


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """Return the number of mountain routes: the player with more is ahead (ASI-9)."""
    return int(s["mountain_routes"][player]) if criterion == MORE_MOUNTAINS else BEYOND


MECHANISM = Mechanism(
    fields=[Field("mountain_routes", PUBLIC, i2, (PLAYERS,))],  # set when the game is over
    score=score,
    tie_break=tie_break,
)
