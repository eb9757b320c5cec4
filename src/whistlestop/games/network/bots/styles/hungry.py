"""The `hungry` bot: collects many tickets and joins them into one network.

It first draws tickets until it holds `appetite` of them, and draws again when all are completed and trains are left.
From an offer it keeps the tickets that still fit into the network with its trains. The network joins the tickets, the
most valuable first, by paths that share routes. A route is worth its own points plus those of all tickets that use it.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import CARDS, NONE, SECOND_DRAW
from whistlestop.core.jit import jit
from whistlestop.core.tickets import subset_size
from whistlestop.core.types import Flags, Integers, Numbers, Observation, Rules, Work
from whistlestop.games.network.bots.collecting import best_by_time, claim_or_draw
from whistlestop.games.network.bots.greedy import in_last_turn
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.sizes import ROUTES, TICKETS, WORDS

from .paths import is_open, look, nothing_worth, points_of_routes, way_for

NUMBERS = {
    "appetite": 5,  # tickets to hold before it starts building
    "leftover": 12,  # minimum trains left to draw tickets after all are completed
}
APPETITE, LEFTOVER = range(len(NUMBERS))


@jit
def plan_network(o: Observation, r: Rules, w: Work, player: int, wanted: Flags, worth: Integers) -> int:
    """Join the wanted tickets; write the value of each missing route of the network to `worth`.

    Returns the points of the tickets that fit in, minus those that the others lose.
    """
    worth[:] = 0
    look(o, r, w, player)
    network = np.zeros(WORDS, np.uint64)
    path = np.zeros(WORDS, np.uint64)
    left = wanted.copy()
    trains = int(o["trains"][player])
    total = 0
    while True:
        next_one = NONE
        for ticket in range(r["tickets"]):
            if left[ticket] and (next_one == NONE or r["ticket_loss"][ticket] > r["ticket_loss"][next_one]):
                next_one = ticket
        if next_one == NONE:
            return total
        left[next_one] = False
        cost, target = way_for(r, w, w["cost"], next_one, network, path)
        if target == NONE or cost > trains:
            total -= int(r["ticket_loss"][next_one])
            continue
        trains -= cost
        points = int(r["ticket_points"][next_one, target])
        total += points
        for route in range(r["routes"]):
            if (path[route >> 6] & bit(route & 63)) != np.uint64(0):
                if worth[route] == 0:
                    worth[route] = int(r["route_points"][route])
                worth[route] += points
        for word in range(WORDS):
            network[word] |= path[word]


@jit
def open_tickets(o: Observation, r: Rules, player: int, wanted: Flags) -> None:
    """Mark the held tickets that are not completed."""
    for ticket in range(TICKETS):
        wanted[ticket] = ticket < r["tickets"] and is_open(o, r, player, ticket)


@jit
def keep_what_fits(o: Observation, r: Rules, w: Work, player: int, least: int) -> int:
    """Keep the part of the offer, at least `least` tickets, that makes the network most valuable."""
    wanted = np.zeros(TICKETS, np.bool_)
    worth = np.zeros(ROUTES, np.int64)
    best = 0
    most = -10_000
    for subset in range(1 << int(o["offer_size"][player])):
        if subset_size(subset) < least:
            continue
        open_tickets(o, r, player, wanted)
        for place in range(o["offer_size"][player]):
            if (subset >> place) & 1:
                wanted[o["offer"][player, place]] = True
        total = plan_network(o, r, w, player, wanted, worth)
        if total > most:
            best = subset
            most = total
    return int(r["id_keep"]) + best


@jit
def is_hungry(o: Observation, n: Numbers, player: int, done: bool) -> bool:
    """Return whether to draw tickets now."""
    if o["ticket_size"] == 0 or o["final_left"] != NONE:
        return False
    begun = False
    for word in range(WORDS):
        if o["owned"][player, word] != np.uint64(0):
            begun = True
    if not begun and o["ticket_count"][player] < n[APPETITE]:
        return True
    return bool(done and o["trains"][player] >= n[LEFTOVER])


@jit
def act(o: Observation, r: Rules, n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    phase = o["phase"]
    wanted = np.zeros(TICKETS, np.bool_)
    worth = np.zeros(ROUTES, np.int64)
    open_tickets(o, r, player, wanted)
    plan_network(o, r, w, player, wanted, worth)
    done = nothing_worth(worth)
    if phase != SECOND_DRAW and is_hungry(o, n, player, done):
        return int(r["id_tickets"])
    if done:
        points_of_routes(o, r, player, worth)
    value = np.zeros(CARDS, np.int64)
    route = best_by_time(o, r, player, worth, in_last_turn(o), value)
    return claim_or_draw(o, r, player, route, value, w["actions"])


decide = one_idea(__name__, act, keep_what_fits)
