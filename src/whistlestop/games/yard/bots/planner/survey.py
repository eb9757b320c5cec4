"""The situation: unseen cards and tickets, and the time left."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import CARDS, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.yard.bots.work import MOST_TURNS
from whistlestop.games.yard.mechanisms.tickets.unknown import placed_tickets
from whistlestop.games.yard.turn import unplaced_cards

from . import contributions
from .chance import ROOT, less_than
from .numbers import SPREAD
from .situation import copy_situation
from .timing import turns_of


@jit
def count_pool(o: Observation, r: Rules, w: Work) -> None:
    """Count the cards in the deck or, unknown, in other hands."""
    w["pool_size"] = 0
    for card in range(CARDS):
        w["pool"][card] = unplaced_cards(o, r, card)
        w["pool_size"] += w["pool"][card]


@jit
def find_situation(o: Observation, w: Work) -> None:
    """Find the player's cards, those expected to reach the stack, and their tickets."""
    player = int(o["seat"])
    now = w["now"]
    for card in range(CARDS):
        now["hand"][card] = o["hand"][player, card]
        now["stock"][card] = int(o["stack"][player, card]) * 1000
    contributions.bring(o, w, now)
    now["time"] = w["time"]
    now["count"] = 0
    rest = o["tickets"][player, 0]
    while rest != np.uint64(0):
        now["ticket"][now["count"]] = ctz(rest)
        now["count"] += 1
        rest &= rest - np.uint64(1)


@jit
def find_ending(o: Observation, n: Numbers, w: Work) -> None:
    """Find the situation if only one more turn is left (CARD-36)."""
    player = int(o["seat"])
    ending = w["ending"]
    copy_situation(w["now"], ending)
    ending["time"] = 0
    for card in range(CARDS):
        ending["stock"][card] = int(o["stack"][player, card]) * 1000
    contributions.bring_at_once(o, n, w, ending)


@jit
def look_ahead(o: Observation, n: Numbers, w: Work) -> None:
    """Estimate the number of the player's turns after this one, and the probability of each.

    The size of the deck determines the time left (CARD-35, CARD-36); it does not change while players place cards. Even
    if the deck runs out at once, each player has one more turn.
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
def survey(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Compute everything that the evaluations need."""
    count_pool(o, r, w)
    w["unseen"] = (bit(r["tickets"]) - np.uint64(1)) & ~placed_tickets(o)
    look_ahead(o, n, w)
    contributions.look(o, r, n, w)
    find_situation(o, w)
    find_ending(o, n, w)
