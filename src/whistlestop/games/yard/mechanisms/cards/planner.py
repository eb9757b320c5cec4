"""Which train cards the planner takes.

The player who draws the last card ends the pass after one more turn for each player (CARD-35, CARD-36).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from whistlestop.core.fields import CARDS, COLORS, MARKET, NONE, SECOND_DRAW, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.yard.bots.planner.numbers import DENY, own
from whistlestop.games.yard.bots.planner.situation import copy_situation
from whistlestop.games.yard.bots.planning import Planning, Tools
from whistlestop.games.yard.mechanisms.rows.planner import ROB_WORTH
from whistlestop.games.yard.mechanisms.rows.rules import row_size

from .rules import can_draw

DENY_CARD = own("deny_card", 2500)  # points for taking a card of a color of which an opponent holds one


@jit
def draw_cards(o: Observation, w: Work, drawn: int) -> None:
    """Set up the situation after drawing `drawn` cards, without adding any to the hand yet."""
    copy_situation(w["now"] if drawn < o["deck_size"] else w["ending"], w["trial"])


@jit
def cut_short(o: Observation, n: Numbers, w: Work, drawn: int) -> int:
    """Return the gain if drawing `drawn` cards ends the pass, so that opponents' rows yield only one more card each."""
    if drawn < o["deck_size"]:
        return 0
    coming = 0
    for other in range(o["players"]):
        if other != o["seat"]:
            for color in range(COLORS):
                for place in range(2, row_size(o, other, color) + 1):
                    coming += w["later"][place]
    return int(coming * n[ROB_WORTH] // 1000 * n[DENY] // 1000 // (int(o["players"]) - 1))


@jit
def denied(o: Observation, n: Numbers, card: int) -> int:
    """Return the value of denying opponents a card: higher, the more cards of its color they are known to hold."""
    known = 0
    for other in range(o["players"]):
        if other != o["seat"]:
            known += int(o["known"][other, card])
    return int(known * n[DENY_CARD] // (int(o["players"]) - 1))


class Drawing(NamedTuple):
    """The planner's functions for drawing cards."""

    first: Step
    """The `act` of `Planning`."""
    second: Step
    """The `decide` of `Planning`."""


@cache
def drawing(tools: Tools) -> Drawing:
    """Return the planner's functions for drawing cards."""
    worth, order_tickets = tools.worth, tools.order_tickets

    @jit
    def value_cards(o: Observation, r: Rules, n: Numbers, w: Work, drawn: int) -> tuple[int, int]:
        """Return the value of the situation after drawing `drawn` cards, and the average value of an unseen card.

        Writes the added value of one more copy of each card to `gain`.
        """
        draw_cards(o, w, drawn)
        hand = w["trial"]["hand"]
        base = worth(r, n, w, w["trial"])
        total = 0
        for card in range(CARDS):
            hand[card] += 1
            w["gain"][card] = worth(r, n, w, w["trial"]) - base
            hand[card] -= 1
            total += w["pool"][card] * w["gain"][card]
        return base + cut_short(o, n, w, drawn), int(total // max(1, w["pool_size"]))

    @jit
    def single_card(o: Observation, r: Rules, n: Numbers, w: Work, wilds: bool) -> tuple[int, int]:
        """Return the best card if it is the only or the second one, and the resulting value of the situation.

        wilds: whether one may be taken from the market.
        """
        base, blind = value_cards(o, r, n, w, 1)
        best = int(r["id_draw"])
        most = blind
        for slot in range(MARKET):
            card = int(o["market"][slot])
            if card != NONE and (wilds or card != WILD):
                value = w["gain"][card] + denied(o, n, card)
                if value > most:
                    best = int(r["id_take"]) + card
                    most = value
        return best, base + most

    @jit
    def first_of_two(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
        """Return the best card of a turn with two draws, and the value of the situation after the turn."""
        base, blind = value_cards(o, r, n, w, 2)
        best = int(r["id_draw"])
        most = base + 2 * blind
        cut = cut_short(o, n, w, 2)
        for slot in range(MARKET):
            card = int(o["market"][slot])
            if card in (NONE, WILD):
                continue
            draw_cards(o, w, 2)
            hand = w["trial"]["hand"]
            hand[card] += 1
            value = base + w["gain"][card] + blind
            for other in range(MARKET):
                more = int(o["market"][other])
                if other != slot and more not in (NONE, WILD):
                    hand[more] += 1
                    value = max(value, worth(r, n, w, w["trial"]) + cut + denied(o, n, more))
                    hand[more] -= 1
            value += denied(o, n, card)
            if value > most:
                best = int(r["id_take"]) + card
                most = value
        return best, most

    @jit
    def first_card(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
        """Return the first card of a turn, and the value of the situation after the turn."""
        if not can_draw(o):
            return NONE, 0
        if o["deck_size"] == 1:
            return single_card(o, r, n, w, True)
        best, most = first_of_two(o, r, n, w)
        for slot in range(MARKET):
            if o["market"][slot] == WILD:
                draw_cards(o, w, 1)
                w["trial"]["hand"][WILD] += 1
                value = worth(r, n, w, w["trial"]) + denied(o, n, WILD)
                if value > most:
                    best = int(r["id_take"]) + WILD
                    most = value
        return best, most

    @jit
    def second_card(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        """Return the second card of a turn."""
        if o["phase"] != SECOND_DRAW:
            return BEYOND
        order_tickets(r, n, w, w["now"])
        best, _ = single_card(o, r, n, w, False)
        return best

    return Drawing(first_card, second_card)


PLANNING = Planning(
    work=[("gain", np.int64, CARDS)],  # added value of one more copy of a card
    act=lambda tools: drawing(tools).first,
    decide=lambda tools: drawing(tools).second,
)
