"""Turn scores of playouts into winning chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whistlestop.games.odds import mean_and_error, odds

if TYPE_CHECKING:
    import numpy.typing as npt

    from whistlestop.bots.playouts import Playouts
    from whistlestop.observation import Observation

__all__ = ["HANDICAP", "SMOOTHING", "Estimate", "Handicap", "chances", "estimate"]

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


class Estimate(NamedTuple):
    """A mean over worlds."""

    mean: float
    error: float
    """Its standard error."""

    def exceeds(self, errors: float) -> bool:
        """Return whether the mean exceeds 0 by more than this number of standard errors."""
        return self.mean > errors * self.error


def estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """Return the mean of independent values, such as one for each world."""
    found = np.empty(2)
    mean_and_error(np.ascontiguousarray(values), found)
    return Estimate(*found.tolist())


HANDICAP = Handicap(0.2, 0.02)
"""Chosen by research/calibration.py."""


def chances(found: Playouts, handicap: float, smoothing: float = SMOOTHING) -> npt.NDArray[np.float64]:
    """Return each seat's winning chance in each game; shape: actions x worlds x seats.

    The chances of a game are a softmax of its scores, softer the more scores vary between worlds. This needs far fewer
    games than counting wins, and is not overconfident when there are few. handicap: that of the seat whose playouts
    they are (`HANDICAP.of`).
    """
    scores = np.ascontiguousarray(found.scores.swapaxes(0, 1), np.float64)
    ranks = np.ascontiguousarray(found.ranks.swapaxes(0, 1))
    shares = np.empty(scores.shape)
    odds(scores, ranks, found.seat, float(handicap), float(smoothing), shares)
    return shares.swapaxes(0, 1)
