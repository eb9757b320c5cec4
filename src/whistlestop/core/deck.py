"""The train cards: deck, discard pile, market and hands (COM-8 to COM-11)."""

from __future__ import annotations

from .fields import CARDS, MARKET, NONE, WILD
from .jit import jit
from .rng import shuffle
from .types import CardSet, Known, Rules, State


@jit
def cards_in_all(r: Rules) -> int:
    """Return the total number of train cards."""
    total = 0
    for card in range(CARDS):
        total += int(r["copies"][card])
    return total


@jit
def new_deck(s: State, r: Rules) -> None:
    """Shuffle all train cards that are not in a hand into a deck (USA-2, CARD-4, CARD-45).

    The caller must remove them from all other places.
    """
    size = 0
    for card in range(CARDS):
        count = int(r["copies"][card])
        for player in range(s["players"]):
            count -= int(s["hand"][player, card])
        for _ in range(count):
            s["deck"][size] = card
            size += 1
    s["deck_size"] = size
    shuffle(s, s["deck"], size)


@jit
def reshuffle(s: State) -> None:
    """Make the discard pile the new deck, in random order."""
    size = 0
    for card in range(CARDS):
        for _ in range(s["discard"][card]):
            s["deck"][size] = card
            size += 1
        s["discard"][card] = 0
    s["discard_size"] = 0
    s["deck_size"] = size
    shuffle(s, s["deck"], size)
    s["did_reshuffles"] += 1


@jit
def pop_card(s: State) -> int:
    """Remove and return the top card of the deck, which must not be empty."""
    s["deck_size"] -= 1
    return int(s["deck"][s["deck_size"]])


@jit
def take_top(s: State) -> int:
    """Remove and return the top card, or NONE if deck and discard pile are empty (COM-9)."""
    if s["deck_size"] == 0:
        if s["discard_size"] == 0:
            return NONE
        reshuffle(s)
    return pop_card(s)


@jit
def discard(s: State, card: int, count: int) -> None:
    """Put `count` copies of a card on the discard pile."""
    s["discard"][card] += count
    s["discard_size"] += count


@jit
def fill_market(s: State) -> None:
    """Fill the empty slots of the market while cards remain (RUL-6)."""
    for slot in range(MARKET):
        if s["market"][slot] == NONE:
            s["market"][slot] = take_top(s)


@jit
def market_wilds(s: State) -> int:
    """Return the number of wilds in the market."""
    wilds = 0
    for slot in range(MARKET):
        wilds += int(s["market"][slot] == WILD)
    return wilds


@jit
def market_gaps(s: State) -> int:
    """Return the number of empty slots in the market."""
    gaps = 0
    for slot in range(MARKET):
        gaps += int(s["market"][slot] == NONE)
    return gaps


@jit
def reset_helps(s: State, wilds_shown: int, reset_at: int) -> bool:
    """Return whether a new market could show fewer wilds than `reset_at` (COM-10 `useful`, RUL-8)."""
    cards = int(s["deck_size"]) + int(s["discard_size"])
    wilds = wilds_shown + int(s["discard"][WILD])
    for slot in range(MARKET):
        if s["market"][slot] != NONE:
            cards += 1
    for position in range(s["deck_size"]):
        if s["deck"][position] == WILD:
            wilds += 1
    return cards >= MARKET and cards - wilds > MARKET - reset_at


@jit
def settle(s: State, r: Rules) -> None:
    """Fill the market, and deal a new one while it shows too many wilds (COM-10, USA-13)."""
    if market_gaps(s):
        fill_market(s)
    wilds = market_wilds(s)
    resets = 0
    while wilds >= r["reset_at"] and resets < r["resets"] and reset_helps(s, wilds, r["reset_at"]):
        for slot in range(MARKET):
            if s["market"][slot] != NONE:
                discard(s, s["market"][slot], 1)
                s["market"][slot] = NONE
        resets += 1
        fill_market(s)
        wilds = market_wilds(s)
    s["did_resets"] += resets


@jit
def empty_market(s: State, card: int) -> int:
    """Remove the first copy of a card from the market, which must show it; return its slot, now empty."""
    slot = 0
    while s["market"][slot] != card:
        slot += 1
    s["market"][slot] = NONE
    return slot


@jit
def market_cards(s: Known) -> CardSet:
    """Return the cards in the market as a bit set."""
    cards = 0
    for slot in range(MARKET):
        cards |= 1 << (int(s["market"][slot]) & 15)  # an empty slot sets bit 15
    return cards & ((1 << CARDS) - 1)


# Hands.


@jit
def gain_card(s: State, player: int, card: int) -> None:
    """Put a card into a hand."""
    s["hand"][player, card] += 1
    s["hand_size"][player] += 1


@jit
def lose_cards(s: State, player: int, card: int, count: int) -> None:
    """Remove cards from a hand; publicly known cards are assumed to leave first."""
    s["hand"][player, card] -= count
    s["hand_size"][player] -= count
    s["known"][player, card] = max(0, int(s["known"][player, card]) - count)
