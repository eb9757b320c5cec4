"""Actions that draw train cards: the blind draw first, then those from the market (USA-7, CARD-15).

Each machine defines the possible draws: `blind`, and the cards that can be taken from the market, as a bit set.
"""

from __future__ import annotations

import numpy as np

from .bits import nth_set_bit, popcount
from .fields import CARDS
from .jit import jit
from .types import Actions, CardSet, Rules


@jit
def list_draws(r: Rules, blind: bool, cards: CardSet, out: Actions, size: int) -> int:
    """Write the draws to `out` from index `size` on; return the new size."""
    if blind:
        out[size] = r["id_draw"]
        size += 1
    for card in range(CARDS):
        if (cards >> card) & 1:
            out[size] = r["id_take"] + card
            size += 1
    return size


@jit
def count_draws(blind: bool, cards: CardSet) -> int:
    """Return how many actions `list_draws` writes."""
    return int(popcount(np.uint64(cards))) + (1 if blind else 0)


@jit
def nth_draw(r: Rules, blind: bool, cards: CardSet, index: int) -> int:
    """Return the n-th action of `list_draws`."""
    if blind:
        if index == 0:
            return int(r["id_draw"])
        index -= 1
    return int(r["id_take"]) + int(nth_set_bit(np.uint64(cards), index))
