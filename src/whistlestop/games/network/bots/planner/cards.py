"""Choose which cards to draw: those that shorten the plan the most."""

from __future__ import annotations

from whistlestop.core.fields import CARDS, COLORS, MARKET, NONE, SECOND_DRAW, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import CardSet, Hand, Numbers, Observation, Rules, Work
from whistlestop.games.network.mechanisms.cards.rules import can_draw, takeable

from .needs import Needs, expect, with_card
from .timing import tally


@jit
def after_card(n: Numbers, w: Work, needs: Needs, hand: Hand, card: int) -> int:
    """Return the turns needed with one more card in the hand."""
    with_card(hand, card, w["trial"])
    return expect(n, w, needs, w["trial"])


@jit
def after_blind(n: Numbers, w: Work, needs: Needs, hand: Hand) -> int:
    """Return the average turns needed with one more card drawn blind."""
    if w["pool_size"] == 0:
        return expect(n, w, needs, hand)
    total = 0
    for card in range(CARDS):
        if w["pool"][card] > 0:
            total += w["pool"][card] * after_card(n, w, needs, hand, card)
    return int(total // w["pool_size"])


@jit
def best_second(
    o: Observation, r: Rules, n: Numbers, w: Work, needs: Needs, hand: Hand, cards: CardSet
) -> int:
    """Return the turns needed after the best second card: one of `cards` from the market, or a blind draw."""
    best = after_blind(n, w, needs, hand) if can_draw(o, r, True) else expect(n, w, needs, hand)
    for card in range(CARDS):
        if (cards >> card) & 1:
            best = min(best, after_card(n, w, needs, hand, card))
    return best


@jit
def second_cards(o: Observation, r: Rules, first: int) -> CardSet:
    """Return the cards certain to be face up for the second draw after `first` was taken (NONE: drawn blind)."""
    cards = takeable(o, r, True)
    if first != NONE:
        same = 0
        for slot in range(MARKET):
            if o["market"][slot] == first:
                same += 1
        if same < 2:
            cards &= ~(1 << first)
    return cards


@jit
def choose_card(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
    """Return the best card to draw now, as an action, and the turns that the plan takes after both draws.

    The action is NONE if no card can be drawn.
    """
    needs = tally(r, w, w["list_size"], NONE)
    second = o["phase"] == SECOND_DRAW
    cards = takeable(o, r, second)
    best = NONE
    least = 1 << 40
    if can_draw(o, r, second):
        best = int(r["id_draw"])
        if second:
            least = after_blind(n, w, needs, w["hand"])
        elif w["pool_size"] > 0:
            total = 0
            for card in range(CARDS):
                if w["pool"][card] > 0:
                    with_card(w["hand"], card, w["first_hand"])
                    total += w["pool"][card] * best_second(
                        o, r, n, w, needs, w["first_hand"], second_cards(o, r, NONE)
                    )
            least = total // w["pool_size"]
    for card in range(COLORS, -1, -1):  # between equal cards, a wild before a color
        if (cards >> card) & 1:
            if second or (card == WILD and r["wild_ends_draw"]):
                turns = after_card(n, w, needs, w["hand"], card)
            else:
                with_card(w["hand"], card, w["first_hand"])
                turns = best_second(o, r, n, w, needs, w["first_hand"], second_cards(o, r, card))
            if turns < least or (turns == least and best == r["id_draw"]):
                best = int(r["id_take"]) + card
                least = turns
    return best, least
