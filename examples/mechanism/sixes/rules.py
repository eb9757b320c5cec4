"""A bonus for the most routes of length 6; tied players share it."""

from __future__ import annotations

from whistlestop.core.bits import popcount
from whistlestop.core.fields import PLAYERS, i2, u8
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import Mechanism, ScorePart
from whistlestop.games.network.sizes import WORDS


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Count the routes of length 6."""
    count = 0
    for word in range(WORDS):
        count += popcount(s["owned"][player, word] & r["sixes"][word])
    s["sixes"][player] = count


@jit
def award(s: State, r: Rules) -> None:
    """Give the bonus to all players with the most."""
    most = 1
    for player in range(s["players"]):
        most = max(most, int(s["sixes"][player]))
    for player in range(s["players"]):
        s["six_bonus"][player] = r["six_bonus"] if s["sixes"][player] == most else 0


MECHANISM = Mechanism(
    columns=[("six_bonus", i2), ("sixes", u8, WORDS)],  # points, and the routes that count
    fields=[Field("sixes", PUBLIC, i2, (PLAYERS,)), Field("six_bonus", PUBLIC, i2, (PLAYERS,))],
    score=score,
    award=award,
    parts=[ScorePart("sixes", "six_bonus")],
)
