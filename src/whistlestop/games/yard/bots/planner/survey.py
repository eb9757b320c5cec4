"""The situation: unseen cards and tickets, and the time left."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import CARDS, COLORS, MARKET, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.yard.bots.work import LONGEST, MOST_TURNS
from whistlestop.games.yard.mechanisms.rows.rules import row_size
from whistlestop.games.yard.mechanisms.tickets.unknown import placed_tickets
from whistlestop.games.yard.turn import unplaced_cards

from .chance import ROOT, less_than
from .cities import value_cities
from .numbers import CROWD, DECK_TURNS, HAND_TURNS, SPREAD
from .plan import copy_situation
from .safety import add_row, expect_arrivals, survival


@jit
def count_pool(o: Observation, r: Rules, w: Work) -> None:
    """Count the cards in the deck or, unknown, in other hands."""
    w["pool_size"] = 0
    for card in range(CARDS):
        w["pool"][card] = unplaced_cards(o, r, card)
        w["pool_size"] += w["pool"][card]


@jit
def find_situation(o: Observation, w: Work) -> None:
    """Find the player's cards, the expected cards from their rows, and their tickets."""
    player = int(o["seat"])
    now = w["now"]
    for card in range(CARDS):
        now["hand"][card] = o["hand"][player, card]
        now["stock"][card] = int(o["stack"][player, card]) * 1000
    for color in range(COLORS):
        add_row(w, now, color, int(o["row_colored"][player, color]), int(o["row_wild"][player, color]))
    now["time"] = w["time"]
    now["count"] = 0
    rest = o["tickets"][player, 0]
    while rest != np.uint64(0):
        now["ticket"][now["count"]] = ctz(rest)
        now["count"] += 1
        rest &= rest - np.uint64(1)


@jit
def find_ending(o: Observation, n: Numbers, w: Work) -> None:
    """Find the situation if only one more turn is left: one more card of each row arrives (CARD-36, CARD-38)."""
    player = int(o["seat"])
    ending = w["ending"]
    copy_situation(w["now"], ending)
    ending["time"] = 0
    for card in range(CARDS):
        ending["stock"][card] = int(o["stack"][player, card]) * 1000
    for color in range(COLORS):
        cards = min(LONGEST, row_size(o, player, color))
        if cards:
            card = WILD if o["row_wild"][player, color] else color
            ending["stock"][card] += survival(o, n, w, color, cards)


@jit
def turns_of(n: Numbers, players: int, deck: int, hands: int) -> int:
    """Return the turns of all players to draw and place the cards of a deck and all hands, in thousandths."""
    crowd = (players - 2) * n[CROWD]
    return int(max(0, deck * (n[DECK_TURNS] + crowd) + hands * (n[HAND_TURNS] + crowd)))


@jit
def look_ahead(o: Observation, n: Numbers, w: Work) -> None:
    """Estimate the number of the player's turns after this one, and the probability of each.

    The size of the deck determines the time left (CARD-35, CARD-36); it does not change while players place cards.
    However soon the deck runs out, each player has one more turn.
    """
    players = int(o["players"])
    hands = 0
    for player in range(players):
        hands += int(o["hand_size"][player])
    mean = turns_of(n, players, int(o["deck_size"]), hands)
    spread = n[SPREAD] * ROOT[min(len(ROOT) - 1, mean // 1000)] // 1000
    w["time"] = 0
    for turn in range(1, MOST_TURNS):
        chance = 1000
        turns = (turn - 1) * players  # of all players, during which the deck must not run out
        if o["final_left"] != NONE:
            chance = 0
        elif turns:
            chance = less_than(mean, turns * 1000, spread)
        w["later"][turn] = chance
        w["time"] += chance


@jit
def next_pass(o: Observation, r: Rules, n: Numbers) -> int:
    """Estimate the player's turns in the next pass; 0 if there is none (CARD-45, CARD-46)."""
    players = int(o["players"])
    if o["pass_index"] + 1 >= r["passes"][players]:
        return 0
    deck = int(r["wilds"]) + COLORS * int(r["cards_per_color"]) - players * int(r["pass_hand"]) - MARKET
    hands = players * int(r["pass_hand"])
    for player in range(players):
        deck -= int(o["hand_size"][player])
        hands += int(o["hand_size"][player])
    return int(turns_of(n, players, max(0, deck), hands) // players)


@jit
def survey(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Compute everything that the evaluations need."""
    count_pool(o, r, w)
    w["unseen"] = (bit(r["tickets"]) - np.uint64(1)) & ~placed_tickets(o)
    look_ahead(o, n, w)
    w["next_time"] = next_pass(o, r, n)
    value_cities(o, r, n, w)
    expect_arrivals(o, n, w)
    find_situation(o, w)
    find_ending(o, n, w)
