"""The situation: cards and tickets not seen, and the time that is left."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import CARDS, COLORS, MARKET, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.yard.bots.work import MOST_TURNS
from whistlestop.games.yard.engine.observe import placed_tickets, unplaced_cards

from .chance import ROOT, less_than
from .cities import value_cities
from .numbers import CLOCK, CLOCK_SPREAD
from .safety import add_row, expect_arrivals


@jit
def count_pool(o: Observation, r: Rules, w: Work) -> None:
    """Cards that are in the deck or, unknown, in other hands."""
    w["pool_size"] = 0
    for card in range(CARDS):
        w["pool"][card] = unplaced_cards(o, r, card)
        w["pool_size"] += w["pool"][card]


@jit
def find_situation(o: Observation, w: Work) -> None:
    """What the player has: cards, what his rows will bring, and tickets."""
    player = int(o["seat"])
    now = w["now"]
    for card in range(CARDS):
        now["hand"][card] = o["hand"][player, card]
        now["stock"][card] = int(o["stack"][player, card]) * 1000
    for color in range(COLORS):
        add_row(w, now, color, int(o["row_colored"][player, color]), int(o["row_wild"][player, color]))
    now["count"] = 0
    rest = o["tickets"][player, 0]
    while rest != np.uint64(0):
        now["ticket"][now["count"]] = ctz(rest)
        now["count"] += 1
        rest &= rest - np.uint64(1)


@jit
def look_ahead(o: Observation, n: Numbers, w: Work) -> None:
    """How many own turns are still to come after this one: the deck is the clock (CARD-35, CARD-36).

    However soon it runs out, everybody has one more turn then.
    """
    players = int(o["players"])
    w["time"] = 0
    for turn in range(1, MOST_TURNS):
        chance = 1000
        turns = (turn - 1) * players  # of everybody, in which the deck must not run out
        if o["final_left"] != NONE or turns >= len(ROOT):
            chance = 0
        elif turns:
            deck = int(o["deck_size"]) * 1000 - 500
            chance = less_than(deck, turns * n[CLOCK] * 10, n[CLOCK_SPREAD] * ROOT[turns] // 100)
        w["later"][turn] = chance
        w["time"] += chance


@jit
def next_pass(o: Observation, r: Rules, n: Numbers) -> int:
    """Own turns of the next pass, about; 0 if there is none (CARD-45, CARD-46)."""
    players = int(o["players"])
    if o["pass_index"] + 1 >= r["passes"][players]:
        return 0
    deck = int(r["wilds"]) + COLORS * int(r["cards_per_color"]) - players * int(r["pass_hand"]) - MARKET
    for player in range(players):
        deck -= int(o["hand_size"][player])
    return int(max(0, deck) * 100_000 // n[CLOCK] // players)


@jit
def survey(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Find out everything that judging needs."""
    count_pool(o, r, w)
    w["unseen"] = (bit(r["tickets"]) - np.uint64(1)) & ~placed_tickets(o)
    look_ahead(o, n, w)
    w["next_time"] = next_pass(o, r, n)
    value_cities(o, r, n, w)
    expect_arrivals(o, n, w)
    find_situation(o, w)
