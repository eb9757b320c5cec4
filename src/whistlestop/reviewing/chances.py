"""From the scores of playouts to chances to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from whistlestop.bots.playouts import Playouts
    from whistlestop.observation import Observation

__all__ = ["HANDICAP", "SMOOTHING", "Handicap", "chances"]

SMOOTHING = 0.6
"""Of the spread of the scores: as far as a result is smoothed. Chosen by research/calibration.py."""


class Handicap(NamedTuple):
    """By how much the others are better than a seat imagines them, in shares of the spread of its playouts.

    They know their tickets, which it has to guess, and the longer they have played for them the more that is worth.
    """

    beginning: float
    """Before the first turn."""
    turn: float
    """And more for each turn that everybody has had."""
    most: float = 0.8

    def of(self, observation: Observation) -> float:
        """That of the seat of an observation."""
        turns = int(observation.record["turn"]) / int(observation.record["players"])
        return min(self.most, self.beginning + self.turn * turns)


HANDICAP = Handicap(0.2, 0.02)
"""Chosen by research/calibration.py as well."""
TIE = 0.5
"""Points that a winner by tie-break is better."""
LEAST = 0.02
"""Points; scores that never differ are smoothed so far."""


def chances(found: Playouts, handicap: float, smoothing: float = SMOOTHING) -> npt.NDArray[np.float64]:
    """Each seat's chance to win each game, had it gone a little differently: actions x worlds x seats.

    The seats of a game share 1 by a softmax of their scores, the softer the more the scores spread over the worlds. It
    tells more than who has won: far fewer games suffice, and few games do not make it too sure of itself. handicap: of
    the seat whose playouts they are (`HANDICAP.of`).
    """
    winners = found.ranks == 1
    scores: npt.NDArray[Any] = found.scores + TIE * winners / winners.sum(axis=2, keepdims=True)
    lead = scores - scores.mean(axis=2, keepdims=True)
    spread = np.sqrt(lead.var(axis=1).mean())
    lead[:, :, found.seat] -= handicap * spread
    lead = (lead - lead.max(axis=2, keepdims=True)) / max(smoothing * spread, LEAST)
    odds = np.exp(lead)
    shares: npt.NDArray[np.float64] = odds / odds.sum(axis=2, keepdims=True)
    return shares
