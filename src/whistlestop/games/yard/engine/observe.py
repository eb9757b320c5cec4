"""What a seat knows (COM-14, COM-15), and worlds that agree with it.

`observe` is the one function that turns a state into what a seat may see: into an empty record it copies what is
public, and of the rest what is listed. `determinize` goes the other way and deals everything that the seat does not
know anew, at random.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.blocks import copy_block
from whistlestop.core.fields import CARDS, COLORS, DECLARATION, NONE, OFFER, OPENING, OVER, PLAYERS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.observe import (
    deal_unknown_cards,
    random_choice,
    random_key,
    show_own,
    unseen_cards,
)
from whistlestop.core.rng import fast_below
from whistlestop.core.types import Generator, Observation, Rules, State, TicketSet, Words

from .declaration import random_declaration
from .fields import EMPTY_OBSERVATIONS, EMPTY_STATES, GAME_BLOCK, OBSERVATION_BLOCK, PUBLIC_BLOCK


@jit
def observe(s: State, seat: int, o: Observation) -> None:
    """Write what the seat knows into `o`; seat NONE is a spectator."""
    copy_block(EMPTY_OBSERVATIONS[0], o, OBSERVATION_BLOCK)
    copy_block(s, o, PUBLIC_BLOCK)
    show_own(s, seat, o)
    if seat != NONE:
        o["returned"][seat, 0] = s["returned"][seat, 0]


@jit
def unplaced_cards(o: Observation, r: Rules, card: int) -> int:
    """How many of a card are in the deck or, unknown to the seat, in other hands."""
    count = unseen_cards(o, r, card)
    for player in range(o["players"]):
        count -= int(o["stack"][player, card])
        if card == WILD:
            for color in range(COLORS):
                count -= int(o["row_wild"][player, color])
        else:
            count -= int(o["row_colored"][player, card])
    return int(count)


@jit
def deal_cards(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Deal the cards that the seat cannot place."""
    pool = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        pool[card] = unplaced_cards(o, r, card)
    deal_unknown_cards(o, s, pool, random)


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
    """The tickets of which the seat knows where they are."""
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
    """How many of the tickets in another hand may have been drawn after the opening.

    Of the declared ones those that the seat had returned certainly were, so they are none of the opening's.
    """
    gained = int(o["ticket_count"][player]) - int(o["opening_kept"][player])
    rest = o["declared"][player, 0] & ~returned
    while rest != np.uint64(0):
        gained += 1
        rest &= rest - np.uint64(1)
    return min(gained, int(o["ticket_count"][player]))


@jit
def deal_unknown_tickets(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Tickets that the seat cannot place go at random to hands, offers and deck.

    What the seat returned in the opening nobody can have kept from his own opening.
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
def seal_choices(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Random choices for those who have made one that the seat does not know."""
    for player in range(o["players"]):
        if player != o["seat"] and o["chosen"][player]:
            if o["phase"] == OPENING:
                s["sealed"][player] = random_choice(o, r, player, random)
            elif o["phase"] == DECLARATION:
                s["sealed"][player] = random_declaration(s, r, player, random)


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
    seal_choices(o, r, s, random)
    random_key(s, random)
