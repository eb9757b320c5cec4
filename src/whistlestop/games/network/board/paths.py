"""The longest path in a player's network, computed exactly (COM-13); in graph theory, the longest trail.

A trail is a connected set of routes with at most two cities of odd degree, so the search chooses a *set of routes*,
never an order of travel:

1. Dead-end branches are removed; each city keeps the lengths of its two longest ones. This alone solves trees.
2. A remaining part that has an Euler trail, or that is a single cycle, is solved directly.
3. Everything else is left to `sweep`.
"""

import numpy as np

from whistlestop.core.bits import bit, ctz, popcount
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, Integer, Integers, RouteWord, Words

from .sweep import search

__all__ = ["longest_trail", "longest_trail_routes"]

_0 = np.uint64(0)
_1 = np.uint64(1)


@jit
def _part(near: Words, city: int) -> CitySet:
    """Return the cities connected to this one."""
    part = bit(city)
    news = part
    while news != _0:
        reached = near[ctz(news)] & ~part
        news = (news & (news - _1)) | reached
        part |= reached
    return part


@jit
def _neighbours(a: Integers, b: Integers, word0: RouteWord, word1: RouteWord, near: Words) -> CitySet:
    """Fill in the neighbors of each city and return all cities of the network."""
    cities = _0
    for half in range(2):
        rest = np.uint64(word0) if half == 0 else np.uint64(word1)
        while rest != _0:
            route = ctz(rest) + 64 * half
            rest &= rest - _1
            near[a[route]] |= bit(b[route])
            near[b[route]] |= bit(a[route])
            cities |= bit(a[route]) | bit(b[route])
    return cities


@jit
def _part_edges(
    a: Integers,
    b: Integers,
    length: Integers,
    word0: RouteWord,
    word1: RouteWord,
    part: CitySet,
    edges: Integers,
) -> int:
    """Copy one part of the network to the rows of `edges` (index, ends, length); return the number of rows."""
    count = 0
    for half in range(2):
        rest = np.uint64(word0) if half == 0 else np.uint64(word1)
        while rest != _0:
            route = ctz(rest) + 64 * half
            rest &= rest - _1
            if part & bit(a[route]) != _0:
                edges[0, count] = route
                edges[1, count] = a[route]
                edges[2, count] = b[route]
                edges[3, count] = length[route]
                count += 1
    return count


@jit
def _circle(count: int, edges: Integers, link: Integers, first: Integers, best: Integer) -> Integer:
    """Solve a cycle with dead-end branches: the trail follows one side of it from one branch to another."""
    place = np.empty((2, count), np.int64)
    total = np.int64(0)
    for k in range(count):
        total += edges[3, k]
    at = np.int64(0)
    city = edges[1, 0]
    here = np.int64(0)
    for i in range(count):
        place[0, i] = at
        place[1, i] = first[city]
        at += edges[3, here]
        city ^= edges[1, here] ^ edges[2, here]
        onward = edges[0, here] ^ link[city]
        for j in range(count):
            if edges[0, j] == onward:
                here = np.int64(j)
                break
    for i in range(count):
        for j in range(i):
            side = place[0, i] - place[0, j]
            best = max(best, place[1, i] + place[1, j] + max(side, total - side))
    return best


@jit
def _core(
    a: Integers,
    b: Integers,
    length: Integers,
    word0: RouteWord,
    word1: RouteWord,
    degree: Integers,
    link: Integers,
    first: Integers,
    second: Integers,
    best: Integer,
) -> Integer:
    """Find a trail longer than `best` after dead-end branches were removed into `first` and `second`."""
    near = np.zeros(64, np.uint64)
    edges = np.empty((4, 256), np.int64)
    chosen = np.empty(256, np.bool_)
    cities = _neighbours(a, b, word0, word1, near)
    while cities != _0:
        part = _part(near, ctz(cities))
        cities &= ~part
        count = _part_edges(a, b, length, word0, word1, part, edges)
        total = np.int64(0)
        for k in range(count):
            total += edges[3, k]
        odd = 0
        crossings = 0
        odd_branches = np.int64(0)
        longest = np.int64(0)  # the two longest branches at different cities
        next_longest = np.int64(0)
        pair = np.int64(0)  # the two longest branches at one city
        rest = part
        while rest != _0:
            v = ctz(rest)
            rest &= rest - _1
            if degree[v] & 1:
                odd += 1
                odd_branches += first[v]
            if degree[v] > 2:
                crossings += 1
            pair = max(pair, first[v] + second[v])
            if first[v] > longest:
                next_longest = longest
                longest = first[v]
            elif first[v] > next_longest:
                next_longest = first[v]
        roof = total + max(longest + next_longest, pair)
        if roof <= best:
            continue
        if odd == 0:
            best = max(best, total + pair)
        elif odd == 2:
            best = max(best, total + odd_branches)
        if roof <= best:
            continue
        if crossings == 0:
            best = _circle(count, edges, link, first, best)
            continue
        rest = part
        while rest != _0:
            v = ctz(rest)
            rest &= rest - _1
            for branch in range(2):
                reach = first[v] if branch == 0 else second[v]
                if reach > 0:
                    edges[1, count] = v
                    edges[2, count] = -1
                    edges[3, count] = reach
                    count += 1
        best = search(count, edges[1], edges[2], edges[3], best, chosen)
    return best


@jit
def longest_trail(a: Integers, b: Integers, length: Integers, word0: RouteWord, word1: RouteWord) -> Integer:
    """Return the length of the longest trail in the network of these routes; 0 if there is none.

    A route joins the cities a[route] and b[route] (0..63), has length[route] spaces, and belongs to the network if its
    bit is set in `word0` (routes 0..63) or `word1` (64..127).
    """
    scratch = np.zeros((4, 64), np.int64)
    degree = scratch[0]
    link = scratch[1]  # XOR of the routes at a city: the route itself if there is only one
    first = scratch[2]  # the two longest dead-end branches at a city
    second = scratch[3]
    cities = _0
    for half in range(2):
        rest = np.uint64(word0) if half == 0 else np.uint64(word1)
        while rest != _0:
            route = ctz(rest) + 64 * half
            rest &= rest - _1
            u = int(a[route])
            v = int(b[route])
            degree[u] += 1
            degree[v] += 1
            link[u] ^= route
            link[v] ^= route
            cities |= bit(u) | bit(v)
    best = np.int64(0)
    leaves = _0
    rest = cities
    while rest != _0:
        v = ctz(rest)
        rest &= rest - _1
        if degree[v] == 1:
            leaves |= bit(v)
    left0 = np.uint64(word0)
    left1 = np.uint64(word1)
    while leaves != _0:
        v = ctz(leaves)
        leaves &= leaves - _1
        if degree[v] == 0:
            continue
        route = link[v]
        u = int(a[route]) ^ int(b[route]) ^ v
        if route < 64:
            left0 &= ~bit(route)
        else:
            left1 &= ~bit(route - 64)
        degree[v] = 0
        degree[u] -= 1
        link[u] ^= route
        branch = first[v] + np.int64(length[route])
        best = max(best, branch + first[u])
        if branch > first[u]:
            second[u] = first[u]
            first[u] = branch
        elif branch > second[u]:
            second[u] = branch
        if degree[u] == 1:
            leaves |= bit(u)
    if left0 | left1 != _0:
        best = _core(a, b, length, left0, left1, degree, link, first, second, best)
    return best


@jit
def _walk(a: Integers, b: Integers, word0: RouteWord, word1: RouteWord, trail: Integers) -> int:
    """Write the routes of a network with an Euler trail in the order of that trail (Hierholzer).

    It starts at an end of the trail or, for a closed one, at the city with the lowest index. Returns the number of
    routes.
    """
    left = np.empty(2, np.uint64)
    left[0] = word0
    left[1] = word1
    at_city = np.zeros((64, 2), np.uint64)  # routes at a city
    degree = np.zeros(64, np.int64)
    count = 0
    for route in range(128):
        if left[route >> 6] & bit(route & 63) != _0:
            count += 1
            at_city[a[route], route >> 6] |= bit(route & 63)
            at_city[b[route], route >> 6] |= bit(route & 63)
            degree[a[route]] += 1
            degree[b[route]] += 1
    if count == 0:
        return 0
    city = np.int64(-1)
    for v in range(64):
        if degree[v] > 0 and (city < 0 or (degree[v] & 1 and degree[city] & 1 == 0)):
            city = np.int64(v)
    stack_city = np.empty(count + 1, np.int64)
    stack_route = np.empty(count + 1, np.int64)
    stack_city[0] = city
    stack_route[0] = -1
    depth = 0
    # Routes come off the stack in reverse order, so write them from the end.
    space = count
    while depth >= 0:
        city = stack_city[depth]
        half = 0 if at_city[city, 0] & left[0] != _0 else 1
        ways = at_city[city, half] & left[half]
        if ways != _0:
            route = ctz(ways) + 64 * half
            left[half] &= ~bit(route & 63)
            depth += 1
            stack_city[depth] = np.int64(a[route]) ^ np.int64(b[route]) ^ city
            stack_route[depth] = route
        else:
            if depth > 0:
                space -= 1
                trail[space] = stack_route[depth]
            depth -= 1
    return count


@jit
def longest_trail_routes(
    a: Integers, b: Integers, length: Integers, word0: RouteWord, word1: RouteWord, trail: Integers
) -> tuple[Integer, int]:
    """Write the routes of one longest trail to `trail` in walking order; return its length and the number of routes.

    The arguments are those of `longest_trail`; `trail` has room for all routes. If several trails are longest, the
    choice depends only on the arguments.
    """
    near = np.zeros(64, np.uint64)
    edges = np.empty((4, 128), np.int64)
    chosen = np.empty(128, np.bool_)
    words = np.zeros(2, np.uint64)
    best = np.int64(0)
    cities = _neighbours(a, b, word0, word1, near)
    while cities != _0:
        part = _part(near, ctz(cities))
        cities &= ~part
        count = _part_edges(a, b, length, word0, word1, part, edges)
        total = np.int64(0)
        odd = _0
        for k in range(count):
            total += edges[3, k]
            odd ^= bit(edges[1, k])
            odd ^= bit(edges[2, k])
            chosen[k] = True
        if total <= best:
            continue
        found = total
        if popcount(odd) > 2:
            found = search(count, edges[1], edges[2], edges[3], best, chosen)
        if found > best:
            best = found
            words[0] = _0
            words[1] = _0
            for k in range(count):
                if chosen[k]:
                    words[edges[0, k] >> 6] |= bit(edges[0, k] & 63)
    return best, _walk(a, b, words[0], words[1], trail)
