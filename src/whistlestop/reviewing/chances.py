"""Turn scores of playouts into winning chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from whistlestop.bots.playouts import Playouts
    from whistlestop.observation import Observation

__all__ = ["HANDICAP", "SMOOTHING", "Handicap", "chances"]

SMOOTHING = 0.6
"""Smoothing, as a share of the spread of scores. Chosen by research/calibration.py."""


class Handicap(NamedTuple):
    """How much better opponents are than a seat's playouts assume, as a share of the spread of its scores.

    They know their tickets, which the seat must guess. This knowledge is worth more the longer they have played.
    """

    beginning: float
    """Before the first turn."""
    turn: float
    """Addition for each turn that every player has had."""
    most: float = 0.8

    def of(self, observation: Observation) -> float:
        """Return the handicap of an observation's seat."""
        turns = int(observation.record["turn"]) / int(observation.record["players"])
        return min(self.most, self.beginning + self.turn * turns)


HANDICAP = Handicap(0.2, 0.02)
"""Chosen by research/calibration.py."""
TIE = 0.5
"""Points added for a win by tie-break."""
LEAST = 0.02
"""Minimum smoothing, in points, for scores that never differ."""


def chances(found: Playouts, handicap: float, smoothing: float = SMOOTHING) -> npt.NDArray[np.float64]:
    """Return each seat's winning chance in each game; shape: actions x worlds x seats.

    The chances of a game are a softmax of its scores, softer the more scores vary between worlds. This needs far fewer
    games than counting wins, and is not overconfident when there are few. handicap: that of the seat whose playouts
    they are (`HANDICAP.of`).
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
