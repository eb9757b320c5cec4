"""What a seat knows (COM-14, COM-15), and worlds that agree with it.

`observe` is the one function that turns a state into what a seat may see: into an empty record it copies what is
public, and of the rest what is listed. `determinize` goes the other way and deals everything that the seat does not
know anew, at random.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.blocks import copy_block
from whistlestop.core.fields import CARDS, NONE, OFFER, OPENING, OVER, PLAYERS, TUNNEL, WILD
from whistlestop.core.jit import jit
from whistlestop.core.observe import (
    deal_unknown_cards,
    random_choice,
    random_key,
    show_own,
    unseen_cards,
)
from whistlestop.core.rng import fast_below
from whistlestop.core.types import Generator, Integers, Observation, Rules, State

from .fields import (
    EMPTY_OBSERVATIONS,
    EMPTY_STATES,
    GAME_BLOCK,
    OBSERVATION_BLOCK,
    PUBLIC_BLOCK,
    REVEAL,
    TICKET_WORDS,
    TICKETS,
)


@jit
def observe(s: State, seat: int, o: Observation) -> None:
    """Write what the seat knows into `o`; seat NONE is a spectator."""
    copy_block(EMPTY_OBSERVATIONS[0], o, OBSERVATION_BLOCK)
    copy_block(s, o, PUBLIC_BLOCK)
    show_own(s, seat, o)
    if seat != NONE:
        for word in range(TICKET_WORDS):
            o["refused"][seat, word] = s["refused"][seat, word]


@jit
def unplaced_cards(o: Observation, r: Rules, card: int) -> int:
    """How many of a card are in the deck or, unknown to the seat, in other hands."""
    count = unseen_cards(o, r, card)
    for place in range(REVEAL):
        if o["revealed"][place] == card:
            count -= 1
    if o["phase"] == TUNNEL:
        if card == WILD:
            count -= int(o["laid_wild"])
        elif card == o["laid_color"]:
            count -= int(o["laid_colored"])
    return int(count)


@jit
def deal_cards(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Deal the cards that the seat cannot place."""
    pool = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        pool[card] = unplaced_cards(o, r, card)
    deal_unknown_cards(o, s, pool, random)


@jit
def take_random_ticket(pool: Integers, sizes: Integers, long: int, random: Generator) -> int:
    """Remove and return a random ticket of one sort (0 regular, 1 long)."""
    pick = fast_below(random, sizes[long])
    ticket = pool[long, pick]
    sizes[long] -= 1
    pool[long, pick] = pool[long, sizes[long]]
    return int(ticket)


@jit
def deal_unknown_tickets(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Tickets that the seat cannot place go at random to deck, offers and hands; the rest is out of the game."""
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
            ticket = take_random_ticket(pool, sizes, 0, random)
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
                long = 1 if opening and place < r["deal_long"] else 0
                s["offer"][player, place] = take_random_ticket(pool, sizes, long, random)
            if opening and o["chosen"][player]:
                s["sealed"][player] = random_choice(o, r, player, random)
    if o["phase"] != OVER:
        deal_unknown_hands(o, s, pool, sizes, random)


@jit
def deal_unknown_hands(o: Observation, s: State, pool: Integers, sizes: Integers, random: Generator) -> None:
    """Give the other players as many tickets as they hold, at most one of them long (EUR-2)."""
    needed = 0
    holders = 0
    for player in range(o["players"]):
        if player != o["seat"] and o["ticket_count"][player] > 0:
            needed += int(o["ticket_count"][player])
            holders += 1
    for player in range(o["players"]):
        if player != o["seat"] and o["ticket_count"][player] > 0:
            forced = needed - sizes[0] >= holders  # the regular ones would not suffice
            long = 1 if sizes[1] > 0 and (forced or fast_below(random, 2) == 1) else 0
            for place in range(o["ticket_count"][player]):
                ticket = take_random_ticket(pool, sizes, long if place == 0 else 0, random)
                s["tickets"][player, ticket >> 6] |= bit(ticket & 63)
            needed -= int(o["ticket_count"][player])
            holders -= 1


@jit
def placed(o: Observation, ticket: int) -> bool:
    """Whether the seat knows where a ticket is."""
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


@jit
def determinize(o: Observation, r: Rules, random: Generator, s: State) -> None:
    """Write into `s` a random state of which the seat would have the same observation.

    An observation knows the place of a ticket that the seat refused only until somebody draws it; from then on it may
    be anywhere, though a person with a good memory could sometimes tell more.
    `random` is the state of the cheap generator; the game's own generator in `s` gets a random key.
    """
    copy_block(EMPTY_STATES[0], s, GAME_BLOCK)
    copy_block(o, s, PUBLIC_BLOCK)
    s["drawn"] = o["drawn"]
    deal_cards(o, r, s, random)
    deal_unknown_tickets(o, r, s, random)
    random_key(s, random)
