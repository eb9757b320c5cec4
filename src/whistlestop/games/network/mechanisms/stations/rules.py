"""Building stations (EUR-22 to EUR-25), and the opponents' routes that they use at the end (EUR-26 to EUR-32)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import COLORS, NONE, PLAYERS, TURN, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Actions, Integers, Known, Labels, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, NO, YES, Mechanism, ScorePart
from whistlestop.games.network.board.links import join
from whistlestop.games.network.mechanisms.cities import count_free_cities, is_free, nth_free_city
from whistlestop.games.network.mechanisms.payments import SMALL, can_pay, list_small, pay
from whistlestop.games.network.mechanisms.tickets.values import sum_tickets
from whistlestop.games.network.sizes import CITIES, STATIONS, WORDS

STATION = 7
"""The type of action: build a station in the city `action_arg`."""
FEWEST_STATIONS = 2
"""A tie-breaker: the fewest stations built."""


@jit
def station_cost(s: Known, r: Rules, player: int) -> int:
    """Return the cards that the next station costs (EUR-23), 0 if the player has none left."""
    if s["stations_left"][player] == 0:
        return 0
    return int(r["stations"]) - int(s["stations_left"][player]) + 1


@jit
def list_payments(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the payments for the next station, as stations in the first city; return their number."""
    cost = station_cost(s, r, player)
    if cost:
        for color in range(COLORS + 1):
            size = list_small(s, r, player, color, cost, out, size, int(r["id_station"]))
    return size


@jit
def list_turn(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the legal station actions (EUR-22)."""
    first = size
    last = list_payments(s, r, player, out, size)
    if last == first:
        return first
    payments = last - first
    place = count_free_cities(s, r)
    # In reverse order, since the payments occupy the places of the first city's stations.
    for city in range(int(r["cities"]) - 1, -1, -1):
        if is_free(s, city):
            place -= 1
            for payment in range(payments):
                out[first + place * payments + payment] = out[first + payment] + city * SMALL
    return first + payments * count_free_cities(s, r)


@jit
def count_turn(s: State, r: Rules, player: int, counts: Integers, at: int) -> int:
    """Return how many actions `list_turn` writes.

    `counts` gets the number of payments, followed by the payments in the first city.
    """
    payments = list_payments(s, r, player, counts, at + 1) - (at + 1)
    counts[at] = payments
    return payments * count_free_cities(s, r) if payments else 0


@jit
def nth_turn(s: State, _r: Rules, _player: int, index: int, counts: Integers, at: int) -> int:
    """Return the n-th station of `list_turn`."""
    payments = int(counts[at])
    return int(counts[at + 1 + index % payments]) + nth_free_city(s, index // payments) * SMALL


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether a station may be built (EUR-22, EUR-23)."""
    if r["action_type"][action] != STATION:
        return BEYOND
    cards = int(r["action_colored"][action]) + int(r["action_wild"][action])
    free = s["phase"] == TURN and is_free(s, int(r["action_arg"][action]))
    return YES if free and cards == station_cost(s, r, player) and can_pay(s, r, player, action) else NO


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Place the player's next station in the city (EUR-22)."""
    if r["action_type"][action] != STATION:
        return BEYOND
    city = r["action_arg"][action]
    pay(s, r, player, action)
    s["station_city"][player, int(r["stations"]) - int(s["stations_left"][player])] = city
    s["station_owner"][city] = player
    s["stations_left"][player] -= 1
    return ENDED


@jit
def clear(s: State, r: Rules, players: int) -> None:
    """Give all players their stations (EUR-22)."""
    for player in range(players):
        s["stations_left"][player] = r["stations"]


# Final scoring.


@jit
def list_loans(s: State, r: Rules, player: int, city: int, out: Integers) -> int:
    """Write the routes of other players that a station in the city may use (EUR-27, EUR-29); return their number.

    Of several routes to the same part of the player's network, only the first is listed. Routes to the part where the
    station stands are not listed: using one could never be better (EUR-31).
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
    """Return the label of the part at the far end of a route from the city."""
    end = r["route_b"][route] if r["route_a"][route] == city else r["route_a"][route]
    return int(label[end])


@jit
def sort_stations(s: State, player: int, cities: Integers) -> int:
    """Write the cities of a player's stations in ascending order; return their number."""
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
    """Return whether the routes in `a`, without the NONEs, come before those in `b` (EUR-31, 4)."""
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
def assign_stations(s: State, r: Rules, player: int) -> None:
    """Choose the routes that the stations use by trying all combinations (EUR-31)."""
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
        place = size - 1  # advance to the next combination
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
                s["lent"][player, station] = best_routes[place]


@jit
def settle(s: State, r: Rules, player: int) -> None:
    """Choose the opponents' routes that a player's stations use (EUR-31)."""
    if r["stations"] > 0 and s["stations_left"][player] < r["stations"]:
        assign_stations(s, r, player)


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Score the stations not built (EUR-32)."""
    s["station_sum"][player] = s["stations_left"][player] * r["station_value"]


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """Return the number of stations left: the player who built fewer is ahead (EUR-34)."""
    return int(s["stations_left"][player]) if criterion == FEWEST_STATIONS else BEYOND


MECHANISM = Mechanism(
    columns=[("stations", i2), ("station_value", i2), ("id_station", i2)],
    fields=[
        Field("stations_left", PUBLIC, i2, (PLAYERS,)),
        Field("station_owner", PUBLIC, i2, (CITIES,), empty=NONE),
        # set when the game is over, except for the cities
        Field("station_sum", PUBLIC, i2, (PLAYERS,)),
        Field("station_city", PUBLIC, i2, (PLAYERS, STATIONS), empty=NONE),
    ],
    clear=clear,
    list_turn=list_turn,
    count_turn=count_turn,
    nth_turn=nth_turn,
    places=1 + SMALL,
    judge=judge,
    play=play,
    settle=settle,
    score=score,
    parts=[ScorePart("stations", "station_sum")],
    tie_break=tie_break,
)
