"""What a seat knows (COM-14, COM-15), and worlds that agree with it.

`observe` is the one function that turns a state into what a seat may see: it copies listed fields into an empty
record. `determinize` goes the other way and deals everything the seat does not know anew, at random.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import CARDS, COLORS, DECLARATION, NONE, OFFER, OPENING, OVER, PLAYERS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.observe import (
    copy_own,
    copy_places,
    copy_table,
    deal_unknown_cards,
    random_choice,
    random_key,
    unseen_cards,
)
from whistlestop.core.rng import fast_below

from .declaration import random_declaration
from .fields import DECK, TICKETS


@jit
def copy_public(s: Any, o: Any) -> None:
    """Copy the fields of PUBLIC; source and target may each be a STATE or an OBSERVATION."""
    copy_table(s, o)
    o["pass_index"] = s["pass_index"]
    o["did_rob"] = s["did_rob"]
    o["did_rob_colored"] = s["did_rob_colored"]
    o["did_rob_wild"] = s["did_rob_wild"]
    for color in range(COLORS):
        o["did_moved"][color] = s["did_moved"][color]
    for player in range(PLAYERS):
        o["declared"][player, 0] = s["declared"][player, 0]
        o["opening_kept"][player] = s["opening_kept"][player]
        o["stack_size"][player] = s["stack_size"][player]
        o["did_dealt"][player] = s["did_dealt"][player]
        o["lost"][player] = s["lost"][player]
        o["cities"][player] = s["cities"][player]
        for color in range(COLORS):
            o["row_colored"][player, color] = s["row_colored"][player, color]
            o["row_wild"][player, color] = s["row_wild"][player, color]
        for card in range(CARDS):
            o["stack"][player, card] = s["stack"][player, card]


@jit
def observe(s: Any, seat: int, o: Any) -> None:
    """Write what the seat knows into `o`; seat NONE is a spectator.

    Of another hand `hand` holds the cards that everybody knows of. All tickets are open once the game is over
    (CARD-54). Of the ticket deck a seat knows the places of the tickets that it refused itself.
    """
    copy_public(s, o)
    copy_own(s, seat, o)
    copy_places(s, seat, o, TICKETS)
    over = s["phase"] == OVER
    for player in range(PLAYERS):
        own = player == seat
        o["tickets"][player, 0] = s["tickets"][player, 0] if own or over else np.uint64(0)
        o["returned"][player, 0] = s["returned"][player, 0] if own else np.uint64(0)


@jit
def unplaced_cards(o: Any, rules: Any, card: int) -> int:
    """How many of a card are in the deck or, unknown to the seat, in other hands."""
    count = unseen_cards(o, rules, card)
    for player in range(o["players"]):
        count -= int(o["stack"][player, card])
        if card == WILD:
            for color in range(COLORS):
                count -= int(o["row_wild"][player, color])
        else:
            count -= int(o["row_colored"][player, card])
    return int(count)


@jit
def deal_cards(o: Any, rules: Any, s: Any, random: Any) -> None:
    """Deal the cards that the seat cannot place."""
    pool = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        pool[card] = unplaced_cards(o, rules, card)
    deal_unknown_cards(o, s, pool, random)


@jit
def draw_ticket(pool: Any, but: Any, random: Any) -> int:
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
def placed_tickets(o: Any) -> Any:
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
def drawn_later(o: Any, player: int, returned: Any) -> int:
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
def deal_unknown_tickets(o: Any, rules: Any, s: Any, random: Any) -> None:
    """Tickets that the seat cannot place go at random to hands, offers and deck.

    What the seat returned in the opening nobody can have kept from his own opening.
    """
    seat = int(o["seat"])
    pool = np.zeros(1, np.uint64)
    pool[0] = (bit(rules["tickets"]) - np.uint64(1)) & ~placed_tickets(o)
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
                s["tickets"][player, 0] |= bit(draw_ticket(pool, returned, random))
    for player in range(o["players"]):
        if player != seat and unknown:
            for _ in range(drawn_later(o, player, returned)):
                s["tickets"][player, 0] |= bit(draw_ticket(pool, np.uint64(0), random))
        if player != seat:
            for place in range(o["offer_size"][player]):
                s["offer"][player, place] = draw_ticket(pool, np.uint64(0), random)
    for place in range(o["ticket_size"]):
        ticket = int(o["ticket_deck"][place])
        if ticket == NONE:
            ticket = draw_ticket(pool, np.uint64(0), random)
        else:
            s["ticket_seen"][ticket] |= 1 << seat
        s["ticket_deck"][place] = ticket


@jit
def seal_choices(o: Any, rules: Any, s: Any, random: Any) -> None:
    """Random choices for those who have made one that the seat does not know."""
    for player in range(o["players"]):
        if player != o["seat"] and o["chosen"][player]:
            if o["phase"] == OPENING:
                s["sealed"][player] = random_choice(o, rules, player, random)
            elif o["phase"] == DECLARATION:
                s["sealed"][player] = random_declaration(s, rules, player, random)


@jit
def determinize(o: Any, rules: Any, random: Any, s: Any) -> None:
    """Write into an empty `s` a random state of which the seat would have the same observation.

    An observation knows the place of a ticket that the seat refused only until somebody draws it; from then on it may
    be anywhere, though a person with a good memory could sometimes tell more.
    `random` is the state of the cheap generator; the game's own generator in `s` gets a random key.
    """
    copy_public(o, s)
    s["drawn"] = o["drawn"]
    for place in range(DECK):
        s["deck"][place] = NONE
    for ticket in range(TICKETS):
        s["ticket_deck"][ticket] = NONE
        s["ticket_seen"][ticket] = 0
    deal_cards(o, rules, s, random)
    deal_unknown_tickets(o, rules, s, random)
    seal_choices(o, rules, s, random)
    random_key(s, random)
