"""From the scores of playouts to chances to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from whistlestop.bots.playouts import Playouts

__all__ = ["SMOOTHING", "chances"]

SMOOTHING = 0.6
"""Of the spread of the scores: as far as a result is smoothed. Chosen by tools/calibration.py."""
HANDICAP = 0.6
"""Of the same spread: by so much the others are better than the seat imagines whose playouts they are,
for they have chosen the tickets that it has to guess. Chosen by tools/calibration.py as well."""
TIE = 0.5
"""Points that a winner by tie-break is better."""
LEAST = 0.02
"""Points; scores that never differ are smoothed so far."""


def chances(
    found: Playouts, smoothing: float = SMOOTHING, handicap: float = HANDICAP
) -> npt.NDArray[np.float64]:
    """Each seat's chance to win each game, had it gone a little differently: actions x worlds x seats.

    The seats of a game share 1 by a softmax of their scores, the softer the more the scores spread over the worlds. It
    tells more than who has won: far fewer games suffice, and few games do not make it too sure of itself.
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
