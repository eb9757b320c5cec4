"""A new game from a key: shuffles, deals and the opening offer (USA-1 to USA-3, EUR-2, SWI-7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core.clear import clear_table
from whistlestop.core.deck import gain_card, new_deck, settle, take_top
from whistlestop.core.fields import NONE, PLAYERS
from whistlestop.core.jit import jit
from whistlestop.core.rng import below, shuffle
from whistlestop.core.tickets import deal_tickets

from .fields import CITIES, REVEAL, STATIONS, TICKET_WORDS, WORDS
from .turn import clear_last_action


@jit
def clear(s: Any, r: Any, players: int) -> None:
    """Write every field but the generator's."""
    clear_table(s, players)
    s["passes"] = 0
    s["laid_route"] = NONE
    s["laid_color"] = NONE
    s["laid_colored"] = 0
    s["laid_wild"] = 0
    s["surcharge"] = 0
    clear_last_action(s)
    for place in range(REVEAL):
        s["revealed"][place] = NONE
    for city in range(CITIES):
        s["station_owner"][city] = NONE
    for player in range(PLAYERS):
        clear_player(s, r, player, player < players)


@jit
def clear_player(s: Any, r: Any, player: int, playing: bool) -> None:
    """Empty one player's part of the record; seats that nobody plays have no trains."""
    s["trains"][player] = r["trains"] if playing else 0
    s["stations_left"][player] = r["stations"] if playing else 0
    s["longest"][player] = 0
    s["station_sum"][player] = 0
    for word in range(WORDS):
        s["open"][player, word] = r["all_routes"][word] if playing else np.uint64(0)
        s["owned"][player, word] = 0
    for word in range(TICKET_WORDS):
        s["tickets"][player, word] = 0
        s["refused"][player, word] = 0
    for station in range(STATIONS):
        s["station_city"][player, station] = NONE
        s["station_route"][player, station] = NONE
    for city in range(CITIES):
        s["link"][player, city] = city


@jit
def shuffle_tickets(s: Any, r: Any, long: int) -> None:
    """Put all tickets of one sort, in random order, into the ticket deck."""
    size = 0
    for ticket in range(r["tickets"]):
        if r["ticket_long"][ticket] == long:
            s["ticket_deck"][size] = ticket
            size += 1
    s["ticket_size"] = size
    shuffle(s, s["ticket_deck"], size)


@jit
def deal(s: Any, r: Any, players: int, first: int) -> None:
    """Set up a game of `players` from the generator's key; `first` NONE draws the first seat (RUL-1)."""
    clear(s, r, players)
    drawn = below(s, players)  # always, so that the cards do not depend on who drew or named the first seat
    s["first"] = drawn if first == NONE else first
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
