"""A new game from a key: shuffles, deals and the opening offer (USA-1 to USA-3, EUR-2, SWI-7)."""

from __future__ import annotations

from whistlestop.core.blocks import copy_block
from whistlestop.core.deck import gain_card, new_deck, settle, take_top
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.rng import below, shuffle
from whistlestop.core.tickets import deal_tickets
from whistlestop.core.types import Rules, State

from .fields import EMPTY_STATES, GAME_BLOCK, WORDS


@jit
def clear(s: State, r: Rules, players: int) -> None:
    """Empty all but the generator, and give those who play their trains, stations and all routes to claim."""
    copy_block(EMPTY_STATES[0], s, GAME_BLOCK)
    s["players"] = players
    for player in range(players):
        s["trains"][player] = r["trains"]
        s["stations_left"][player] = r["stations"]
        for word in range(WORDS):
            s["open"][player, word] = r["all_routes"][word]


@jit
def shuffle_tickets(s: State, r: Rules, long: int) -> None:
    """Put all tickets of one sort, in random order, into the ticket deck."""
    size = 0
    for ticket in range(r["tickets"]):
        if r["ticket_long"][ticket] == long:
            s["ticket_deck"][size] = ticket
            size += 1
    s["ticket_size"] = size
    shuffle(s, s["ticket_deck"], size)


@jit
def deal(s: State, r: Rules, players: int, first: int) -> None:
    """Set up a game of `players` from the generator's key; `first` NONE draws the first seat (RUL-1)."""
    clear(s, r, players)
    lot = below(s, players)  # always, so that the cards do not depend on who drew or named the first seat
    s["first"] = lot if first == NONE else first
    s["player"] = s["first"]
    new_deck(s, r)
    for step in range(players):
        player = (s["first"] + step) % players
        for _ in range(r["start_hand"]):
            gain_card(s, player, take_top(s))
    settle(s, r)
    if r["deal_long"]:
        shuffle_tickets(s, r, 1)
        deal_tickets(s, int(r["deal_long"]))
        for place in range(s["ticket_size"]):  # the rest leave the game unseen (EUR-2)
            s["ticket_deck"][place] = NONE
        s["ticket_size"] = 0
    shuffle_tickets(s, r, 0)
    deal_tickets(s, int(r["deal_regular"]))
