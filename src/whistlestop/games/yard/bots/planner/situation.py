"""A player's situation, now or after an action: the record from which plans are valued."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from whistlestop.core.fields import CARDS
from whistlestop.core.jit import jit
from whistlestop.games.yard.sizes import TICKETS

i8 = np.int64

SITUATION = np.dtype(
    [
        ("stock", i8, CARDS),  # cards that are or will be on the stack, in thousandths
        ("hand", i8, CARDS),
        ("time", i8),  # the seat's remaining turns, in thousandths
        ("count", i8),
        ("ticket", i8, TICKETS),  # the tickets held, in the order in which a plan serves them
    ],
    align=True,
)
Situation: TypeAlias = np.void
"""A SITUATION record."""


@jit
def copy_situation(source: Situation, target: Situation) -> None:
    """Copy a situation, to try an action on the copy."""
    for card in range(CARDS):
        target["stock"][card] = source["stock"][card]
        target["hand"][card] = source["hand"][card]
    target["time"] = source["time"]
    target["count"] = source["count"]
    for place in range(source["count"]):
        target["ticket"][place] = source["ticket"][place]
