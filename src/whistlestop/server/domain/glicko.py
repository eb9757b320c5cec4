"""Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system") with weighted results, as pure functions.

Results have weights, because a game of more than two players is several comparisons but only one game: see `standings`.
With weights of 1 this is the system of the paper, whose example is a test. There are many records and they cannot form
cycles, so they are exempt from garbage collection, which would block all other work.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 173.7178
"""Glicko points per Glicko-2 point."""
START = 1500.0
WIDEST = 350.0
TAU = 0.5
"""Rate at which volatilities change: the paper suggests 0.3 to 1.2 and uses this in its example."""
EXACT = 1e-6


class Rating(msgspec.Struct, frozen=True, gc=False):
    """The rating of a player and its deviation, in points of Glicko, and the volatility."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def least(self) -> float:
        """Return the lower bound of the 95 % interval. Standings use it, so a few games never put a player on top."""
        return self.rating - 1.96 * self.deviation


class Result(msgspec.Struct, frozen=True, gc=False):
    """A comparison: the opponent before the period; 1 for ahead, 0.5 for level, 0 for behind; and its weight."""

    opponent: Rating
    score: float
    weight: float = 1.0


def expected(player: Rating, opponent: Rating) -> float:
    """Return the expected score of a player against an opponent, from 0 to 1."""
    scaled = (player.rating - opponent.rating) / SCALE
    return 1.0 / (1.0 + math.exp(-_g(opponent.deviation / SCALE) * scaled))


def after(player: Rating, results: Sequence[Result]) -> Rating:
    """Return a player's rating after one rating period with these results, which may be empty."""
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
    """Solve step 5 of the paper: the root of the function of the logarithm of the new variance (Illinois method)."""
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
