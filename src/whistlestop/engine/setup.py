"""A new game from a key: shuffles, deals and the opening offer (USA-1 to USA-3, EUR-2, SWI-7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .deck import settle, take_top
from .fields import (
    CITIES,
    DECK,
    KINDS,
    MARKET,
    NONE,
    OFFER,
    OPENING,
    PLAYERS,
    REVEAL,
    STATIONS,
    TICKET_WORDS,
    TICKETS,
    WILD,
    WORDS,
)
from .jit import jit
from .rng import below, shuffle
from .tickets import draw_ticket, offer_ticket
from .turn import clear_deed, gain_card


@jit
def clear(s: Any, r: Any, players: int) -> None:
    """Write every field but the generator's, so that no trace of an earlier game is left.

    Loops, not slices: they run as fast and compile in a fraction of the time.
    """
    s["ply"] = 0
    s["phase"] = OPENING
    s["players"] = players
    s["first"] = 0
    s["player"] = 0
    s["turn"] = 0
    s["final_left"] = NONE
    s["final_by"] = NONE
    s["passes"] = 0
    s["deck_size"] = 0
    s["discard_size"] = 0
    s["ticket_size"] = 0
    s["laid_route"] = NONE
    s["laid_color"] = NONE
    s["laid_colored"] = 0
    s["laid_wild"] = 0
    s["surcharge"] = 0
    clear_deed(s)
    for slot in range(MARKET):
        s["market"][slot] = NONE
    for card in range(REVEAL):
        s["revealed"][card] = NONE
    for place in range(DECK):
        s["deck"][place] = NONE
    for ticket in range(TICKETS):
        s["ticket_deck"][ticket] = NONE
        s["ticket_seen"][ticket] = 0
    for kind in range(KINDS):
        s["discard"][kind] = 0
    for city in range(CITIES):
        s["station_owner"][city] = NONE
    for player in range(PLAYERS):
        clear_player(s, r, player, player < players)


@jit
def clear_player(s: Any, r: Any, player: int, playing: bool) -> None:
    """Empty one player's part of the record; seats that nobody plays have no trains."""
    s["trains"][player] = r["trains"] if playing else 0
    s["stations_left"][player] = r["stations"] if playing else 0
    s["chosen"][player] = 0
    s["sealed"][player] = NONE
    s["score"][player] = 0
    s["hand_size"][player] = 0
    s["ticket_count"][player] = 0
    s["offer_size"][player] = 0
    s["final"][player] = 0
    s["rank"][player] = 0
    s["longest"][player] = 0
    s["bonus"][player] = 0
    s["ticket_sum"][player] = 0
    s["completed"][player] = 0
    s["station_sum"][player] = 0
    for word in range(WORDS):
        s["open"][player, word] = r["all_routes"][word] if playing else np.uint64(0)
        s["owned"][player, word] = 0
    for word in range(TICKET_WORDS):
        s["tickets"][player, word] = 0
        s["refused"][player, word] = 0
    for kind in range(KINDS):
        s["hand"][player, kind] = 0
        s["known"][player, kind] = 0
    for place in range(OFFER):
        s["offer"][player, place] = NONE
    for station in range(STATIONS):
        s["station_city"][player, station] = NONE
        s["station_route"][player, station] = NONE
    for city in range(CITIES):
        s["link"][player, city] = city


@jit
def new_deck(s: Any, r: Any) -> None:
    """Shuffle all train cards into the deck (USA-2)."""
    size = 0
    for kind in range(KINDS):
        count = r["wilds"] if kind == WILD else r["cards_per_color"]
        for _ in range(count):
            s["deck"][size] = kind
            size += 1
    s["deck_size"] = size
    shuffle(s, s["deck"], size)


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
def deal_tickets(s: Any, count: int) -> None:
    """Offer each player so many tickets from the top, round the table."""
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        for _ in range(count):
            offer_ticket(s, player, draw_ticket(s))


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
