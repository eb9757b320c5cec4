"""The bonus for tickets whose cities a player connects by two paths that share no route (IND-6, IND-7)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import NONE, PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Integers, Known, Labels, Rules, State
from whistlestop.games.mechanisms import Mechanism, ScorePart
from whistlestop.games.network.board.links import best_target
from whistlestop.games.network.sizes import CITIES, ROUTES, TICKET_WORDS, WORDS

MOST = 8
"""The maximum number of tickets that score."""


@jit
def list_owned(s: Known, player: int, routes: Integers) -> int:
    """Write the routes of a player; return their number."""
    size = 0
    for word in range(WORDS):
        rest = s["owned"][player, word]
        while rest != np.uint64(0):
            routes[size] = word * 64 + ctz(rest)
            size += 1
            rest &= rest - np.uint64(1)
    return size


@jit
def ring_parts(s: Known, r: Rules, player: int, label: Labels) -> None:
    """Write a label for each city: cities joined by two paths without a common route have the same label.

    These are the parts that remain connected without any one of their routes. A search tree spans the network; every
    route outside the tree closes a ring with the tree's path between its ends.
    """
    routes = np.empty(ROUTES, np.int64)
    size = list_owned(s, player, routes)
    in_tree = np.zeros(ROUTES, np.int64)
    parent = np.full(CITIES, NONE, np.int64)
    depth = np.full(CITIES, NONE, np.int64)
    order = np.empty(CITIES, np.int64)
    in_ring = np.zeros(CITIES, np.int64)  # whether a ring has the route from a city to its parent
    end = 0
    for root in range(r["cities"]):
        if depth[root] != NONE:
            continue
        depth[root] = 0
        at = end
        order[end] = root
        end += 1
        while at < end:
            city = order[at]
            at += 1
            for place in range(size):
                a, b = int(r["route_a"][routes[place]]), int(r["route_b"][routes[place]])
                other = b if a == city else a
                if (a == city or b == city) and depth[other] == NONE:
                    in_tree[place] = 1
                    parent[other] = city
                    depth[other] = depth[city] + 1
                    order[end] = other
                    end += 1
    for place in range(size):
        if in_tree[place] == 0:
            a, b = int(r["route_a"][routes[place]]), int(r["route_b"][routes[place]])
            while a != b:
                if depth[a] < depth[b]:
                    a, b = b, a
                in_ring[a] = 1
                a = int(parent[a])
    for place in range(end):
        city = order[place]
        label[city] = label[parent[city]] if in_ring[city] else city


@jit
def count_two_ways(s: Known, r: Rules, player: int) -> int:
    """Return how many of a player's tickets are completed in two ways (IND-6)."""
    label = np.empty(CITIES, np.int8)
    ring_parts(s, r, player, label)
    found = 0
    for word in range(TICKET_WORDS):
        rest = s["tickets"][player, word]
        while rest != np.uint64(0):
            if best_target(r, label, word * 64 + ctz(rest)) >= 0:
                found += 1
            rest &= rest - np.uint64(1)
    return found


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Score a player's tickets completed in two ways (IND-7)."""
    s["two_ways_points"][player] = 0
    s["two_ways_tickets"][player] = 0
    if r["two_ways"] == 0:
        return
    count = count_two_ways(s, r, player)
    s["two_ways_tickets"][player] = count
    for place in range(min(count, int(r["two_ways"]))):
        s["two_ways_points"][player] += r["two_ways_values"][place]


MECHANISM = Mechanism(
    columns=[
        ("two_ways", i2),  # how many tickets score; 0: there is no such bonus
        ("two_ways_values", i2, MOST),  # points for the first, the second, ...
    ],
    fields=[
        # set when the game is over
        Field("two_ways_tickets", PUBLIC, i2, (PLAYERS,)),
        Field("two_ways_points", PUBLIC, i2, (PLAYERS,)),
    ],
    score=score,
    parts=[ScorePart("two_ways", "two_ways_points")],
)
