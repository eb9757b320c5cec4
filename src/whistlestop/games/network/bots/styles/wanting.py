"""The shared part of most styles: claim the route with the highest value, or draw for it."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, NONE, SECOND_DRAW
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Integers, Observation, Rules
from whistlestop.games.network.bots.collecting import SCALE, claim_or_draw, fewest_missing, value_cards
from whistlestop.games.network.bots.payments import sparing_claim


@jit
def most_wanted(o: Observation, r: Rules, player: int, worth: Integers, payable: bool) -> int:
    """Return the route with the highest value; among equal ones, that with the fewest missing cards.

    payable: consider only routes that the hand can pay for. Returns NONE if no route has a value.
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
    """Claim this route, or take the card that helps it the most; NONE: any card."""
    value = np.zeros(CARDS, np.int64)
    if route != NONE:
        value_cards(o, r, player, route, fewest_missing(o, r, player, route), SCALE, value)
    return claim_or_draw(o, r, player, route, value, legal)


@jit
def pursue_any(o: Observation, r: Rules, player: int, worth: Integers, legal: Actions) -> int:
    """Claim the most valuable route that the hand can pay for; if there is none, draw."""
    route = NONE
    if o["phase"] != SECOND_DRAW:
        route = most_wanted(o, r, player, worth, True)
    if route == NONE:
        route = most_wanted(o, r, player, worth, False)
    return pursue(o, r, player, route, legal)
