"""Drawing train cards as actions: blind first, then from the market, by kind (USA-7, CARD-15).

What may be drawn each machine says itself: `blind`, and the kinds that may be taken as a set of bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import nth_set_bit, popcount
from .fields import KINDS
from .jit import jit


@jit
def list_draws(r: Any, blind: bool, kinds: int, out: Any, size: int) -> int:
    """Write the draws to `out` from `size` on; return the new size."""
    if blind:
        out[size] = r["id_draw"]
        size += 1
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            out[size] = r["id_take"] + kind
            size += 1
    return size


@jit
def count_draws(blind: bool, kinds: int) -> int:
    """How many actions `list_draws` writes."""
    return int(popcount(np.uint64(kinds))) + (1 if blind else 0)


@jit
def nth_draw(r: Any, blind: bool, kinds: int, n: int) -> int:
    """The n-th action of `list_draws`."""
    if blind:
        if n == 0:
            return int(r["id_draw"])
        n -= 1
    return int(r["id_take"]) + int(nth_set_bit(np.uint64(kinds), n))
