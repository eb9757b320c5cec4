"""Tickets as numbers: those that the seat holds, has been offered or has refused."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import NONE, OFFER
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table
from whistlestop.games.network.board.links import best_target
from whistlestop.games.network.sizes import TICKET_WORDS


@jit
def offer_places(r: Rules) -> int:
    """Return the size of the largest offer."""
    return max(int(r["deal_long"]) + int(r["deal_regular"]), int(r["draw_tickets"]))


@jit
def write_connected(
    o: Observation, r: Rules, seat: int, ticket: int, out: Tensors, i: int, here: int
) -> None:
    """Write whether the seat's routes connect the ticket (USA-33)."""
    if best_target(r, o["link"][seat], ticket) >= 0:
        out[i, here + 1] = 1.0


@jit
def write_tickets(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the tickets that the seat holds, has been offered, or has refused and can still place."""
    columns = 3 + offer_places(r)
    for word in range(TICKET_WORDS):
        rest = np.uint64(o["tickets"][seat, word])
        while rest != np.uint64(0):
            ticket = word * 64 + ctz(rest)
            out[i, at + ticket * columns] = 1.0
            write_connected(o, r, seat, ticket, out, i, at + ticket * columns)
            rest &= rest - np.uint64(1)
        rest = np.uint64(o["refused"][seat, word])
        while rest != np.uint64(0):
            out[i, at + (word * 64 + ctz(rest)) * columns + 2] = 1.0
            rest &= rest - np.uint64(1)
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] != NONE:
            out[i, at + o["ticket_deck"][place] * columns + 2] = 1.0
    for place in range(OFFER):
        ticket = int(o["offer"][seat, place])
        if ticket != NONE and place < columns - 3:
            out[i, at + ticket * columns + 3 + place] = 1.0
            write_connected(o, r, seat, ticket, out, i, at + ticket * columns)
    return at + int(r["tickets"]) * columns


def columns(r: Rules, _players: int) -> list[str]:
    """Return the columns: the seat's relation to a ticket, and its place in the offer."""
    return ["held", "connected", "refused", *(f"offer_{place}" for place in range(offer_places(r)))]


TABLES = [Table("tickets", "tickets", columns, write_tickets)]
