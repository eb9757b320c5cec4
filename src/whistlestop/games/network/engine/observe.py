"""What a seat knows (COM-14, COM-15), and worlds that agree with it.

`observe` is the one function that turns a state into what a seat may see: it copies listed fields into an empty
record. `determinize` goes the other way and deals everything the seat does not know anew, at random.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import CARDS, NONE, OFFER, OPENING, OVER, PLAYERS, TUNNEL, WILD
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

from .fields import CITIES, DECK, REVEAL, STATIONS, TICKET_WORDS, TICKETS, WORDS


@jit
def copy_public(s: Any, o: Any) -> None:
    """Copy the fields of PUBLIC; source and target may each be a STATE or an OBSERVATION."""
    copy_table(s, o)
    o["passes"] = s["passes"]
    o["laid_route"] = s["laid_route"]
    o["laid_color"] = s["laid_color"]
    o["laid_colored"] = s["laid_colored"]
    o["laid_wild"] = s["laid_wild"]
    o["surcharge"] = s["surcharge"]
    o["did_resets"] = s["did_resets"]
    o["did_reshuffles"] = s["did_reshuffles"]
    for place in range(REVEAL):
        o["revealed"][place] = s["revealed"][place]
        o["did_revealed"][place] = s["did_revealed"][place]
    for city in range(CITIES):
        o["station_owner"][city] = s["station_owner"][city]
    for player in range(PLAYERS):
        o["trains"][player] = s["trains"][player]
        o["stations_left"][player] = s["stations_left"][player]
        o["longest"][player] = s["longest"][player]
        o["station_sum"][player] = s["station_sum"][player]
        for word in range(WORDS):
            o["open"][player, word] = s["open"][player, word]
            o["owned"][player, word] = s["owned"][player, word]
        for city in range(CITIES):
            o["link"][player, city] = s["link"][player, city]
        for station in range(STATIONS):
            o["station_city"][player, station] = s["station_city"][player, station]
            o["station_route"][player, station] = s["station_route"][player, station]


@jit
def observe(s: Any, seat: int, o: Any) -> None:
    """Write what the seat knows into `o`; seat NONE is a spectator.

    Of another hand `hand` holds the cards that everybody knows of. All tickets are open once the game is over
    (COM-16). Of the ticket deck a seat knows the places of the tickets that it refused itself.
    """
    copy_public(s, o)
    copy_own(s, seat, o)
    copy_places(s, seat, o, TICKETS)
    over = s["phase"] == OVER
    for player in range(PLAYERS):
        own = player == seat
        for word in range(TICKET_WORDS):
            o["tickets"][player, word] = s["tickets"][player, word] if own or over else np.uint64(0)
            o["refused"][player, word] = s["refused"][player, word] if own else np.uint64(0)


@jit
def unplaced_cards(o: Any, rules: Any, card: int) -> int:
    """How many of a card are in the deck or, unknown to the seat, in other hands."""
    count = unseen_cards(o, rules, card)
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
def deal_cards(o: Any, rules: Any, s: Any, random: Any) -> None:
    """Deal the cards that the seat cannot place."""
    pool = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        pool[card] = unplaced_cards(o, rules, card)
    deal_unknown_cards(o, s, pool, random)


@jit
def draw_from(pool: Any, sizes: Any, long: int, random: Any) -> int:
    """Remove and return a random ticket of one sort (0 regular, 1 long)."""
    pick = fast_below(random, sizes[long])
    ticket = pool[long, pick]
    sizes[long] -= 1
    pool[long, pick] = pool[long, sizes[long]]
    return int(ticket)


@jit
def deal_unknown_tickets(o: Any, rules: Any, s: Any, random: Any) -> None:
    """Tickets that the seat cannot place go at random to deck, offers and hands; the rest is out of the game."""
    pool = np.empty((2, TICKETS), np.int64)
    sizes = np.zeros(2, np.int64)
    for ticket in range(rules["tickets"]):
        if not placed(o, ticket):
            long = int(rules["ticket_long"][ticket])
            pool[long, sizes[long]] = ticket
            sizes[long] += 1
    for place in range(o["ticket_size"]):
        ticket = int(o["ticket_deck"][place])
        if ticket == NONE:
            ticket = draw_from(pool, sizes, 0, random)
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
                long = 1 if opening and place < rules["deal_long"] else 0
                s["offer"][player, place] = draw_from(pool, sizes, long, random)
            if opening and o["chosen"][player]:
                s["sealed"][player] = random_choice(o, rules, player, random)
    if o["phase"] != OVER:
        deal_unknown_hands(o, s, pool, sizes, random)


@jit
def deal_unknown_hands(o: Any, s: Any, pool: Any, sizes: Any, random: Any) -> None:
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
                ticket = draw_from(pool, sizes, long if place == 0 else 0, random)
                s["tickets"][player, ticket >> 6] |= bit(ticket & 63)
            needed -= int(o["ticket_count"][player])
            holders -= 1


@jit
def placed(o: Any, ticket: int) -> bool:
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
    random_key(s, random)
