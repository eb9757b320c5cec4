"""Compare bots pairwise and overall: the win matrix, and ratings by the Bradley-Terry model.

In the model, a beats b with probability 1 / (1 + exp(b - a)), where a and b are the strengths (R. A. Bradley and M. E.
Terry, Rank analysis of incomplete block designs, Biometrika 39, 1952). Strengths are shown on the Elo scale.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .summary import Tally, Z, describe, moments_interval, share_interval

__all__ = ["ELO", "fit_strengths", "standings"]

ELO = 400 / math.log(10)
"""Points on the Elo scale for a difference of 1 in strength."""
PRIOR = 0.5
"""Wins and losses added to the results of each pair, so that a bot without a win does not get an infinite rating."""


def fit_strengths(
    ahead: npt.NDArray[np.float64], prior: float = PRIOR
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the most likely strengths given the results, with mean 0, and their covariance.

    ahead: (bots, bots), see `Tally`. prior: added to the results of every pair that has met; with 0, strengths diverge
    if a group of bots has no wins against the others.
    """
    met = (ahead + ahead.T) > 0
    won = ahead + prior * met
    games = won + won.T
    strengths: npt.NDArray[Any] = np.zeros(len(won))
    for _ in range(100):  # Newton's method; the likelihood has one maximum
        chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (won - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        curve = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
        strengths += step / max(1.0, float(np.abs(step).max()))
        strengths -= strengths.mean()
        if float(np.abs(step).max()) < 1e-10:
            break
    covariance: npt.NDArray[np.float64] = np.linalg.pinv(curve, hermitian=True)
    return strengths, covariance


def standings(tally: Tally, bots: Sequence[str]) -> dict[str, Any]:
    """Return the results of all bots against each other, JSON-ready: `bots`, strongest first, and the matrix of pairs.

    Both have intervals. rating: Elo points, 0 for the mean of these bots. The intervals treat results as independent.
    Games of the same deal are not, and nor are the pairs of one game with more than two players, so the intervals are
    slightly too narrow.
    """
    ahead = tally.ahead
    strengths, covariance = fit_strengths(ahead)
    spread = Z * np.sqrt(np.diag(covariance))
    by_strength = sorted(range(len(bots)), key=lambda code: (-strengths[code], bots[code]))

    def figures(code: int) -> dict[str, Any]:
        low, mean, high = (ELO * float(strengths[code] + sign * spread[code]) for sign in (-1, 0, 1))
        found = describe(tally.measures, tally.bots[code])
        rating = {"mean": mean, "low": low, "high": high}
        return {"rating": rating, **{name: found[name] for name in ("games", "win", "score")}}

    def pair(one: int, other: int) -> dict[str, Any]:
        games = int(ahead[one, other] + ahead[other, one])
        return {"ahead": float(ahead[one, other]), "games": games, **share_interval(ahead[one, other], games)}

    return {
        "unfinished": tally.unfinished,
        "turns": moments_interval(tally.lengths[1]),
        "bots": {bots[code]: figures(code) for code in by_strength},
        "pairs": {
            bots[one]: {bots[other]: pair(one, other) for other in by_strength if other != one}
            for one in by_strength
        },
    }
