"""The values of a player's tickets at the end (USA-33, EUR-27, SWI-13, SWI-14)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Known, Labels, Rules, State
from whistlestop.games.network.board.links import join, ticket_value
from whistlestop.games.network.sizes import CITIES, STATIONS, TICKET_WORDS


@jit
def sum_tickets(s: State, r: Rules, player: int, label: Labels) -> tuple[int, int]:
    """Return the sum of the player's ticket values, and the number completed, for the connections `label`."""
    total = 0
    completed = 0
    for word in range(TICKET_WORDS):
        rest = s["tickets"][player, word]
        while rest != np.uint64(0):
            value = ticket_value(r, label, word * 64 + ctz(rest))
            total += value
            if value > 0:
                completed += 1
            rest &= rest - np.uint64(1)
    return total, completed


@jit
def final_connections(s: Known, r: Rules, player: int, label: Labels) -> None:
    """Write the connections of a player's own and lent routes to `label`, which has CITIES places."""
    for city in range(CITIES):
        label[city] = s["link"][player, city]
    for place in range(STATIONS):
        route = s["lent"][player, place]
        if route != NONE:
            join(label, r["route_a"][route], r["route_b"][route])


@jit
def final_value(s: Known, r: Rules, player: int, ticket: int) -> int:
    """Return the score of a ticket when the game is over."""
    label = np.empty(CITIES, np.int8)
    final_connections(s, r, player, label)
    return ticket_value(r, label, ticket)
