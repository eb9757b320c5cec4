"""Opponents' intentions: the routes that their tickets probably need.

Players never see each other's tickets. But every ticket whose place the seat does not know may be an opponent's, and
this is likelier the more of its shortest path the opponent has built. So every such ticket gets a weight for each
opponent. The weights are scaled to the number of tickets that the opponent holds, and every route still missing on a
ticket's path is assumed to be wanted with that weight.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, Numbers, Observation, Rules, Work
from whistlestop.games.network.board.links import is_open, owns
from whistlestop.games.network.board.stock import affords, is_small, stock
from whistlestop.games.network.mechanisms.tickets.unknown import placed
from whistlestop.games.network.sizes import WORDS

from .numbers import BLOCK, WANT_SHARE
from .paths import FAR, nearest, spread_short, targets_of

STEP = 1  # cost of a claim for a rival in addition to its trains, in trains


@jit
def rival_costs(o: Observation, r: Rules, w: Work, other: int) -> None:
    """Write the cost of every route for an opponent, in trains, to `trial_cost`."""
    w["usable"][:] = 0
    for route in range(r["routes"]):
        trains = int(r["route_trains"][route])
        cost = FAR
        if owns(o, other, route):
            cost = 0
        elif is_open(o, other, route) and trains <= stock(o, r, other, route):
            cost = trains + STEP
        w["trial_cost"][route] = cost
        if cost < FAR:
            w["usable"][route >> 6] |= bit(route & 63)


@jit
def likely_way(o: Observation, r: Rules, n: Numbers, w: Work, other: int, ticket: int) -> int:
    """Return the weight of an opponent holding a ticket; write the missing routes of its path to `rival_path`.

    `spread_short` must have run for the ticket's origin.
    """
    w["rival_path"][ticket][:] = 0
    here = NONE
    for target in range(r["ticket_targets"][ticket]):
        city = nearest(w, r["ticket_target"][ticket, target])
        if city != NONE and (here == NONE or w["dist"][city] < w["dist"][here]):
            here = city
    if here == NONE:
        return 0
    missing = int(w["dist"][here])
    built = 0
    trains = small = 0
    while w["via"][here] != NONE:
        route = int(w["via"][here])
        taken = int(r["route_trains"][route])
        if w["trial_cost"][route] == 0:
            built += taken + STEP
        else:
            trains += taken
            small += taken if is_small(r, route) else 0
            w["rival_path"][ticket, route >> 6] |= bit(route & 63)
        here = int(r["route_a"][route]) + int(r["route_b"][route]) - here
    if not affords(o, other, trains, small):
        return 0
    share = 100 * built // (built + missing) if built else 0
    return int(100 + share * share * n[WANT_SHARE] // 100)


@jit
def targets_from(o: Observation, r: Rules, first: int) -> CitySet:
    """Return the target cities of consecutive tickets with the same origin, from `first` on."""
    cities = np.uint64(0)
    for ticket in range(first, r["tickets"]):
        if r["ticket_origin"][ticket] != r["ticket_origin"][first]:
            break
        if not placed(o, ticket):
            cities |= targets_of(r, ticket)
    return cities


@jit
def judge_wants(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Write the expected number of opponents' tickets that need each route to `want`, in thousandths."""
    at = np.empty((1 + STEP) * int(r["trains"]) + 1, np.uint64)  # opponents have no trains for more
    w["want"][:] = 0
    for other in range(o["players"]):
        if other == o["seat"]:
            continue
        rival_costs(o, r, w, other)
        total = 0
        origin = np.uint64(0)
        for ticket in range(r["tickets"]):
            w["values"][ticket] = 0
            if placed(o, ticket):
                continue
            if r["ticket_origin"][ticket] != origin:
                origin = np.uint64(r["ticket_origin"][ticket])
                spread_short(r, w, w["trial_cost"], origin, targets_from(o, r, ticket), at)
            w["values"][ticket] = likely_way(o, r, n, w, other, ticket)
            total += w["values"][ticket]
        held = max(int(o["ticket_count"][other]), int(r["opening_keep_min"]))
        for ticket in range(r["tickets"]):
            if w["values"][ticket] == 0:
                continue
            share = w["values"][ticket] * held * 1000 // total
            for word in range(WORDS):
                rest = w["rival_path"][ticket, word]
                while rest != np.uint64(0):
                    w["want"][word * 64 + ctz(rest)] += share
                    rest &= rest - np.uint64(1)


@jit
def block_worth(o: Observation, n: Numbers, w: Work, route: int) -> int:
    """Return the value of denying opponents a route that they need, in thousandths of a point."""
    return int(w["want"][route] * n[BLOCK] // 100 // (int(o["players"]) - 1))
