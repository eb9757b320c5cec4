"""The parts of observations that all machines share (COM-14, COM-15); each machine's `observe` builds on them."""

from __future__ import annotations

import numpy as np

from .fields import CARDS, MARKET, NONE, OFFER, OVER, PLAYERS
from .jit import jit
from .rng import fast_below, fast_next, seed
from .tickets import keep_min, subset_size
from .types import Generator, Hand, Observation, Rules, State


@jit
def show_cards(s: State, seat: int, o: Observation) -> None:
    """Show a seat its hand, offer, sealed choice and the card that it has just drawn.

    For other hands, `hand` has only the publicly known cards.
    """
    for player in range(PLAYERS):
        for card in range(CARDS):
            o["hand"][player, card] = s["known"][player, card]
    if seat == NONE:
        return
    if s["did_by"] == seat:
        o["drawn"] = s["drawn"]
    o["sealed"][seat] = s["sealed"][seat]
    for card in range(CARDS):
        o["hand"][seat, card] = s["hand"][seat, card]
    for place in range(OFFER):
        o["offer"][seat, place] = s["offer"][seat, place]


@jit
def show_places(s: State, seat: int, o: Observation) -> None:
    """Show a seat the positions in the ticket deck of the tickets that it refused."""
    if seat == NONE:
        return
    for place in range(s["ticket_size"]):
        ticket = s["ticket_deck"][place]
        if (s["ticket_seen"][ticket] >> seat) & 1:
            o["ticket_deck"][place] = ticket


@jit
def show_tickets(s: State, seat: int, o: Observation) -> None:
    """Show a seat its tickets or, once the game is over, everybody's (COM-16, CARD-54)."""
    over = s["phase"] == OVER
    for player in range(PLAYERS):
        if over or player == seat:
            for word in range(s["tickets"].shape[1]):
                o["tickets"][player, word] = s["tickets"][player, word]


@jit
def show_own(s: State, seat: int, o: Observation) -> None:
    """Show a seat its part of those OWN fields that all machines have."""
    o["seat"] = seat
    show_cards(s, seat, o)
    show_places(s, seat, o)
    show_tickets(s, seat, o)


# Worlds that agree with an observation.


@jit
def take_random_card(counts: Hand, total: int, random: Generator) -> int:
    """Remove a random card from a pool given as counts, and return it."""
    pick = fast_below(random, total)
    card = 0
    while pick >= counts[card]:
        pick -= counts[card]
        card += 1
    counts[card] -= 1
    return card


@jit
def deal_unknown_cards(o: Observation, s: State, pool: Hand, random: Generator) -> None:
    """Deal the cards whose place the seat does not know, given as counts, at random to hands and deck."""
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
def unseen_cards(o: Observation, r: Rules, card: int) -> int:
    """Return how many copies of a card are neither in the discard pile nor in the market nor known to be in a hand."""
    count = int(r["copies"][card])
    count -= int(o["discard"][card])
    for slot in range(MARKET):
        if o["market"][slot] == card:
            count -= 1
    for player in range(o["players"]):
        count -= int(o["hand"][player, card])
    return count


@jit
def random_choice(o: Observation, r: Rules, player: int, random: Generator) -> int:
    """Return a random legal opening choice, for a player whose sealed choice is unknown."""
    least = keep_min(r, True)
    while True:
        subset = fast_below(random, 1 << int(o["offer_size"][player]))
        if subset_size(subset) >= least:
            return int(subset)


@jit
def random_key(s: State, random: Generator) -> None:
    """Give the game's generator a key from the fast one, for worlds and playouts, never for real games."""
    key = np.empty(8, np.uint32)
    for word in range(0, 8, 2):
        both = fast_next(random)
        key[word] = both & np.uint64(0xFFFFFFFF)
        key[word + 1] = both >> np.uint64(32)
    seed(s, key)
