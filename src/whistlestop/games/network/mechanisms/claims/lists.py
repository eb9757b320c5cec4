"""Claims by bit sets: which routes a player can pay for, counted, picked and listed (USA-16 to USA-25).

For every number of wilds and of cards of a color, the compiled ruleset holds the routes that they pay for. The legal
claims are those that are also open to the player and not too long for the trains left. Like all functions for legal
actions, these read only the player's knowledge.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, nth_set_bit, popcount
from whistlestop.core.fields import COLORS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Integers, Known, RouteWord, Rules, State
from whistlestop.games.network.mechanisms.payments import held
from whistlestop.games.network.sizes import LENGTH, WORDS

CLAIM_COUNTS = WORDS * (LENGTH + 2)
"""Claims are counted by word and number of wilds."""


@jit
def reach(s: Known, r: Rules, player: int, word: int) -> RouteWord:
    """Return the routes that the player may claim by owner, twins and trains, regardless of cards (USA-25, MECH-7)."""
    ordinary, small = stocks(s, player)
    return reach_with(s, r, player, word, ordinary, small)


@jit
def stocks(s: Known, player: int) -> tuple[int, int]:
    """Return the ordinary and the small trains left, at most LENGTH each."""
    small = int(s["small_trains"][player])
    return min(int(s["trains"][player]) - small, LENGTH), min(small, LENGTH)


@jit
def reach_with(s: Known, r: Rules, player: int, word: int, ordinary: int, small: int) -> RouteWord:
    """Return `reach`, given `stocks`."""
    fitting = r["fits"][ordinary, word] | r["small_fits"][small, word]
    return np.uint64(s["open"][player, word] & fitting)


@jit
def claim_id(r: Rules, route: int, color: int, wild: int) -> int:
    """Return the action that claims a route with `wild` wilds and otherwise cards of the color (WILD: none)."""
    mixes = int(r["claim_mixes"][route])
    first = int(r["claim_base"][route])
    gray = r["claim_gray"][route]
    if color == WILD:
        return first + (mixes * COLORS if gray else mixes)
    index = wild - int(r["claim_wild_min"][route])
    return first + (color * mixes + index if gray else index)


@jit
def payable_wild(s: State, r: Rules, player: int, word: int) -> RouteWord:
    """Return the routes that the player can pay for with wilds alone."""
    return np.uint64(r["payable_wild"][np.uint64(min(held(s, player, WILD), LENGTH)), word])


@jit
def payable(s: State, r: Rules, player: int, word: int, wild: int, color: int) -> RouteWord:
    """Return the routes that the player can pay for with `wild` wilds and otherwise cards of the color."""
    return np.uint64(r["payable"][word, wild, color, np.uint64(min(held(s, player, color), LENGTH))])


@jit
def count_claims(s: State, r: Rules, player: int, counts: Integers, at: int) -> int:
    """Return the number of legal claims.

    From index `at`, `counts` receives CLAIM_COUNTS numbers: for each word the claims paid with wilds alone, then for
    each number of wilds those of all colors.
    """
    wilds = min(held(s, player, WILD), LENGTH)
    total = 0
    place = at
    ordinary, small = stocks(s, player)
    for word in range(WORDS):
        free = reach_with(s, r, player, word, ordinary, small)
        here = popcount(free & payable_wild(s, r, player, word))
        counts[place] = here
        total += here
        for wild in range(wilds + 1):
            here = 0
            for color in range(COLORS):
                here += popcount(free & payable(s, r, player, word, wild, color))
            place += 1
            counts[place] = here
            total += here
        place += 1
    return total


@jit
def nth_claim(s: State, r: Rules, player: int, index: int, counts: Integers, at: int) -> int:
    """Return the n-th claim in the order of `list_claims`, from the counts of `count_claims`."""
    place = 0
    while index >= counts[at + place]:
        index -= counts[at + place]
        place += 1
    levels = min(held(s, player, WILD), LENGTH) + 2
    word = 0
    while place >= levels:
        place -= levels
        word += 1
    free = reach(s, r, player, word)
    if place == 0:
        return claim_id(r, word * 64 + nth_set_bit(free & payable_wild(s, r, player, word), index), WILD, 0)
    wild = place - 1
    color = 0
    routes = free & payable(s, r, player, word, wild, color)
    here = popcount(routes)
    while index >= here:
        index -= here
        color += 1
        routes = free & payable(s, r, player, word, wild, color)
        here = popcount(routes)
    return claim_id(r, word * 64 + nth_set_bit(routes, index), color, wild)


@jit
def list_claims(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the legal claims (USA-16)."""
    for word in range(WORDS):
        free = reach(s, r, player, word)
        routes = free & payable_wild(s, r, player, word)
        while routes != np.uint64(0):
            out[size] = claim_id(r, word * 64 + ctz(routes), WILD, 0)
            size += 1
            routes &= routes - np.uint64(1)
        for wild in range(min(held(s, player, WILD), LENGTH) + 1):
            for color in range(COLORS):
                routes = free & payable(s, r, player, word, wild, color)
                while routes != np.uint64(0):
                    out[size] = claim_id(r, word * 64 + ctz(routes), color, wild)
                    size += 1
                    routes &= routes - np.uint64(1)
    return size
