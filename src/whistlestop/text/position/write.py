"""Write a position: the parts that all games share. The order of the fields is chosen for readers."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core import fields
from whistlestop.format import Ruleset
from whistlestop.record import GENERATOR
from whistlestop.text.names import card_name, cards_of


def heading(ruleset: Ruleset, s: np.void, board: dict[str, Any] | None) -> dict[str, Any]:
    """Return the fields that identify the game, and its progress."""
    final_by = int(s["final_by"])
    return {
        "ruleset": ruleset.id if board is None else None,
        "board": board,
        "phase": ruleset.phases[s["phase"]],
        "seat": int(s["player"]),
        "first": int(s["first"]),
        "turn": int(s["turn"]),
        "version": int(s["ply"]),
        "final_round": None
        if s["final_left"] == fields.NONE
        else {
            "turns_left": int(s["final_left"]),
            "caused_by": None if final_by == fields.NONE else final_by,
        },
    }


def train_cards(s: np.void) -> dict[str, Any]:
    """Return market, deck and discard pile."""
    return {
        "market": [card_name(card) for card in s["market"]],
        "deck": [card_name(card) for card in s["deck"][: s["deck_size"]][::-1]],
        "discard": cards_of(s["discard"]),
    }


def ticket_deck(ruleset: Ruleset, s: np.void) -> list[str]:
    """Return the ticket deck from the top."""
    return [ruleset.tickets[t].id for t in s["ticket_deck"][: s["ticket_size"]]]


def ticket_seen(ruleset: Ruleset, s: np.void) -> dict[str, list[int]]:
    """Return the seats that know the place of a ticket in the ticket deck."""
    return {
        ticket.id: [seat for seat in range(s["players"]) if s["ticket_seen"][t] >> seat & 1]
        for t, ticket in enumerate(ruleset.tickets)
        if s["ticket_seen"][t]
    }


def generator(s: np.void) -> dict[str, Any]:
    """Return the state of the game's generator."""
    return {"key": s["rng_key"].astype("<u4").tobytes().hex(), "word": int(s["rng_word"]), "name": GENERATOR}


def offer(ruleset: Ruleset, s: np.void, player: int) -> list[str]:
    """Return the tickets on offer to a player, in order."""
    return [ruleset.tickets[t].id for t in s["offer"][player, : s["offer_size"][player]]]


def kept(offered: list[str], sealed: int) -> list[str] | None:
    """Return a sealed opening choice; None if none was made."""
    if sealed == fields.NONE:
        return None
    return [name for place, name in enumerate(offered) if sealed >> place & 1]
