"""Sampling of tickets for worlds that agree with a seat's knowledge (COM-15)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE, OFFER, OPENING, OVER, PLAYERS
from whistlestop.core.jit import jit
from whistlestop.core.observe import random_choice
from whistlestop.core.rng import fast_below
from whistlestop.core.types import Generator, Observation, Rules, State, TicketSet, Words


@jit
def take_random_ticket(pool: Words, but: TicketSet, random: Generator) -> int:
    """Remove and return a random ticket of the set pool[0] that is not in the set `but`."""
    rest = pool[0] & ~but
    size = 0
    while rest != np.uint64(0):
        size += 1
        rest &= rest - np.uint64(1)
    rest = pool[0] & ~but
    for _ in range(fast_below(random, size)):
        rest &= rest - np.uint64(1)
    ticket = ctz(rest)
    pool[0] &= ~bit(ticket)
    return int(ticket)


@jit
def placed_tickets(o: Observation) -> TicketSet:
    """Return the tickets whose place the seat knows."""
    placed = np.uint64(0)
    for player in range(o["players"]):
        placed |= o["tickets"][player, 0] | o["declared"][player, 0]
        for place in range(OFFER):
            if o["offer"][player, place] != NONE:
                placed |= bit(o["offer"][player, place])
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] != NONE:
            placed |= bit(o["ticket_deck"][place])
    return placed


@jit
def drawn_later(o: Observation, player: int, returned: TicketSet) -> int:
    """Return how many of the tickets in another hand may have been drawn after the opening.

    Declared tickets that the seat had returned certainly were, so they do not count as opening tickets.
    """
    gained = int(o["ticket_count"][player]) - int(o["opening_kept"][player])
    rest = o["declared"][player, 0] & ~returned
    while rest != np.uint64(0):
        gained += 1
        rest &= rest - np.uint64(1)
    return min(gained, int(o["ticket_count"][player]))


@jit
def deal_unknown_tickets(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Deal the tickets whose place the seat does not know to hands, offers and deck.

    No other player can have kept, in the opening, a ticket that the seat returned in the opening.
    """
    seat = int(o["seat"])
    pool = np.zeros(1, np.uint64)
    pool[0] = (bit(r["tickets"]) - np.uint64(1)) & ~placed_tickets(o)
    returned = o["returned"][seat, 0] if seat != NONE else np.uint64(0)
    for player in range(PLAYERS):
        s["tickets"][player, 0] = o["tickets"][player, 0]
        s["returned"][player, 0] = o["returned"][player, 0]
        s["sealed"][player] = o["sealed"][player]
        for place in range(OFFER):
            s["offer"][player, place] = o["offer"][player, place]
    unknown = o["phase"] != OVER
    for player in range(o["players"]):
        if player != seat and unknown:
            for _ in range(int(o["ticket_count"][player]) - drawn_later(o, player, returned)):
                s["tickets"][player, 0] |= bit(take_random_ticket(pool, returned, random))
    for player in range(o["players"]):
        if player != seat and unknown:
            for _ in range(drawn_later(o, player, returned)):
                s["tickets"][player, 0] |= bit(take_random_ticket(pool, np.uint64(0), random))
        if player != seat:
            for place in range(o["offer_size"][player]):
                s["offer"][player, place] = take_random_ticket(pool, np.uint64(0), random)
    for place in range(o["ticket_size"]):
        ticket = int(o["ticket_deck"][place])
        if ticket == NONE:
            ticket = take_random_ticket(pool, np.uint64(0), random)
        else:
            s["ticket_seen"][ticket] |= 1 << seat
        s["ticket_deck"][place] = ticket


@jit
def resample(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Deal the tickets whose place the seat does not know, and replace sealed choices by random ones."""
    deal_unknown_tickets(o, r, s, random)
    if o["phase"] == OPENING:
        for player in range(o["players"]):
            if player != o["seat"] and o["chosen"][player]:
                s["sealed"][player] = random_choice(o, r, player, random)
