"""What observations of all machines have in common (COM-14, COM-15): each machine's `observe` is built on these."""

from __future__ import annotations

from typing import Any

import numpy as np

from .fields import CARDS, MARKET, NONE, OFFER, PLAYERS, WILD
from .jit import jit
from .rng import fast_below, fast_next, seed
from .tickets import keep_min, subset_size


@jit
def copy_table(s: Any, o: Any) -> None:
    """Copy the public fields that every machine has; source and target may each be a STATE or an OBSERVATION."""
    o["ply"] = s["ply"]
    o["phase"] = s["phase"]
    o["players"] = s["players"]
    o["first"] = s["first"]
    o["player"] = s["player"]
    o["turn"] = s["turn"]
    o["final_left"] = s["final_left"]
    o["final_by"] = s["final_by"]
    o["deck_size"] = s["deck_size"]
    o["discard_size"] = s["discard_size"]
    o["ticket_size"] = s["ticket_size"]
    o["did"] = s["did"]
    o["did_by"] = s["did_by"]
    o["did_arg"] = s["did_arg"]
    o["did_color"] = s["did_color"]
    o["did_colored"] = s["did_colored"]
    o["did_wild"] = s["did_wild"]
    o["did_kept"] = s["did_kept"]
    o["did_refused"] = s["did_refused"]
    for card in range(CARDS):
        o["discard"][card] = s["discard"][card]
    for slot in range(MARKET):
        o["market"][slot] = s["market"][slot]
    for player in range(PLAYERS):
        o["chosen"][player] = s["chosen"][player]
        o["score"][player] = s["score"][player]
        o["hand_size"][player] = s["hand_size"][player]
        o["ticket_count"][player] = s["ticket_count"][player]
        o["offer_size"][player] = s["offer_size"][player]
        o["final"][player] = s["final"][player]
        o["rank"][player] = s["rank"][player]
        o["bonus"][player] = s["bonus"][player]
        o["ticket_sum"][player] = s["ticket_sum"][player]
        o["completed"][player] = s["completed"][player]
        for card in range(CARDS):
            o["known"][player, card] = s["known"][player, card]


@jit
def copy_own(s: Any, seat: int, o: Any) -> None:
    """Copy the card just drawn, sealed choice, hand and offer of one seat.

    Of another hand `hand` holds the cards that everybody knows of.
    """
    o["seat"] = seat
    o["drawn"] = s["drawn"] if s["did_by"] == seat else NONE
    for player in range(PLAYERS):
        own = player == seat
        o["sealed"][player] = s["sealed"][player] if own else NONE
        for card in range(CARDS):
            o["hand"][player, card] = s["hand"][player, card] if own else s["known"][player, card]
        for place in range(OFFER):
            o["offer"][player, place] = s["offer"][player, place] if own else NONE


@jit
def copy_places(s: Any, seat: int, o: Any, places: int) -> None:
    """Of the ticket deck, copy the places of the tickets that the seat refused itself."""
    for place in range(places):
        ticket = s["ticket_deck"][place]
        seen = seat != NONE and ticket != NONE and ((s["ticket_seen"][ticket] >> seat) & 1) != 0
        o["ticket_deck"][place] = ticket if seen else NONE


# Worlds that agree with an observation.


@jit
def take_random_card(counts: Any, total: int, r: Any) -> int:
    """Remove a random card from a pool given as counts, and return it."""
    pick = fast_below(r, total)
    card = 0
    while pick >= counts[card]:
        pick -= counts[card]
        card += 1
    counts[card] -= 1
    return card


@jit
def deal_unknown_cards(o: Any, s: Any, pool: Any, random: Any) -> None:
    """Cards that the seat cannot place, given as counts, go at random to hands and deck."""
    total = 0
    for card in range(CARDS):
        total += pool[card]
    for player in range(PLAYERS):
        held = 0
        for card in range(CARDS):
            s["hand"][player, card] = o["hand"][player, card]
            held += int(o["hand"][player, card])
        for _ in range(int(o["hand_size"][player]) - held):
            s["hand"][player, take_random_card(pool, total, random)] += 1
            total -= 1
    for place in range(o["deck_size"]):
        s["deck"][place] = take_random_card(pool, total, random)
        total -= 1


@jit
def unseen_cards(o: Any, rules: Any, card: int) -> int:
    """How many of a card are neither in the discard pile nor in the market nor in a hand that the seat knows."""
    count = int(rules["wilds"]) if card == WILD else int(rules["cards_per_color"])
    count -= int(o["discard"][card])
    for slot in range(MARKET):
        if o["market"][slot] == card:
            count -= 1
    for player in range(o["players"]):
        count -= int(o["hand"][player, card])
    return count


@jit
def random_choice(o: Any, rules: Any, player: int, random: Any) -> int:
    """A random legal opening choice, for a player whose sealed one is unknown."""
    least = keep_min(rules, True)
    while True:
        subset = fast_below(random, 1 << int(o["offer_size"][player]))
        if subset_size(subset) >= least:
            return int(subset)


@jit
def random_key(s: Any, random: Any) -> None:
    """Give the game's generator a key from the cheap one: for worlds and playouts, never for a game that counts."""
    key = np.empty(8, np.uint32)
    for word in range(0, 8, 2):
        both = fast_next(random)
        key[word] = both & np.uint64(0xFFFFFFFF)
        key[word + 1] = both >> np.uint64(32)
    seed(s, key)
