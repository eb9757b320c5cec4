"""What a seat knows (COM-14, COM-15), and worlds that agree with it.

`observe` is the one function that turns a state into what a seat may see: it copies listed fields into an empty
record. `determinize` goes the other way and deals everything the seat does not know anew, at random.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import bit
from .fields import (
    CITIES,
    DECK,
    KINDS,
    MARKET,
    NONE,
    OFFER,
    OPENING,
    OVER,
    PLAYERS,
    REVEAL,
    STATIONS,
    TICKET_WORDS,
    TICKETS,
    TUNNEL,
    WILD,
    WORDS,
)
from .jit import jit
from .rng import fast_below, fast_next, seed
from .tickets import keep_min, subset_size


@jit
def copy_public(s: Any, o: Any) -> None:
    """Copy the fields of PUBLIC; source and target may each be a STATE or an OBSERVATION."""
    o["ply"] = s["ply"]
    o["phase"] = s["phase"]
    o["players"] = s["players"]
    o["first"] = s["first"]
    o["player"] = s["player"]
    o["turn"] = s["turn"]
    o["final_left"] = s["final_left"]
    o["final_by"] = s["final_by"]
    o["passes"] = s["passes"]
    o["deck_size"] = s["deck_size"]
    o["discard_size"] = s["discard_size"]
    o["ticket_size"] = s["ticket_size"]
    o["laid_route"] = s["laid_route"]
    o["laid_color"] = s["laid_color"]
    o["laid_colored"] = s["laid_colored"]
    o["laid_wild"] = s["laid_wild"]
    o["surcharge"] = s["surcharge"]
    o["did"] = s["did"]
    o["did_by"] = s["did_by"]
    o["did_arg"] = s["did_arg"]
    o["did_color"] = s["did_color"]
    o["did_colored"] = s["did_colored"]
    o["did_wild"] = s["did_wild"]
    o["did_kept"] = s["did_kept"]
    o["did_refused"] = s["did_refused"]
    o["did_resets"] = s["did_resets"]
    o["did_reshuffles"] = s["did_reshuffles"]
    for kind in range(KINDS):
        o["discard"][kind] = s["discard"][kind]
    for slot in range(MARKET):
        o["market"][slot] = s["market"][slot]
    for card in range(REVEAL):
        o["revealed"][card] = s["revealed"][card]
        o["did_revealed"][card] = s["did_revealed"][card]
    for city in range(CITIES):
        o["station_owner"][city] = s["station_owner"][city]
    for player in range(PLAYERS):
        o["chosen"][player] = s["chosen"][player]
        o["trains"][player] = s["trains"][player]
        o["score"][player] = s["score"][player]
        o["hand_size"][player] = s["hand_size"][player]
        o["ticket_count"][player] = s["ticket_count"][player]
        o["offer_size"][player] = s["offer_size"][player]
        o["stations_left"][player] = s["stations_left"][player]
        o["final"][player] = s["final"][player]
        o["rank"][player] = s["rank"][player]
        o["longest"][player] = s["longest"][player]
        o["bonus"][player] = s["bonus"][player]
        o["ticket_sum"][player] = s["ticket_sum"][player]
        o["completed"][player] = s["completed"][player]
        o["station_sum"][player] = s["station_sum"][player]
        for word in range(WORDS):
            o["open"][player, word] = s["open"][player, word]
            o["owned"][player, word] = s["owned"][player, word]
        for kind in range(KINDS):
            o["known"][player, kind] = s["known"][player, kind]
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
    o["seat"] = seat
    o["drawn"] = s["drawn"] if s["did_by"] == seat else NONE
    over = s["phase"] == OVER
    for player in range(PLAYERS):
        own = player == seat
        o["sealed"][player] = s["sealed"][player] if own else NONE
        for kind in range(KINDS):
            o["hand"][player, kind] = s["hand"][player, kind] if own else s["known"][player, kind]
        for word in range(TICKET_WORDS):
            o["tickets"][player, word] = s["tickets"][player, word] if own or over else np.uint64(0)
            o["refused"][player, word] = s["refused"][player, word] if own else np.uint64(0)
        for place in range(OFFER):
            o["offer"][player, place] = s["offer"][player, place] if own else NONE
    for place in range(TICKETS):
        ticket = s["ticket_deck"][place]
        seen = seat != NONE and ticket != NONE and ((s["ticket_seen"][ticket] >> seat) & 1) != 0
        o["ticket_deck"][place] = ticket if seen else NONE


@jit
def draw_kind(counts: Any, total: int, r: Any) -> int:
    """Remove a random card from a pool given as counts, and return its kind."""
    pick = fast_below(r, total)
    kind = 0
    while pick >= counts[kind]:
        pick -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


@jit
def deal_unknown_cards(o: Any, rules: Any, s: Any, random: Any) -> None:
    """Cards that the seat cannot place go at random to hands and deck."""
    pool = np.empty(KINDS, np.int64)
    total = 0
    for kind in range(KINDS):
        count = int(rules["wilds"]) if kind == WILD else int(rules["cards_per_color"])
        count -= int(o["discard"][kind])
        for slot in range(MARKET):
            if o["market"][slot] == kind:
                count -= 1
        for card in range(REVEAL):
            if o["revealed"][card] == kind:
                count -= 1
        if o["phase"] == TUNNEL:
            if kind == WILD:
                count -= int(o["laid_wild"])
            elif kind == o["laid_color"]:
                count -= int(o["laid_colored"])
        for player in range(o["players"]):
            count -= int(o["hand"][player, kind])
        pool[kind] = count
        total += count
    for player in range(PLAYERS):
        held = 0
        for kind in range(KINDS):
            s["hand"][player, kind] = o["hand"][player, kind]
            held += int(o["hand"][player, kind])
        for _ in range(int(o["hand_size"][player]) - held):
            s["hand"][player, draw_kind(pool, total, random)] += 1
            total -= 1
    for place in range(o["deck_size"]):
        s["deck"][place] = draw_kind(pool, total, random)
        total -= 1


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
def random_choice(o: Any, rules: Any, player: int, random: Any) -> int:
    """A random legal opening choice, for a player whose sealed one is unknown."""
    least = keep_min(rules, True)
    while True:
        subset = fast_below(random, 1 << int(o["offer_size"][player]))
        if subset_size(subset) >= least:
            return int(subset)


@jit
def determinize(o: Any, rules: Any, random: Any, s: Any) -> None:
    """Write into an empty `s` a random state that the seat of the observation cannot tell from the true one.

    `random` is the state of the cheap generator; the game's own generator in `s` gets a random key.
    """
    copy_public(o, s)
    s["drawn"] = o["drawn"]
    for place in range(DECK):
        s["deck"][place] = NONE
    for ticket in range(TICKETS):
        s["ticket_deck"][ticket] = NONE
        s["ticket_seen"][ticket] = 0
    deal_unknown_cards(o, rules, s, random)
    deal_unknown_tickets(o, rules, s, random)
    random_key(s, random)


@jit
def random_key(s: Any, random: Any) -> None:
    """Give the game's generator a key from the cheap one: for worlds and playouts, never for a game that counts."""
    key = np.empty(8, np.uint32)
    for word in range(0, 8, 2):
        both = fast_next(random)
        key[word] = both & np.uint64(0xFFFFFFFF)
        key[word + 1] = both >> np.uint64(32)
    seed(s, key)
