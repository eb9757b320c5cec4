"""Placing three singles, each of a color that no siding has (CARD-24, CARD-29)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import popcount
from whistlestop.core.fields import COLORS, NONE, TURN, i2
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Integers, Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, NO, YES, Mechanism
from whistlestop.games.yard.mechanisms.rows.rules import place_row, row_owner

TRIO = 10
"""The type of action: place three singles; `action_arg` has their colors as bits."""
MOST = 56  # combinations of three out of eight colors


@jit
def single_colors(s: Known, player: int) -> int:
    """Return the colors that the player holds and that no siding has, as a bit set (CARD-24, CARD-29)."""
    colors = 0
    for color in range(COLORS):
        if s["hand"][player, color] > 0 and row_owner(s, color) == NONE:
            colors |= 1 << color
    return colors


@jit
def list_trios(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the combinations of three singles that may be placed (CARD-24)."""
    free = single_colors(s, player)
    for first in range(COLORS):
        if (free >> first) & 1:
            for second in range(first + 1, COLORS):
                if (free >> second) & 1:
                    for third in range(second + 1, COLORS):
                        if (free >> third) & 1:
                            out[size] = r["trio_id"][first, second, third]
                            size += 1
    return size


@jit
def count_trios(s: State, _r: Rules, player: int, _counts: Integers, _at: int) -> int:
    """Return how many actions `list_trios` writes."""
    singles = int(popcount(np.uint64(single_colors(s, player))))
    return singles * (singles - 1) * (singles - 2) // 6


@jit
def nth_trio(s: State, r: Rules, player: int, index: int, counts: Integers, at: int) -> int:
    """Return the n-th action of `list_trios`."""
    list_trios(s, r, player, counts, at)
    return int(counts[at + index])


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether these singles may be placed (CARD-24)."""
    if r["action_type"][action] != TRIO:
        return BEYOND
    free = (int(r["action_arg"][action]) & ~single_colors(s, player)) == 0
    return YES if s["phase"] == TURN and free else NO


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Place three singles (CARD-24)."""
    if r["action_type"][action] != TRIO:
        return BEYOND
    colors = int(r["action_arg"][action])
    for color in range(COLORS):
        if (colors >> color) & 1:
            place_row(s, player, color, 1, 0)
    return ENDED


MECHANISM = Mechanism(
    columns=[("trio_id", i2, (COLORS, COLORS, COLORS))],  # ascending colors -> action, NONE if none
    list_turn=list_trios,
    count_turn=count_trios,
    nth_turn=nth_trio,
    places=MOST,
    judge=judge,
    play=play,
)
