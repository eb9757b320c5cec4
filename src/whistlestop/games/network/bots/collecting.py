"""Collecting cards for one route at a time: missing cards, which card to take, and answers to other decisions."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.deck import cards_in_all
from whistlestop.core.fields import CARDS, COLORS, NONE, SECOND_DRAW, WILD
from whistlestop.core.jit import jit
from whistlestop.core.tickets import subset_size
from whistlestop.core.types import Actions, Integers, Observation, Rules, Work
from whistlestop.games.network.mechanisms.cards.rules import can_draw, takeable
from whistlestop.games.network.mechanisms.claims.lists import reach
from whistlestop.games.network.sizes import LENGTH, WORDS
from whistlestop.games.network.turn import list_legal

from .payments import can_pay, sparing_claim

SCALE = 1000


@jit
def missing_cards(o: Observation, r: Rules, player: int, route: int, color: int) -> int:
    """Return how many cards must be drawn before the route can be paid for in this color."""
    length = int(r["route_length"][route])
    held = int(o["hand"][player, color])
    wilds = int(o["hand"][player, WILD])
    fixed = int(r["claim_wild_min"][route])
    spare = max(0, wilds - fixed)
    if not can_pay(r, route, WILD, 0, length):  # wilds cannot pay for this route
        spare = 0
    return max(0, fixed - wilds) + max(0, length - fixed - held - spare)


@jit
def uses_color(r: Rules, route: int, color: int) -> bool:
    """Return whether cards of the color can pay for the route."""
    return can_pay(r, route, color, LENGTH, int(r["claim_wild_min"][route]))


@jit
def fewest_missing(o: Observation, r: Rules, player: int, route: int) -> int:
    """Return how many cards must be drawn before the route can be paid for in the best color."""
    fewest = 1000
    for color in range(COLORS):
        if uses_color(r, route, color):
            fewest = min(fewest, missing_cards(o, r, player, route, color))
    if fewest == 1000:  # a ferry that only wilds can pay for
        fewest = max(0, int(r["route_length"][route]) - int(o["hand"][player, WILD]))
    return fewest


@jit
def value_cards(
    o: Observation, r: Rules, player: int, route: int, fewest: int, worth: int, value: Integers
) -> None:
    """Raise the value of each card that brings the route closer to `worth`; `fewest` cards are missing."""
    for color in range(COLORS):
        if uses_color(r, route, color) and missing_cards(o, r, player, route, color) == fewest:
            value[color] = max(value[color], worth)
    if can_pay(r, route, WILD, 0, int(r["route_length"][route])):
        value[WILD] = max(value[WILD], worth)


@jit
def best_by_time(o: Observation, r: Rules, player: int, gain: Integers, last: bool, value: Integers) -> int:
    """Return the route with the most gain per turn, and write the value of one more copy of each card to `value`.

    gain: by route. last: consider only routes that can be paid for now. Returns NONE if there is no route.
    """
    best = NONE
    best_rate = 0
    value[:] = 0
    for word in range(WORDS):
        rest = reach(o, r, player, word)
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            fewest = fewest_missing(o, r, player, route)
            if last and fewest > 0:
                continue
            rate = int(gain[route]) * SCALE // (2 + fewest)
            if rate > best_rate:
                best = route
                best_rate = rate
            if fewest > 0:
                value_cards(o, r, player, route, fewest, rate, value)
    return best


@jit
def draw_card(o: Observation, r: Rules, value: Integers) -> int:
    """Return the market's best card if it is better than a random one, otherwise a blind draw."""
    second = o["phase"] == SECOND_DRAW
    blind = 0
    for card in range(CARDS):
        blind += value[card] * int(r["copies"][card])
    blind //= cards_in_all(r)
    cards = takeable(o, r, second)
    best = NONE
    most = blind if can_draw(o, r, second) else -1
    for card in range(CARDS):
        worth = value[card]
        if card == WILD and r["wild_ends_draw"]:
            worth //= 2  # a wild takes both draws
        if (cards >> card) & 1 and worth > most:
            best = card
            most = worth
    if best != NONE:
        return int(r["id_take"]) + best
    return int(r["id_draw"]) if can_draw(o, r, second) else NONE


@jit
def claim_or_draw(o: Observation, r: Rules, player: int, route: int, value: Integers, legal: Actions) -> int:
    """Claim the route if the hand can pay for it, otherwise take the most valuable card. route may be NONE."""
    if o["phase"] != SECOND_DRAW and route != NONE:
        claim = sparing_claim(o, r, player, route)
        if claim != NONE:
            return claim
    action = draw_card(o, r, value)
    if action != NONE:
        return action
    list_legal(o, r, player, legal)
    return int(legal[0])


@jit
def cheapest_tickets(o: Observation, r: Rules, _w: Work, player: int, least_kept: int) -> int:
    """Return the smallest subset of the offer that may be kept, with the least to lose."""
    best = 0
    least = 1 << 30
    for subset in range(1 << int(o["offer_size"][player])):
        if subset_size(subset) >= least_kept:
            loss = 0
            for place in range(o["offer_size"][player]):
                if (subset >> place) & 1:
                    loss += int(r["ticket_loss"][o["offer"][player, place]])
            if loss < least:
                best = subset
                least = loss
    return int(r["id_keep"]) + best
