"""Floating-point functions of operations that every processor rounds alike, so WebAssembly computes the same bits."""

from __future__ import annotations

import math

from .jit import jit

__all__ = ["exp"]

MOST = 700.0
"""Larger arguments count as this one, whose result is nearly the largest float."""
LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""The logarithm of 2 in two parts; the high part has few bits, so its multiples are exact."""
TERMS = 14
"""Number of terms: enough for arguments up to half the logarithm of 2."""


@jit
def exp(x: float) -> float:
    """Return e to the power of x, accurate to about the last bit."""
    x = min(max(x, -MOST), MOST)
    twos = math.floor(x * LOG2_E + 0.5)
    rest = (x - twos * LN2_HIGH) - twos * LN2_LOW
    found = 1.0
    for term in range(TERMS, 0, -1):
        found = 1.0 + found * rest / term
    factor = 2.0 if twos > 0 else 0.5
    for _ in range(abs(twos)):
        found *= factor
    return found
