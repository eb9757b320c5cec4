"""The bonus for the most completed tickets (USA-38)."""

from __future__ import annotations

from whistlestop.core.fields import PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import Mechanism, ScorePart


@jit
def award(s: State, r: Rules) -> None:
    """Give the bonus to every player with the most completed tickets (USA-38, RUL-85)."""
    most = 0
    for player in range(s["players"]):
        most = max(most, int(s["completed"][player]))
    for player in range(s["players"]):
        holds = most > 0 and s["completed"][player] == most
        s["most_tickets"][player] = r["most_tickets_bonus"] if holds else 0


MECHANISM = Mechanism(
    columns=[("most_tickets_bonus", i2)],
    fields=[Field("most_tickets", PUBLIC, i2, (PLAYERS,))],  # set when the game is over
    award=award,
    parts=[ScorePart("most_tickets", "most_tickets")],
)
