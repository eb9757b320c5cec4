"""A new game from a key: shuffles, deals and the opening offer (CARD-4 to CARD-6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core.clear import clear_table
from whistlestop.core.deck import gain_card, new_deck, pop_card
from whistlestop.core.fields import NONE, PLAYERS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.rng import below, shuffle
from whistlestop.core.tickets import deal_tickets

from .passes import clear_rows, deal_market
from .turn import clear_last_action


@jit
def clear(s: Any, players: int) -> None:
    """Write every field but the generator's."""
    clear_table(s, players)
    s["pass_index"] = 0
    clear_last_action(s)
    for player in range(PLAYERS):
        clear_player(s, player)


@jit
def clear_player(s: Any, player: int) -> None:
    """Empty one player's part of the record."""
    clear_rows(s, player)
    s["declared"][player, 0] = np.uint64(0)
    s["tickets"][player, 0] = np.uint64(0)
    s["returned"][player, 0] = np.uint64(0)
    s["opening_kept"][player] = 0
    s["lost"][player] = 0
    s["cities"][player] = 0


@jit
def deal(s: Any, r: Any, players: int, first: int) -> None:
    """Set up a game of `players` from the generator's key; `first` NONE draws the first seat (RUL-1)."""
    clear(s, players)
    drawn = below(s, players)  # always, so that the cards do not depend on who drew or named the first seat
    s["first"] = drawn if first == NONE else first
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
