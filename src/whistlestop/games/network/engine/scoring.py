"""Final scoring: tickets, stations, longest trail, ranking (USA-32 to USA-35, EUR-26 to EUR-34, SWI-13 to SWI-18)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import FEWEST_STATIONS, HOLDS_BONUS, MOST_TICKETS, NONE, OVER, PLAYERS
from whistlestop.core.jit import jit
from whistlestop.core.ranking import CRITERIA, rank_players
from whistlestop.core.types import Integers, Labels, Rules, State

from .fields import CITIES, STATIONS, TICKET_WORDS, WORDS
from .links import join, ticket_value
from .paths import longest_trail


@jit
def sum_tickets(s: State, r: Rules, player: int, label: Labels) -> tuple[int, int]:
    """Sum of the values of a player's tickets, and how many are completed, for connections `label`."""
    total = 0
    completed = 0
    for word in range(TICKET_WORDS):
        rest = s["tickets"][player, word]
        while rest != np.uint64(0):
            value = ticket_value(r, label, word * 64 + ctz(rest))
            total += value
            if value > 0:
                completed += 1
            rest &= rest - np.uint64(1)
    return total, completed


@jit
def list_loans(s: State, r: Rules, player: int, city: int, out: Integers) -> int:
    """Routes of other players that a station in the city may use (EUR-27, EUR-29).

    Of the routes that lead to the same part of the player's network only the first is listed, and none that leads
    to the part where the station stands: using it could never be better (EUR-31).
    """
    label = s["link"][player]
    size = 0
    for word in range(WORDS):
        routes = np.uint64(0)
        for other in range(s["players"]):
            if other != player:
                routes |= s["owned"][other, word]
        routes &= r["city_routes"][city, word]
        while routes != np.uint64(0):
            route = word * 64 + ctz(routes)
            routes &= routes - np.uint64(1)
            part = other_part(r, label, route, city)
            new = part != label[city]
            for earlier in range(size):
                if other_part(r, label, out[earlier], city) == part:
                    new = False
            if new:
                out[size] = route
                size += 1
    return size


@jit
def other_part(r: Rules, label: Labels, route: int, city: int) -> int:
    """Label of the part at the far end of a route from the city."""
    end = r["route_b"][route] if r["route_a"][route] == city else r["route_a"][route]
    return int(label[end])


@jit
def sort_stations(s: State, player: int, cities: Integers) -> int:
    """Write the cities of a player's stations in ascending order; return how many."""
    size = 0
    for station in range(STATIONS):
        city = s["station_city"][player, station]
        if city != NONE:
            place = size
            while place > 0 and cities[place - 1] > city:
                cities[place] = cities[place - 1]
                place -= 1
            cities[place] = city
            size += 1
    return size


@jit
def earlier_list(a: Integers, b: Integers, size: int) -> bool:
    """Whether the routes in `a`, without the NONEs, come before those in `b` (EUR-31, 4)."""
    i = 0
    j = 0
    while True:
        while i < size and a[i] == NONE:
            i += 1
        while j < size and b[j] == NONE:
            j += 1
        if i >= size or j >= size:
            return False
        if a[i] != b[j]:
            return bool(a[i] < b[j])
        i += 1
        j += 1


@jit
def assign_stations(s: State, r: Rules, player: int) -> tuple[int, int]:
    """Choose the routes that the stations use (EUR-31) by trying all; return ticket sum and tickets completed."""
    cities = np.empty(STATIONS, np.int16)
    loans = np.empty((STATIONS, CITIES), np.int16)
    loan_count = np.empty(STATIONS, np.int16)
    pick = np.empty(STATIONS, np.int16)  # index into loans, NONE: the station uses nothing
    routes = np.empty(STATIONS, np.int16)
    best_routes = np.empty(STATIONS, np.int16)
    label = np.empty(CITIES, np.int8)
    size = sort_stations(s, player, cities)
    for station in range(size):
        loan_count[station] = list_loans(s, r, player, cities[station], loans[station])
        pick[station] = NONE
        best_routes[station] = NONE
    best_sum, best_completed = sum_tickets(s, r, player, s["link"][player])
    best_used = 0
    while True:
        place = size - 1  # next combination
        while place >= 0 and pick[place] == loan_count[place] - 1:
            pick[place] = NONE
            place -= 1
        if place < 0:
            break
        pick[place] += 1
        for city in range(CITIES):
            label[city] = s["link"][player, city]
        used = 0
        for station in range(size):
            routes[station] = NONE
            if pick[station] != NONE:
                route = loans[station, pick[station]]
                routes[station] = route
                join(label, r["route_a"][route], r["route_b"][route])
                used += 1
        total, completed = sum_tickets(s, r, player, label)
        better = total > best_sum
        if total == best_sum:
            better = completed > best_completed
            if completed == best_completed:
                better = used < best_used or (used == best_used and earlier_list(routes, best_routes, size))
        if better:
            best_sum = total
            best_completed = completed
            best_used = used
            for station in range(size):
                best_routes[station] = routes[station]
    for station in range(STATIONS):
        for place in range(size):
            if s["station_city"][player, station] == cities[place]:
                s["station_route"][player, station] = best_routes[place]
    return best_sum, best_completed


@jit
def final_value(s: State, r: Rules, player: int, ticket: int) -> int:
    """What a ticket is worth with the routes that the player's stations use."""
    label = np.empty(CITIES, np.int8)
    for city in range(CITIES):
        label[city] = s["link"][player, city]
    for station in range(STATIONS):
        route = s["station_route"][player, station]
        if route != NONE:
            join(label, r["route_a"][route], r["route_b"][route])
    return ticket_value(r, label, ticket)


@jit
def score_player(s: State, r: Rules, player: int) -> None:
    """Everything but the bonus, which needs all players' trails."""
    if r["stations"] > 0 and s["stations_left"][player] < r["stations"]:
        total, completed = assign_stations(s, r, player)
    else:
        total, completed = sum_tickets(s, r, player, s["link"][player])
    s["ticket_sum"][player] = total
    s["completed"][player] = completed
    s["station_sum"][player] = s["stations_left"][player] * r["station_value"]
    s["longest"][player] = longest_trail(
        r["route_a"], r["route_b"], r["route_length"], s["owned"][player, 0], s["owned"][player, 1]
    )


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """What a player has by one tie-breaker; more is better (COM-22)."""
    if criterion == MOST_TICKETS:
        return int(s["completed"][player])
    if criterion == FEWEST_STATIONS:
        return int(s["stations_left"][player])
    if criterion == HOLDS_BONUS:
        return int(s["bonus"][player] > 0)
    return 0


@jit
def rank(s: State, r: Rules) -> None:
    """Rank the players by final score and tie-breakers."""
    standing = np.zeros((PLAYERS, CRITERIA), np.int64)
    for player in range(s["players"]):
        standing[player, 0] = s["final"][player]
        for place, criterion in enumerate(r["tie_breaks"]):
            standing[player, place + 1] = tie_break(s, criterion, player)
    rank_players(s, standing)


@jit
def finish(s: State, r: Rules) -> None:
    """Score the game and rank the players."""
    s["phase"] = OVER
    longest = 0
    for player in range(s["players"]):
        score_player(s, r, player)
        longest = max(longest, int(s["longest"][player]))
    for player in range(s["players"]):
        holds = longest > 0 and s["longest"][player] == longest  # USA-34, RUL-44, RUL-45
        s["bonus"][player] = r["longest_bonus"] if holds else 0
        s["final"][player] = (
            s["score"][player] + s["ticket_sum"][player] + s["station_sum"][player] + s["bonus"][player]
        )
    rank(s, r)
