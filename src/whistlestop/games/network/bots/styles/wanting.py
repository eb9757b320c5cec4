"""What most styles do once they know how much they want each route: claim the first that they can, or draw for it."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, NONE, SECOND_DRAW
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Integers, Observation, Rules
from whistlestop.games.network.bots.collecting import SCALE, claim_or_draw, fewest_missing, value_cards
from whistlestop.games.network.bots.payments import sparing_claim


@jit
def most_wanted(o: Observation, r: Rules, player: int, worth: Integers, payable: bool) -> int:
    """The route that is worth the most; of several that for which the fewest cards are missing.

    payable: only of those that the hand can pay for. NONE if none is worth anything.
    """
    best = NONE
    most = 0
    fewest = 0
    for route in range(r["routes"]):
        if worth[route] <= 0 or worth[route] < most:
            continue
        if payable and sparing_claim(o, r, player, route) == NONE:
            continue
        missing = fewest_missing(o, r, player, route)
        if worth[route] > most or missing < fewest:
            best = route
            most = int(worth[route])
            fewest = missing
    return best


@jit
def pursue(o: Observation, r: Rules, player: int, route: int, legal: Actions) -> int:
    """Claim this route, or take the card that brings it nearer; NONE: any card."""
    value = np.zeros(CARDS, np.int64)
    if route != NONE:
        value_cards(o, r, player, route, fewest_missing(o, r, player, route), SCALE, value)
    return claim_or_draw(o, r, player, route, value, legal)


@jit
def pursue_any(o: Observation, r: Rules, player: int, worth: Integers, legal: Actions) -> int:
    """Claim what is worth the most of all that the hand can pay for; if it can pay for nothing, draw."""
    route = NONE
    if o["phase"] != SECOND_DRAW:
        route = most_wanted(o, r, player, worth, True)
    if route == NONE:
        route = most_wanted(o, r, player, worth, False)
    return pursue(o, r, player, route, legal)
