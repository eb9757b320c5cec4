"""The turns and cards that claims take, as shown to players; calculated like the planner's `timing.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core.fields import COLORS as COLOR_NUMBERS
from whistlestop.core.fields import WILD
from whistlestop.format import COLORS
from whistlestop.games.network.bots.kernels import KERNELS
from whistlestop.games.network.bots.planner.numbers import KEEP_TRAIN, TOLD, TRAIN

from .shapes import Lacking


def told_numbers(ruleset: str) -> npt.NDArray[np.int64]:
    """Return the planner's numbers for turns shown to players on a board (`numbers.TOLD`), by the board's id."""
    return KERNELS["planner"].numbers_for(ruleset, TOLD)


def keeping_numbers(ruleset: str) -> npt.NDArray[np.int64]:
    """Return the planner's numbers on a board, with the price of trains at which it chooses tickets.

    While many cards are still to be drawn, the planner prices trains higher, gives up tickets that it has just kept,
    and usually plans them again a few turns later.
    """
    numbers = KERNELS["planner"].numbers_for(ruleset)
    numbers[TRAIN] = numbers[KEEP_TRAIN]
    return numbers


def cards_needed(r: Any, w: Any, routes: Iterable[int], stations: int) -> Lacking:
    """Return the cards missing from the hand to claim routes and to build stations one after the other.

    Gray routes are paid with the cards left over from colored routes. Wilds that no ferry needs replace the color with
    the most missing cards, where allowed. The surcharge of a tunnel is unknown and left out.
    """
    hand = [int(count) for count in w["hand"]]
    needed, pure = [0] * COLOR_NUMBERS, [0] * COLOR_NUMBERS
    gray = [(int(w["next_station"]) + n, True) for n in range(stations)]  # EUR-23
    wilds = hand[WILD]
    for route in routes:
        fixed = int(r["claim_wild_min"][route])
        rest = int(r["route_length"][route]) - fixed
        color, wild_ok = int(w["color"][route]), bool(w["wild_ok"][route])
        wilds -= fixed
        if color == WILD:
            gray.append((rest, wild_ok))
        else:
            needed[color] += rest
            pure[color] += 0 if wild_ok else rest
    spare = [max(0, have - need) for have, need in zip(hand, needed, strict=False)]
    lack = [max(0, need - have) for have, need in zip(hand, needed, strict=False)]
    strict = [
        max(0, need - have) for have, need in zip(hand, pure, strict=False)
    ]  # cards that no wild can replace
    gray_lack = {True: 0, False: 0}
    for length, wild_ok in sorted(gray, reverse=True):
        color = gray_color(spare, length)
        paid = min(length, spare[color])
        spare[color] -= paid
        gray_lack[wild_ok] += length - paid
    for _ in range(wilds):
        worst = max(range(COLOR_NUMBERS), key=lambda color: lack[color] - strict[color])
        if lack[worst] > strict[worst]:
            lack[worst] -= 1
        elif gray_lack[True]:
            gray_lack[True] -= 1
    return Lacking(
        colors={COLORS[color]: count for color, count in enumerate(lack) if count},
        gray=sum(gray_lack.values()),
        wilds=max(0, -wilds),
    )


def gray_color(spare: list[int], length: int) -> int:
    """Return the best color for a gray route: the smallest sufficient holding, otherwise the largest."""
    enough = [color for color, count in enumerate(spare) if count >= length]
    if enough:
        return min(enough, key=lambda color: spare[color])
    return max(range(len(spare)), key=lambda color: spare[color])
