"""Mixtures as numbers: the deck of long tickets, and the long ones that each player holds."""

from __future__ import annotations

from whistlestop.core.fields import OFFER
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table, share

from .rules import DEALING, MIXING


@jit
def write_decks(o: Observation, r: Rules, _seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the phases, and the share of all tickets that lies in the deck of long ones."""
    if r["mixture"] == 0:
        return at
    out[i, at] = o["phase"] == DEALING
    out[i, at + 1] = o["phase"] == MIXING
    out[i, at + 2] = share(o["long_size"], r["tickets"])
    return at + 3


def deck_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns: the phases and the deck."""
    return ["dealing", "mixing", "long_deck"] if r["mixture"] else []


@jit
def write_held(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the long tickets that each player holds and has been offered."""
    if r["mixture"] == 0:
        return at
    players = int(o["players"])
    for step in range(players):
        player = (seat + step) % players
        out[i, at] = share(o["long_count"][player], r["tickets"])
        out[i, at + 1] = share(o["offer_long"][player], OFFER)
        at += 2
    return at


def held_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns of a player."""
    return ["long_tickets", "long_offer"] if r["mixture"] else []


TABLES = [
    Table("mixing", "mixing", deck_columns, write_decks),
    Table("long_tickets", "players", held_columns, write_held),
]
