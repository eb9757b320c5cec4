"""The bonus for the longest path (USA-34, EUR-33), and its tie-breaker (USA-35)."""

from __future__ import annotations

from whistlestop.core.fields import PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import BEYOND, Mechanism, ScorePart
from whistlestop.games.network.board.paths import longest_trail
from whistlestop.games.network.mechanisms.codes import TIE_BREAKS

HOLDS_BONUS = 3
"""A tie-breaker: holding the bonus."""
LONGER_PATH = next(TIE_BREAKS)
"""A tie-breaker: the longer path."""


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Measure the longest path of a player's routes (COM-13)."""
    s["longest"][player] = longest_trail(
        r["route_a"], r["route_b"], r["route_length"], s["owned"][player, 0], s["owned"][player, 1]
    )


@jit
def award(s: State, r: Rules) -> None:
    """Give the bonus to every player with the longest path (USA-34, RUL-44, RUL-45)."""
    longest = 0
    for player in range(s["players"]):
        longest = max(longest, int(s["longest"][player]))
    for player in range(s["players"]):
        holds = longest > 0 and s["longest"][player] == longest
        s["bonus"][player] = r["longest_bonus"] if holds else 0


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """Return the player's value for either tie-breaker: holding the bonus (USA-35), or the longest path (NOR-12)."""
    if criterion == LONGER_PATH:
        return int(s["longest"][player])
    return int(s["bonus"][player] > 0) if criterion == HOLDS_BONUS else BEYOND


MECHANISM = Mechanism(
    columns=[("longest_bonus", i2)],
    fields=[Field("longest", PUBLIC, i2, (PLAYERS,))],  # set when the game is over
    score=score,
    award=award,
    parts=[ScorePart("longest", "bonus")],
    tie_break=tie_break,
)
