"""Drawing train cards (CARD-14 to CARD-21), and the last round when the deck is empty (CARD-35)."""

from __future__ import annotations

from whistlestop.core.deck import empty_market, gain_card, market_cards, new_deck, pop_card
from whistlestop.core.fields import DRAW, MARKET, NONE, SECOND_DRAW, TAKE, TURN, WILD, i2
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, CardSet, Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism
from whistlestop.games.mechanisms.drawing import drawing

STOP = 11
"""The type of action: take no second card."""


@jit
def can_draw(s: Known) -> bool:
    """Return whether train cards may be drawn, blind or from the market (CARD-14)."""
    return bool(s["deck_size"] > 0)


@jit
def can_draw_blind(s: Known, _r: Rules, _second: bool) -> bool:
    """Return whether a card of the deck can be drawn, first or second (CARD-16, CARD-18)."""
    return can_draw(s)


@jit
def can_draw_second(s: Known, _r: Rules) -> bool:
    """Return whether a second card can be drawn (CARD-14)."""
    return can_draw(s)


@jit
def takeable(s: Known, r: Rules, second: bool) -> CardSet:
    """Return the cards that may be taken from the market, as a bit set (CARD-15, CARD-17)."""
    if not can_draw(s):
        return 0
    cards = market_cards(s)
    if second and r["wild_ends_draw"]:
        return cards & ((1 << WILD) - 1)
    return cards


@jit
def deal_market(s: State) -> None:
    """Fill the market as far as cards remain; without a deck, each player has one turn (CARD-48)."""
    for slot in range(MARKET):
        s["market"][slot] = pop_card(s) if s["deck_size"] else NONE
    s["final_left"] = NONE if s["deck_size"] else s["players"]
    s["final_by"] = NONE


@jit
def deal(s: State, r: Rules) -> None:
    """Give each player wilds, deal hands beginning at the first seat and fill the market (CARD-4)."""
    for player in range(s["players"]):
        for _ in range(r["start_wilds"]):
            gain_card(s, player, WILD)
            s["known"][player, WILD] += 1
    new_deck(s, r)
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        for _ in range(r["start_hand"]):
            gain_card(s, player, pop_card(s))
    deal_market(s)


_DRAWING = drawing(can_draw_blind, takeable)
list_second_draw, judge_draw = _DRAWING.list_second, _DRAWING.judge


@jit
def list_phase(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write the draws of a second card, and stopping (CARD-19)."""
    size = int(list_second_draw(s, r, player, out))
    if size == BEYOND:
        return BEYOND
    out[size] = r["id_stop"]
    return size + 1


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether this card may be drawn, or whether the second draw may be skipped (CARD-19)."""
    if r["action_type"][action] == STOP:
        return YES if s["phase"] == SECOND_DRAW else NO
    return int(judge_draw(s, r, player, action))


@jit
def after_first(s: State) -> int:
    """Continue with an optional second card (CARD-17 to CARD-19)."""
    if s["phase"] == TURN and can_draw(s):
        s["phase"] = SECOND_DRAW
        return GOES_ON
    return ENDED


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Draw blind (CARD-16, CARD-18), take a card from the market and refill it (CARD-21), or stop."""
    action_type = r["action_type"][action]
    if action_type == STOP:
        return ENDED
    if action_type == DRAW:
        s["drawn"] = pop_card(s)
        gain_card(s, player, s["drawn"])
        return after_first(s)
    if action_type != TAKE:
        return BEYOND
    card = int(r["action_color"][action])
    slot = empty_market(s, card)
    s["did_arg"] = slot
    gain_card(s, player, card)
    s["known"][player, card] += 1
    s["market"][slot] = pop_card(s)
    if card == WILD and r["wild_ends_draw"]:
        return ENDED
    return after_first(s)


@jit
def turn_up(s: State, _r: Rules) -> None:
    """Fill the market of a new game (CARD-4)."""
    deal_market(s)


@jit
def starts_last_round(s: State, _r: Rules) -> bool:
    """Return whether the deck is empty (CARD-35)."""
    return bool(s["deck_size"] == 0)


MECHANISM = Mechanism(
    columns=[
        ("start_wilds", i2),  # wilds given to each player before the deal (CARD-4)
        ("id_stop", i2),
    ],
    deal=deal,
    turn_up=turn_up,
    list_turn=_DRAWING.list_turn,
    count_turn=_DRAWING.count_turn,
    nth_turn=_DRAWING.nth_turn,
    list_phase=list_phase,
    judge=judge,
    play=play,
    starts_last_round=starts_last_round,
)
