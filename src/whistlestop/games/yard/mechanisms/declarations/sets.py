"""Sets of tickets that a stack pays for (CARD-39 to CARD-41).

A set of tickets is a 64-bit word. It is feasible if there are enough wilds for the missing cards of all colors.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import COLORS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below
from whistlestop.core.types import Actions, Generator, Integers, Known, Rules, State, TicketSet
from whistlestop.games.yard.sizes import LISTED, TICKETS


@jit
def lack(s: Known, r: Rules, player: int, tickets: TicketSet) -> int:
    """Return the wilds needed to complete these tickets with the player's stack (CARD-40)."""
    missing = 0
    for color in range(COLORS):
        left = int(s["stack"][player, color])
        rest = np.uint64(tickets)
        while rest != np.uint64(0):
            left -= int(r["ticket_need"][ctz(rest), color])
            rest &= rest - np.uint64(1)
        missing += max(0, -left)
    return missing


@jit
def feasible(s: Known, r: Rules, player: int, tickets: int) -> bool:
    """Return whether the player holds these tickets and has the cards for all of them."""
    chosen = np.uint64(tickets)
    if tickets < 0 or (chosen & ~s["tickets"][player, 0]) != np.uint64(0):
        return False
    return bool(lack(s, r, player, chosen) <= s["stack"][player, WILD])


@jit
def spend(r: Rules, left: Integers, ticket: int, sign: int) -> int:
    """Remove a ticket's cards from `left` (sign 1) or return them (-1); return the change in wilds needed."""
    change = 0
    for color in range(COLORS):
        need = int(r["ticket_need"][ticket, color])
        if need:
            change -= max(0, -int(left[color]))
            left[color] -= sign * need
            change += max(0, -int(left[color]))
    return change


@jit
def load(s: Known, player: int, left: Integers) -> int:
    """Fill `left` with the colored cards of the stack; return the number of wilds."""
    for color in range(COLORS):
        left[color] = s["stack"][player, color]
    return int(s["stack"][player, WILD])


@jit
def list_declarations(s: State, r: Rules, player: int, first: int, out: Actions) -> int:
    """Write feasible sets, `first` at the beginning and at most LISTED in total; return their number."""
    out[0] = first
    size = 1
    held = np.empty(TICKETS, np.int64)
    count = 0
    rest = s["tickets"][player, 0]
    while rest != np.uint64(0):
        held[count] = ctz(rest)
        count += 1
        rest &= rest - np.uint64(1)
    left = np.empty(COLORS, np.int64)
    wilds = load(s, player, left)
    chosen = np.empty(TICKETS, np.int64)  # indices in `held`, ascending
    depth = 0
    tickets = 0
    place = 0
    if first != 0:
        out[size] = 0
        size += 1
    while size < LISTED:
        if place == count:
            if depth == 0:
                break
            depth -= 1
            place = chosen[depth]
            wilds -= spend(r, left, held[place], -1)
            tickets -= 1 << held[place]
            place += 1
            continue
        wilds -= spend(r, left, held[place], 1)
        if wilds < 0:
            wilds -= spend(r, left, held[place], -1)
        else:
            chosen[depth] = place
            depth += 1
            tickets += 1 << held[place]
            if tickets != first:
                out[size] = tickets
                size += 1
        place += 1
    return size


@jit
def random_declaration(s: State, r: Rules, player: int, random: Generator) -> int:
    """Return a random feasible set: each ticket that can still be paid for is included with probability 1/2."""
    left = np.empty(COLORS, np.int64)
    wilds = load(s, player, left)
    tickets = 0
    rest = s["tickets"][player, 0]
    while rest != np.uint64(0):
        ticket = ctz(rest)
        rest &= rest - np.uint64(1)
        if fast_below(random, 2):
            wilds -= spend(r, left, ticket, 1)
            if wilds < 0:
                wilds -= spend(r, left, ticket, -1)
            else:
                tickets += 1 << ticket
    return tickets
