"""Sampling of tickets for worlds that agree with a seat's knowledge (COM-15)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import NONE, OFFER, OPENING, OVER, PLAYERS
from whistlestop.core.jit import jit
from whistlestop.core.observe import random_choice
from whistlestop.core.rng import fast_below
from whistlestop.core.types import Generator, Integers, Observation, Rules, State
from whistlestop.games.network.sizes import TICKET_WORDS, TICKETS

from .decks import regular_size


@jit
def take_random_ticket(pool: Integers, sizes: Integers, long: int, random: Generator) -> int:
    """Remove and return a random ticket of one sort (0 regular, 1 long)."""
    pick = fast_below(random, sizes[long])
    ticket = pool[long, pick]
    sizes[long] -= 1
    pool[long, pick] = pool[long, sizes[long]]
    return int(ticket)


@jit
def resample(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Deal the tickets whose place the seat does not know to deck, offers and hands; the others are out of the game."""
    pool = np.empty((2, TICKETS), np.int64)
    sizes = np.zeros(2, np.int64)
    for ticket in range(r["tickets"]):
        if not placed(o, ticket):
            long = int(r["ticket_long"][ticket])
            pool[long, sizes[long]] = ticket
            sizes[long] += 1
    for place in range(o["ticket_size"]):
        ticket = int(o["ticket_deck"][place])
        if ticket == NONE:
            long = 1 if place >= regular_size(o) else 0
            ticket = take_random_ticket(pool, sizes, long, random)
        else:
            s["ticket_seen"][ticket] |= 1 << int(o["seat"])
        s["ticket_deck"][place] = ticket
    opening = o["phase"] == OPENING
    for player in range(PLAYERS):
        s["sealed"][player] = o["sealed"][player]
        for word in range(TICKET_WORDS):
            s["tickets"][player, word] = o["tickets"][player, word]
            s["refused"][player, word] = o["refused"][player, word]
        for place in range(OFFER):
            s["offer"][player, place] = o["offer"][player, place]
        if player != o["seat"]:
            for place in range(o["offer_size"][player]):
                long = 1 if place < o["offer_long"][player] else 0
                s["offer"][player, place] = take_random_ticket(pool, sizes, long, random)
            if opening and o["chosen"][player]:
                s["sealed"][player] = random_choice(o, r, player, random)
    if o["phase"] != OVER:
        deal_unknown_hands(o, r, s, pool, sizes, random)


@jit
def deal_unknown_hands(
    o: Observation, r: Rules, s: State, pool: Integers, sizes: Integers, random: Generator
) -> None:
    """Give each other player as many tickets as they hold, at most as many long ones as were dealt (EUR-2).

    Where players announce a mixture, the number of long ones is known (GER-6).
    """
    if r["mixture"]:
        for player in range(o["players"]):
            if player != o["seat"]:
                for place in range(o["ticket_count"][player]):
                    long = 1 if place < o["long_count"][player] else 0
                    ticket = take_random_ticket(pool, sizes, long, random)
                    s["tickets"][player, ticket >> 6] |= bit(ticket & 63)
        return
    needed = 0
    room = 0  # for long tickets
    for player in range(o["players"]):
        if player != o["seat"]:
            needed += int(o["ticket_count"][player])
            room += min(int(o["ticket_count"][player]), int(r["deal_long"]))
    for player in range(o["players"]):
        if player != o["seat"]:
            for place in range(o["ticket_count"][player]):
                long = 0
                if place < r["deal_long"]:
                    forced = needed - sizes[0] >= room  # too few regular ones
                    long = 1 if sizes[1] > 0 and (forced or fast_below(random, 2) == 1) else 0
                    room -= 1
                ticket = take_random_ticket(pool, sizes, long, random)
                s["tickets"][player, ticket >> 6] |= bit(ticket & 63)
                needed -= 1


@jit
def placed(o: Observation, ticket: int) -> bool:
    """Return whether the seat knows where a ticket is."""
    for player in range(o["players"]):
        known = o["tickets"][player, ticket >> 6] | o["refused"][player, ticket >> 6]
        if (known & bit(ticket & 63)) != np.uint64(0):
            return True
        for place in range(OFFER):
            if o["offer"][player, place] == ticket:
                return True
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] == ticket:
            return True
    return False
