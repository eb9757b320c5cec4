"""Emptying a record: the fields that every machine has, so that no trace of an earlier game or action is left.

Loops, not slices: they run as fast and compile in a fraction of the time.
"""

from __future__ import annotations

from typing import Any

from .fields import CARDS, MARKET, NONE, OFFER, OPENING, PLAYERS
from .jit import jit


@jit
def clear_action(s: Any) -> None:
    """Forget the last action."""
    s["did"] = NONE
    s["did_by"] = NONE
    s["did_arg"] = NONE
    s["did_color"] = NONE
    s["did_colored"] = 0
    s["did_wild"] = 0
    s["did_kept"] = 0
    s["did_refused"] = 0
    s["drawn"] = NONE


@jit
def clear_table(s: Any, players: int) -> None:
    """Begin with nothing on the table and nothing in any hand."""
    s["ply"] = 0
    s["phase"] = OPENING
    s["players"] = players
    s["first"] = 0
    s["player"] = 0
    s["turn"] = 0
    s["final_left"] = NONE
    s["final_by"] = NONE
    s["deck_size"] = 0
    s["discard_size"] = 0
    s["ticket_size"] = 0
    for slot in range(MARKET):
        s["market"][slot] = NONE
    for place in range(len(s["deck"])):
        s["deck"][place] = NONE
    for ticket in range(len(s["ticket_deck"])):
        s["ticket_deck"][ticket] = NONE
        s["ticket_seen"][ticket] = 0
    for card in range(CARDS):
        s["discard"][card] = 0
    for player in range(PLAYERS):
        clear_seat(s, player)


@jit
def clear_seat(s: Any, player: int) -> None:
    """Empty one player's part."""
    s["chosen"][player] = 0
    s["sealed"][player] = NONE
    s["score"][player] = 0
    s["hand_size"][player] = 0
    s["ticket_count"][player] = 0
    s["offer_size"][player] = 0
    s["final"][player] = 0
    s["rank"][player] = 0
    s["bonus"][player] = 0
    s["ticket_sum"][player] = 0
    s["completed"][player] = 0
    for card in range(CARDS):
        s["hand"][player, card] = 0
        s["known"][player, card] = 0
    for place in range(OFFER):
        s["offer"][player, place] = NONE
