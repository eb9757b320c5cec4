"""The beginning of a pass: the deck, the deal and the market (CARD-4, CARD-45 to CARD-48)."""

from __future__ import annotations

from whistlestop.core.deck import gain_card, new_deck, pop_card
from whistlestop.core.fields import CARDS, COLORS, MARKET, NONE, TURN
from whistlestop.core.jit import jit
from whistlestop.core.types import Rules, State


@jit
def deal_market(s: State) -> None:
    """Turn up the market as far as there are cards; without a deck everybody has one turn (CARD-48)."""
    for slot in range(MARKET):
        s["market"][slot] = pop_card(s) if s["deck_size"] else NONE
    s["final_left"] = NONE if s["deck_size"] else s["players"]
    s["final_by"] = NONE


@jit
def clear_rows(s: State, player: int) -> None:
    """Empty a player's siding and stack."""
    s["stack_size"][player] = 0
    for color in range(COLORS):
        s["row_colored"][player, color] = 0
        s["row_wild"][player, color] = 0
    for card in range(CARDS):
        s["stack"][player, card] = 0


@jit
def begin_pass(s: State, r: Rules) -> None:
    """A later pass: all cards but the hands make a new deck, cards are dealt one by one (CARD-45 to CARD-48)."""
    for player in range(s["players"]):
        clear_rows(s, player)
    for card in range(CARDS):
        s["discard"][card] = 0
    s["discard_size"] = 0
    new_deck(s, r)
    s["player"] = (s["player"] + 1) % s["players"]  # left of whoever took the last turn (CARD-47)
    for _ in range(r["pass_hand"]):
        for step in range(s["players"]):
            player = (s["player"] + step) % s["players"]
            if s["deck_size"]:
                gain_card(s, player, pop_card(s))
                s["did_dealt"][player] += 1
    deal_market(s)
    s["phase"] = TURN
