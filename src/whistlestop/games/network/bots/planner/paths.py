"""Cheapest paths between cities, for the costs of `survey`."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, CitySets, Integers, RouteSet, Rules, Work
from whistlestop.games.network.sizes import WORDS

FAR = 1 << 40


@jit
def has(words: RouteSet, route: int) -> bool:
    """Return whether a route is in a set of routes."""
    return bool((words[route >> 6] & bit(route & 63)) != np.uint64(0))


@jit
def targets_of(r: Rules, ticket: int) -> CitySet:
    """Return the cities where a ticket can end."""
    cities = np.uint64(0)
    for target in range(r["ticket_targets"][ticket]):
        cities |= r["ticket_target"][ticket, target]
    return cities


@jit
def spread(r: Rules, w: Work, cost: Integers, origin: CitySet, free: RouteSet, wanted: CitySet) -> None:
    """Write the costs from a set of cities to the `wanted` ones, and the paths there, to `dist` and `via`.

    cost: by route; those in `free` cost nothing. Entries for other cities are valid only if they are on such a path.
    """
    dist = w["dist"]
    via = w["via"]
    for city in range(r["cities"]):
        dist[city] = FAR
        via[city] = NONE
    frontier = np.uint64(origin)
    settled = np.uint64(0)
    rest = frontier
    while rest != np.uint64(0):
        dist[ctz(rest)] = 0
        rest &= rest - np.uint64(1)
    while frontier != np.uint64(0):
        here = 0
        least = FAR
        rest = frontier
        while rest != np.uint64(0):
            city = ctz(rest)
            rest &= rest - np.uint64(1)
            if dist[city] < least:
                here = city
                least = dist[city]
        frontier &= ~bit(here)
        settled |= bit(here)
        if (wanted & ~settled) == np.uint64(0):
            return
        for word in range(WORDS):
            routes = r["city_routes"][here, word] & w["usable"][word]
            while routes != np.uint64(0):
                route = word * 64 + ctz(routes)
                routes &= routes - np.uint64(1)
                there = int(r["route_a"][route]) + int(r["route_b"][route]) - here
                if (settled & bit(there)) != np.uint64(0):
                    continue
                reached = least
                if not has(free, route):
                    reached += cost[route]
                if reached < dist[there]:
                    dist[there] = reached
                    via[there] = route
                    frontier |= bit(there)


@jit
def spread_short(r: Rules, w: Work, cost: Integers, origin: CitySet, wanted: CitySet, at: CitySets) -> None:
    """Do the same as `spread`, for small costs, with buckets instead of a priority queue.

    at: scratch space for the cities to continue from, by their cost. Paths whose cost exceeds its size are cut off. The
    entries of cities beyond that describe some path of that length, not the cheapest.
    """
    dist = w["dist"]
    via = w["via"]
    for city in range(r["cities"]):
        dist[city] = FAR
        via[city] = NONE
    rest = np.uint64(origin)
    while rest != np.uint64(0):
        dist[ctz(rest)] = 0
        rest &= rest - np.uint64(1)
    at[:] = 0
    at[0] = origin
    settled = np.uint64(0)
    for least in range(len(at)):
        while (at[least] & ~settled) != np.uint64(0):
            here = ctz(at[least] & ~settled)
            settled |= bit(here)
            if (wanted & ~settled) == np.uint64(0):
                return
            for word in range(WORDS):
                routes = r["city_routes"][here, word] & w["usable"][word]
                while routes != np.uint64(0):
                    route = word * 64 + ctz(routes)
                    routes &= routes - np.uint64(1)
                    there = int(r["route_a"][route]) + int(r["route_b"][route]) - here
                    reached = least + cost[route]
                    if reached < dist[there]:
                        dist[there] = reached
                        via[there] = route
                        if reached < len(at):
                            at[reached] |= bit(there)


@jit
def nearest(w: Work, cities: CitySet) -> int:
    """Return the city of a set that is cheapest to reach after `spread`; NONE if none can be reached."""
    best = NONE
    least = FAR
    rest = np.uint64(cities)
    while rest != np.uint64(0):
        city = ctz(rest)
        rest &= rest - np.uint64(1)
        if w["dist"][city] < least:
            best = city
            least = w["dist"][city]
    return best


@jit
def trace(r: Rules, w: Work, city: int, path: RouteSet) -> None:
    """Write the routes not yet owned on the path to a city to a set of routes."""
    path[:] = 0
    here = city
    while w["via"][here] != NONE:
        route = int(w["via"][here])
        if not has(w["owned"], route):
            path[route >> 6] |= bit(route & 63)
        here = int(r["route_a"][route]) + int(r["route_b"][route]) - here
