"""Sample worlds in which opponents hold tickets that fit the routes they have built.

A player who claims the routes between two cities is likelier than others to hold the ticket that joins them. The
probabilities were fitted to games of the planner against itself (research/beliefs.py).
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE, OPENING, OVER
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below
from whistlestop.core.types import (
    CitySet,
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
from whistlestop.games.network.board.links import is_open, owns
from whistlestop.games.network.mechanisms.tickets.unknown import placed
from whistlestop.games.network.sizes import CITIES, TICKET_WORDS, TICKETS
from whistlestop.games.network.turn import determinize
from whistlestop.games.searching import likelihoods_of

FAR = 1 << 20
SWEEPS = 2
FIXED, NOWHERE, DECK = -2, -1, 0


@jit
def spread(o: Observation, r: Rules, player: int, origin: CitySet, dist: Integers) -> None:
    """Write the fewest spaces from a set of cities to each city; FAR if the player cannot reach it.

    player: NONE for an empty board.
    """
    for city in range(r["cities"]):
        dist[city] = 0 if (origin & bit(city)) != np.uint64(0) else FAR
    changed = True
    while changed:
        changed = False
        for route in range(r["routes"]):
            length = int(r["route_trains"][route])
            if player != NONE:
                if owns(o, player, route):
                    length = 0
                elif not is_open(o, player, route):
                    continue
            a = int(r["route_a"][route])
            b = int(r["route_b"][route])
            if dist[a] + length < dist[b]:
                dist[b] = dist[a] + length
                changed = True
            elif dist[b] + length < dist[a]:
                dist[a] = dist[b] + length
                changed = True


@jit
def nearest(r: Rules, dist: Integers, target: CitySet) -> int:
    """Return the distance of the nearest city of a set; FAR if none can be reached."""
    least = FAR
    for city in range(r["cities"]):
        if (target & bit(city)) != np.uint64(0) and dist[city] < least:
            least = int(dist[city])
    return least


@jit
def count_routes(o: Observation, r: Rules, player: int, routes: Integers) -> None:
    """Write how many of a player's routes lead from each city to another one."""
    routes[:] = 0
    for route in range(r["routes"]):
        if owns(o, player, route) and r["route_a"][route] != r["route_b"][route]:
            routes[int(r["route_a"][route])] += 1
            routes[int(r["route_b"][route])] += 1


@jit
def ends_in(r: Rules, routes: Integers, cities: CitySet) -> tuple[int, int]:
    """Return whether the player has a route in one of the cities, and whether one of them ends the network."""
    reached = 0
    end = 0
    for city in range(r["cities"]):
        if (cities & bit(city)) != np.uint64(0):
            if routes[city] > 0:
                reached = 1
            if routes[city] == 1:
                end = 1
    return reached, end


@jit
def features(observations: Observations, rules: RulesArray, i: int, player: int, out: Numbers) -> None:
    """Write the features of tickets for one player; see `games.search.Search`.

    They are: the share of the ticket's path that the player owns; whether the path is complete; whether it is no longer
    possible; the ticket's points; the share of the path times the share of trains on the board; whether the player has
    too few trains; the square of the share; how many of the ticket's two ends the player has reached; the same times
    the share of trains on the board; how many are ends of the player's network, with a single route.
    """
    o = observations[i]
    r = rules[0]
    empty = np.empty(CITIES, np.int64)
    dist = np.empty(CITIES, np.int64)
    routes = np.empty(CITIES, np.int64)
    count_routes(o, r, player, routes)
    used = 1000 - 1000 * int(o["trains"][player]) // int(r["trains"])
    for ticket in range(r["tickets"]):
        origin = np.uint64(r["ticket_origin"][ticket])
        spread(o, r, NONE, origin, empty)
        spread(o, r, player, origin, dist)
        reached, end = ends_in(r, routes, origin)
        share = -1
        other_reached = other_end = 0
        left = FAR
        for place in range(r["ticket_targets"][ticket]):
            target = np.uint64(r["ticket_target"][ticket, place])
            whole = max(1, nearest(r, empty, target))
            now = nearest(r, dist, target)
            left = min(left, now)
            found = max(0, 1000 * (whole - now) // whole)
            if found > share:
                share = found
                other_reached, other_end = ends_in(r, routes, target)
        out[ticket, 0] = share
        out[ticket, 1] = 1000 if left == 0 else 0
        out[ticket, 2] = 1000 if left == FAR else 0
        out[ticket, 3] = int(r["ticket_points"][ticket, 0]) * 50
        out[ticket, 4] = share * used // 1000
        out[ticket, 5] = 1000 if o["trains"][player] < left < FAR else 0
        out[ticket, 6] = share * share // 1000
        out[ticket, 7] = 500 * (reached + other_reached)
        out[ticket, 8] = out[ticket, 7] * used // 1000
        out[ticket, 9] = 500 * (end + other_end)


likelihoods = likelihoods_of(__name__, features)


@jit
def find_tickets(o: Observation, r: Rules, s: State, where: Integers) -> None:
    """Write the place of each ticket that the seat cannot locate: its index in the deck, or NOWHERE."""
    for ticket in range(r["tickets"]):
        where[ticket] = FIXED if placed(o, ticket) else NOWHERE
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] == NONE:
            where[int(s["ticket_deck"][place])] = DECK + place
    for player in range(o["players"]):
        if player != o["seat"]:
            for place in range(o["offer_size"][player]):
                where[int(s["offer"][player, place])] = FIXED
            for ticket in range(r["tickets"]):
                if (s["tickets"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0):
                    where[ticket] = FIXED


@jit
def exchange(
    r: Rules, s: State, player: int, ticket: int, likely: Numbers, where: Integers, random: Generator
) -> None:
    """Exchange a player's ticket for one that nobody holds, or keep it.

    The choice is in proportion to their probabilities (Gibbs sampling).
    """
    long = r["ticket_long"][ticket]
    total = int(likely[ticket])
    for other in range(r["tickets"]):
        if where[other] != FIXED and r["ticket_long"][other] == long:
            total += int(likely[other])
    pick = fast_below(random, total) - int(likely[ticket])
    other = -1
    while pick >= 0:
        other += 1
        if where[other] != FIXED and r["ticket_long"][other] == long:
            pick -= int(likely[other])
    if other >= 0:
        s["tickets"][player, ticket >> 6] &= ~bit(ticket & 63)
        s["tickets"][player, other >> 6] |= bit(other & 63)
        where[ticket] = where[other]
        where[other] = FIXED
        if where[ticket] >= DECK:
            s["ticket_deck"][where[ticket]] = ticket


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

    Starts from a uniform world and exchanges tickets by their probabilities.
    """
    o = observations[j]
    r = rules[0]
    s = states[i]
    determinize(o, r, random, s)
    if o["phase"] == OPENING or o["phase"] == OVER:
        return
    where = np.empty(TICKETS, np.int64)
    find_tickets(o, r, s, where)
    held = np.empty(TICKET_WORDS, np.uint64)
    for _ in range(SWEEPS):
        for player in range(o["players"]):
            if player == o["seat"]:
                continue
            held[:] = s["tickets"][player]
            for word in range(TICKET_WORDS):
                rest = held[word]
                while rest != np.uint64(0):
                    exchange(r, s, player, word * 64 + ctz(rest), likely[player], where, random)
                    rest &= rest - np.uint64(1)
