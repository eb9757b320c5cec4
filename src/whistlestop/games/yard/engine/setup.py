"""A new game from a key: shuffles, deals and the opening offer (CARD-4 to CARD-6)."""

from __future__ import annotations

from whistlestop.core.blocks import copy_block
from whistlestop.core.deck import gain_card, new_deck, pop_card
from whistlestop.core.fields import NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.rng import below, shuffle
from whistlestop.core.tickets import deal_tickets
from whistlestop.core.types import Rules, State

from .fields import EMPTY_STATES, GAME_BLOCK
from .passes import deal_market


@jit
def clear(s: State, players: int) -> None:
    """Empty all but the generator."""
    copy_block(EMPTY_STATES[0], s, GAME_BLOCK)
    s["players"] = players


@jit
def deal(s: State, r: Rules, players: int, first: int) -> None:
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
