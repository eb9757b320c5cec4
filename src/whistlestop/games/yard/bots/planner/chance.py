"""Tables of probabilities in thousandths, as integers: plain Python computes the same as compiled code."""

from __future__ import annotations

import math

import numpy as np

from whistlestop.core.jit import jit

MOST = 16
MEANS = 120

# POISSON[k, m]: probability of at least k, if m tenths are expected
POISSON = np.zeros((MOST, MEANS), np.int64)
for _mean in range(MEANS):
    _below = 0.0
    for _k in range(MOST):
        POISSON[_k, _mean] = round(1000 * (1 - _below))
        _below += math.exp(-_mean / 10) * (_mean / 10) ** _k / math.factorial(_k)

# NORMAL[x + 30]: probability of less than x tenths of the standard deviation above the mean
NORMAL = np.array([round(500 * (1 + math.erf(x / 10 / math.sqrt(2)))) for x in range(-30, 31)], np.int64)
ROOT = np.array([math.isqrt(n * 1_000_000) for n in range(256)], np.int64)


@jit
def at_least(count: int, mean: int) -> int:
    """Return the probability of at least `count` events if `mean` thousandths are expected."""
    if count <= 0:
        return 1000
    if count >= MOST:
        return 0
    return int(POISSON[count, max(0, min(MEANS - 1, (mean + 50) // 100))])


@jit
def less_than(amount: int, mean: int, spread: int) -> int:
    """Return the probability that a quantity with this mean and standard deviation is less than an amount."""
    x = (amount - mean) * 10 // max(1, spread)
    return int(NORMAL[max(-30, min(30, x)) + 30])
