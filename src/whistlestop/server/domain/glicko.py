"""Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system"), with weights. No I/O, no clock, no user.

A result has a weight, because a game of more than two counts as several comparisons and yet as one game:
see `standings`. With weights of 1 it is the system of the paper, whose example is a test. Records are many and hold
nothing that could hold them, so the garbage collector, for which everything else would wait, leaves them alone.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 173.7178
"""Points of Glicko for one of Glicko-2."""
START = 1500.0
WIDEST = 350.0
TAU = 0.5
"""How fast volatilities change: the paper has 0.3 to 1.2 and uses this in its example."""
EXACT = 1e-6


class Rating(msgspec.Struct, frozen=True, gc=False):
    """What is known of a player: rating and its deviation in points of Glicko, and volatility."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def least(self) -> float:
        """What the player is better than with 97.5 %: by this tables are ordered, so that few games lead nowhere."""
        return self.rating - 1.96 * self.deviation


class Result(msgspec.Struct, frozen=True, gc=False):
    """A comparison: with whom, as they were before the period; 1 won, 0.5 level, 0 lost; and what it counts."""

    opponent: Rating
    score: float
    weight: float = 1.0


def expected(player: Rating, opponent: Rating) -> float:
    """The score that a player is expected to have against an opponent, from 0 to 1."""
    scaled = (player.rating - opponent.rating) / SCALE
    return 1.0 / (1.0 + math.exp(-_g(opponent.deviation / SCALE) * scaled))


def after(player: Rating, results: Sequence[Result]) -> Rating:
    """A player after one rating period with these results, or without any."""
    phi = player.deviation / SCALE
    if not results:
        wider = math.sqrt(phi**2 + player.volatility**2)
        return Rating(player.rating, min(WIDEST, SCALE * wider), player.volatility)
    precision, gain = 0.0, 0.0
    for result in results:
        g = _g(result.opponent.deviation / SCALE)
        chance = expected(player, result.opponent)
        precision += result.weight * g * g * chance * (1.0 - chance)
        gain += result.weight * g * (result.score - chance)
    variance = 1.0 / max(precision, 1e-12)
    volatility = _volatility(phi, player.volatility, variance, variance * gain)
    before = phi**2 + volatility**2
    narrowed = 1.0 / math.sqrt(1.0 / before + 1.0 / variance)
    rating = player.rating + SCALE * narrowed**2 * gain
    return Rating(rating, min(WIDEST, SCALE * narrowed), volatility)


def _g(phi: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: where the function of the logarithm of the new variance is 0, by the Illinois method."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        whole = phi**2 + variance + e
        return e * (delta**2 - whole) / (2.0 * whole**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EXACT:
        x = low + (low - high) * f_low / (f_high - f_low)
        f_x = f(x)
        if f_x * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = x, f_x
    return math.exp(low / 2.0)
