"""A new game from a key: shuffles, deals and the opening offer (CARD-4 to CARD-6)."""

from __future__ import annotations

from typing import Any

from whistlestop.core.deck import gain_card, new_deck, pop_card
from whistlestop.core.fields import NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.records import copy_words
from whistlestop.core.rng import below, shuffle
from whistlestop.core.tickets import deal_tickets

from .fields import EMPTY_STATE
from .passes import deal_market


@jit
def clear(s: Any, players: int) -> None:
    """Empty all but the generator."""
    copy_words(EMPTY_STATE, s["game_words"])
    s["players"] = players


@jit
def deal(s: Any, r: Any, players: int, first: int) -> None:
    """Set up a game of `players` from the generator's key; `first` NONE draws the first seat (RUL-1)."""
    clear(s, players)
    lot = below(s, players)  # always, so that the cards do not depend on who drew or named the first seat
    s["first"] = lot if first == NONE else first
    s["player"] = s["first"]
    for player in range(players):
        for _ in range(r["start_wilds"]):
            gain_card(s, player, WILD)
            s["known"][player, WILD] += 1
    new_deck(s, r)
    for step in range(players):
        player = (s["first"] + step) % players
        for _ in range(r["start_hand"]):
            gain_card(s, player, pop_card(s))
    deal_market(s)
    for ticket in range(r["tickets"]):
        s["ticket_deck"][ticket] = ticket
    s["ticket_size"] = r["tickets"]
    shuffle(s, s["ticket_deck"], int(s["ticket_size"]))
    deal_tickets(s, int(r["deal_tickets"]))
