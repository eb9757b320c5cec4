"""Rank the players (COM-22, USA-35, CARD-53)."""

from __future__ import annotations

from .jit import jit
from .types import Integers, State

CRITERIA = 5
"""The final score and up to four tie-breakers."""


@jit
def is_ahead(standing: Integers, a: int, b: int) -> bool:
    """Return whether player a ranks before player b. `standing` has a row for each player; the greater row is ahead."""
    for criterion in range(CRITERIA):
        if standing[a, criterion] != standing[b, criterion]:
            return bool(standing[a, criterion] > standing[b, criterion])
    return False


@jit
def rank_players(s: State, standing: Integers) -> None:
    """Rank every player by the final score, then by the tie-breakers in their order."""
    for player in range(s["players"]):
        s["rank"][player] = 1
        for other in range(s["players"]):
            if is_ahead(standing, other, player):
                s["rank"][player] += 1
