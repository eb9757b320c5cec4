"""Sample worlds in which opponents hold tickets that fit the cards they have collected.

A player with the cards of a ticket on their stack and in their rows is likelier than others to hold the ticket. The
probabilities were fitted to games of the planner against itself (research/beliefs.py).
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import COLORS, DECLARATION, NONE, OPENING, OVER, WILD
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below
from whistlestop.core.types import (
    Generator,
    Integers,
    Numbers,
    Observation,
    Observations,
    Rules,
    RulesArray,
    State,
    States,
)
from whistlestop.games.searching import likelihoods_of
from whistlestop.games.yard.mechanisms.tickets.unknown import placed_tickets
from whistlestop.games.yard.sizes import TICKETS
from whistlestop.games.yard.turn import determinize

MANY = 30
"""The minimum number of cards on a stack for its colors to count in full."""
SWEEPS = 2
FIXED, DECK = -1, 0


@jit
def features(observations: Observations, rules: RulesArray, i: int, player: int, out: Numbers) -> None:
    """Write the features of tickets for one player; see `games.search.Search`.

    They are: the share of the ticket's cards on the player's stack and siding; whether that is all of them; the
    ticket's points; the share weighted with the size of the stack; the share including the cards that the player took
    face up.
    """
    o = observations[i]
    r = rules[0]
    stack = 0
    for card in range(COLORS + 1):
        stack += int(o["stack"][player, card])
    wilds = int(o["stack"][player, WILD])
    for ticket in range(r["tickets"]):
        whole = max(1, int(r["ticket_cards"][ticket]))
        lack = 0
        lack_seen = 0
        for color in range(COLORS):
            need = int(r["ticket_need"][ticket, color])
            have = int(o["stack"][player, color]) + int(o["row_colored"][player, color])
            have += int(o["row_wild"][player, color])
            lack += max(0, need - have)
            lack_seen += max(0, need - have - int(o["hand"][player, color]))
        out[ticket, 0] = 1000 * (whole - lack) // whole
        out[ticket, 1] = 1000 if lack <= wilds else 0
        out[ticket, 2] = int(r["ticket_points"][ticket]) * 50
        out[ticket, 3] = out[ticket, 0] * min(stack, MANY) // MANY
        out[ticket, 4] = 1000 * (whole - lack_seen) // whole


likelihoods = likelihoods_of(__name__, features)


@jit
def find_tickets(o: Observation, r: Rules, s: State, where: Integers) -> None:
    """Write the place of each ticket that the seat cannot locate: its index in the deck, or FIXED."""
    for ticket in range(r["tickets"]):
        where[ticket] = FIXED
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] == NONE:
            where[int(s["ticket_deck"][place])] = DECK + place


@jit
def exchange(
    r: Rules, s: State, player: int, ticket: int, likely: Numbers, where: Integers, random: Generator
) -> None:
    """Exchange a player's ticket for one from the deck, or keep it.

    The choice is in proportion to their probabilities (Gibbs sampling).
    """
    total = int(likely[ticket])
    for other in range(r["tickets"]):
        if where[other] != FIXED:
            total += int(likely[other])
    pick = fast_below(random, total) - int(likely[ticket])
    other = -1
    while pick >= 0:
        other += 1
        if where[other] != FIXED:
            pick -= int(likely[other])
    if other >= 0:
        s["tickets"][player, 0] ^= bit(ticket) | bit(other)
        s["ticket_deck"][where[other]] = ticket
        where[ticket] = where[other]
        where[other] = FIXED


@jit
def imagine(
    observations: Observations,
    rules: RulesArray,
    j: int,
    likely: Numbers,
    random: Generator,
    states: States,
    i: int,
) -> None:
    """Sample a world; see `games.search.Search`.

    Starts from a uniform world and exchanges tickets by their probabilities. Tickets that the seat returned in the
    opening stay in place: where they can be depends on the draws since.
    """
    o = observations[j]
    r = rules[0]
    s = states[i]
    determinize(o, r, random, s)
    if o["phase"] == OPENING or o["phase"] == OVER or o["phase"] == DECLARATION:
        return
    where = np.empty(TICKETS, np.int64)
    find_tickets(o, r, s, where)
    returned = o["returned"][o["seat"], 0] if o["seat"] != NONE else np.uint64(0)
    for ticket in range(r["tickets"]):
        if (returned & bit(ticket)) != np.uint64(0):
            where[ticket] = FIXED
    for _ in range(SWEEPS):
        for player in range(o["players"]):
            if player == o["seat"]:
                continue
            rest = s["tickets"][player, 0] & ~returned & ~placed_tickets(o)
            while rest != np.uint64(0):
                exchange(r, s, player, ctz(rest), likely[player], where, random)
                rest &= rest - np.uint64(1)
