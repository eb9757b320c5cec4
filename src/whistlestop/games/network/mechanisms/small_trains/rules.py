"""Small trains (MECH-7): the stock of each player. Claims compare every route with its own stock and take from it."""

from __future__ import annotations

from whistlestop.core.fields import PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import Mechanism


@jit
def clear(s: State, r: Rules, players: int) -> None:
    """Give all players their small trains, which their trains include."""
    for player in range(players):
        s["small_trains"][player] = r["small_trains"]


MECHANISM = Mechanism(
    columns=[("small_trains", i2)],
    fields=[Field("small_trains", PUBLIC, i2, (PLAYERS,))],
    clear=clear,
)
