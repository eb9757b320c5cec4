"""Ways to pay for a route with the cards of a hand."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Known, Rules
from whistlestop.games.network.mechanisms.claims.lists import claim_id
from whistlestop.games.network.sizes import LENGTH


@jit
def can_pay(r: Rules, route: int, color: int, colored: int, wild: int) -> bool:
    """Return whether exactly `wild` wilds and otherwise `colored` cards of the color pay for the route.

    With color WILD: whether `wild` wilds alone do.
    """
    if color == WILD:
        word = r["payable_wild"][min(wild, LENGTH), route >> 6]
        return bool(wild == r["route_length"][route] and (word & bit(route & 63)) != np.uint64(0))
    word = r["payable"][route >> 6, min(wild, LENGTH), color, min(colored, LENGTH)]
    return bool((word & bit(route & 63)) != np.uint64(0))


@jit
def sparing_claim(s: Known, r: Rules, player: int, route: int) -> int:
    """Return the claim of the route that spends the fewest wilds, then leaves the most cards of one color.

    Returns NONE if the hand cannot pay. The route must be open to the player, who must have enough trains.
    """
    wilds = int(s["hand"][player, WILD])
    length = int(r["route_length"][route])
    for wild in range(min(wilds, length) + 1):
        best = NONE
        left = -1
        for color in range(COLORS):
            held = int(s["hand"][player, color])
            if held - (length - wild) > left and can_pay(r, route, color, held, wild):
                best = color
                left = held - (length - wild)
        if best != NONE:
            return claim_id(r, route, best, wild)
        if can_pay(r, route, WILD, 0, wild):
            return claim_id(r, route, WILD, 0)
    return NONE
