"""The longest trail in a player's network, exactly (RULES COM-13).

A trail is a connected set of routes with at most two cities of odd degree, so the search chooses a *set of routes*,
never an order of travel:

1. Branches that end blind are peeled off; a city keeps the lengths of its two longest ones. Trees are solved by that.
2. A part of the rest that can be travelled whole, or that is a single circle, is solved directly.
3. Anything else is swept city by city. Between two routes of the sweep only the *frontier* matters: the cities with
   routes on both sides, the parity of their degree, and which of them are connected. A table computed backwards
   gives, for each parity of the frontier, the most that the routes still to come can add if the chosen routes need
   not be connected. It steers a depth-first search, straight to an optimum in nearly all networks, and bounds it;
   a table of states seen keeps it from doing the same work twice.
"""

from typing import Any

import numpy as np

from whistlestop.engine.bits import bit, ctz, popcount
from whistlestop.engine.jit import jit

__all__ = ["longest_trail", "longest_trail_routes"]

_0 = np.uint64(0)
_1 = np.uint64(1)
_NEVER = -20_000  # a bound below everything
_TRACKED = 10  # the table of bounds looks at the parity of this many frontier slots
_KEYED = 12  # frontiers within this many slots have an exact 64-bit key
_PATIENCE = 500  # steps of search before states seen are remembered
_SEEN_BITS = 14


@jit
def _plan(
    count: Any, ends_a: Any, ends_b: Any, order: Any, slot_a: Any, slot_b: Any, leaving: Any, may_be_odd: Any
) -> Any:
    """Order the edges of a connected graph for the sweep and give every city a frontier slot.

    An edge with end b = -1 is a blind branch. `leaving[k]` are the slots whose city has no edge after the k-th,
    `may_be_odd[k]` those of them where a longest trail can end: its cities of odd degree. Returns how many slots
    are needed.
    """
    ahead = np.zeros(64, np.uint64)  # neighbours along edges still to come
    degree = np.zeros(64, np.int64)
    rest = np.zeros(64, np.int64)  # number of edges still to come
    slot = np.full(64, -1, np.int64)
    done = np.zeros(count, np.bool_)
    cities = _0
    for edge in range(count):
        a = ends_a[edge]
        b = ends_b[edge]
        cities |= bit(a)
        rest[a] += 1
        degree[a] += 1
        if b >= 0:
            cities |= bit(b)
            degree[b] += 1
            if a != b:
                rest[b] += 1
                ahead[a] |= bit(b)
                ahead[b] |= bit(a)
    frontier = _0
    free = ~_0
    slots = 0
    k = 0
    while k < count:
        candidates = cities
        city = np.int64(-1)
        fewest = np.int64(1000)
        while candidates != _0:
            v = ctz(candidates)
            candidates &= candidates - _1
            size = popcount(frontier & ~ahead[v] & ~bit(v))
            neighbours = ahead[v]
            while neighbours != _0:
                u = ctz(neighbours)
                neighbours &= neighbours - _1
                if ahead[u] != bit(v):
                    size += 1
            if size < fewest:
                fewest = size
                city = v
        cities &= ~bit(city)
        for edge in range(count):
            a = ends_a[edge]
            b = ends_b[edge]
            if done[edge] or (a != city and b != city):
                continue
            done[edge] = True
            order[k] = edge
            leaving[k] = _0
            may_be_odd[k] = _0
            slot_b[k] = -1
            for end in range(2):
                v = a if end == 0 else b
                if v >= 0 and slot[v] < 0:
                    slot[v] = ctz(free)
                    free &= free - _1
                    slots = max(slots, slot[v] + 1)
                    frontier |= bit(v)
            slot_a[k] = slot[a]
            if b >= 0:
                slot_b[k] = slot[b]
            for end in range(2):
                v = a if end == 0 else b
                if v < 0 or (end == 1 and a == b):
                    continue
                rest[v] -= 1
                if rest[v] == 0:
                    leaving[k] |= bit(slot[v])
                    free |= bit(slot[v])
                    frontier &= ~bit(v)
                    cities &= ~bit(v)
                    if degree[v] & 1:
                        may_be_odd[k] |= bit(slot[v])
            k += 1
        neighbours = ahead[city]
        while neighbours != _0:
            u = ctz(neighbours)
            neighbours &= neighbours - _1
            ahead[u] &= ~bit(city)
        ahead[city] = _0
    return slots


@jit
def _bounds(count: Any, weights: Any, slot_a: Any, slot_b: Any, leaving: Any, may_be_odd: Any, tracked: Any) -> Any:
    """Tabulate the most that the edges from the k-th on can add, if they need not be connected.

    The index is `k, cities already left with odd degree (0..2), parity of the frontier slots below `tracked``.
    """
    table = np.empty((count + 1, 3, 1 << tracked), np.int16)
    inside = np.int64((1 << tracked) - 1)
    for odd in range(3):
        table[count, odd, 0] = 0
    frontiers = np.zeros(count + 1, np.int64)  # tracked slots in use before the k-th edge
    for k in range(count):
        frontier = frontiers[k] | (np.int64(1) << min(slot_a[k], 62))
        if slot_b[k] >= 0:
            frontier |= np.int64(1) << min(slot_b[k], 62)
        frontiers[k + 1] = frontier & ~np.int64(leaving[k] & np.uint64(inside)) & inside
    for k in range(count - 1, -1, -1):
        flip = np.int64(1) << min(slot_a[k], 62)
        blind = np.int64(1)
        if slot_b[k] >= 0:
            flip ^= np.int64(1) << min(slot_b[k], 62)
            blind = np.int64(0)
        flip &= inside
        leave = np.int64(leaving[k] & np.uint64(inside))
        even = leave & ~np.int64(may_be_odd[k] & np.uint64(inside))
        gain = weights[k]
        frontier = frontiers[k]
        parity = np.int64(0)
        while True:
            for odd in range(3):
                best = np.int64(_NEVER)
                for take in range(2):
                    after = parity ^ flip if take else parity
                    ends = odd + blind * take + popcount(np.uint64(after & leave))
                    if ends <= 2 and after & even == 0:
                        best = max(best, table[k + 1, ends, after & ~leave] + gain * take)
                table[k, odd, parity] = best
            parity = (parity - frontier) & frontier
            if parity == 0:
                break
    return table


@jit
def _leave(links: Any, touched: Any, leave: Any) -> Any:
    """Let slots leave the frontier. Returns the slots still touched and how many connected parts were closed."""
    closed = 0
    while leave != _0:
        v = ctz(leave)
        leave &= leave - _1
        if touched & bit(v) == _0:
            continue
        touched &= ~bit(v)
        others = links[v] & ~bit(v)
        if others == _0:
            closed += 1
        while others != _0:
            u = ctz(others)
            others &= others - _1
            links[u] &= ~bit(v)
    return touched, closed


@jit
def _state_key(links: Any, touched: Any, parity: Any, ends: Any) -> Any:
    """Pack a frontier: for each touched slot the lowest slot it is connected to, the parities, the ends so far."""
    key = (parity << np.uint64(2)) | np.uint64(ends)
    key <<= np.uint64(48)
    while touched != _0:
        v = ctz(touched)
        touched &= touched - _1
        key |= np.uint64(ctz(links[v]) + 1) << np.uint64(4 * v)
    return key


@jit
def _search(count: Any, ends_a: Any, ends_b: Any, lengths: Any, best: Any, chosen: Any) -> Any:
    """Find a trail longer than `best` in a connected graph; returns its length, or `best` if there is none.

    The edges of the longest one are flagged in `chosen`, which stays as it is if there is none.
    """
    order = np.empty(count, np.int64)
    slot_a = np.empty(count, np.int64)
    slot_b = np.empty(count, np.int64)
    leaving = np.empty(count, np.uint64)
    may_be_odd = np.empty(count, np.uint64)
    slots = _plan(count, ends_a, ends_b, order, slot_a, slot_b, leaving, may_be_odd)
    weights = np.empty(count, np.int64)
    for k in range(count):
        weights[k] = lengths[order[k]]
    tracked = min(slots, _TRACKED)
    table = _bounds(count, weights, slot_a, slot_b, leaving, may_be_odd, tracked)
    inside = (_1 << np.uint64(tracked)) - _1

    # The state before the k-th edge, and what has been tried there.
    links = np.empty((count + 1, slots), np.uint64)  # slots connected to this one by chosen edges
    touched = np.zeros(count + 1, np.uint64)  # slots with a chosen edge
    parity = np.zeros(count + 1, np.uint64)
    ends = np.zeros(count + 1, np.int64)
    total = np.zeros(count + 1, np.int64)
    tried = np.zeros(count + 1, np.int64)
    takes = np.zeros(count + 1, np.int64)
    seen_keys = np.zeros(1, np.uint64)
    seen_totals = np.zeros(1, np.int32)
    steps = 0
    k = 0
    while k >= 0:
        if k == count or tried[k] == 2 or total[k] + table[k, ends[k], np.int64(parity[k] & inside)] <= best:
            k -= 1
            continue
        a = slot_a[k]
        b = slot_b[k]
        flip = bit(a)
        if b >= 0:
            flip ^= bit(b)
        if tried[k] == 0:
            # The more promising choice first.
            with_it = np.int64(_NEVER)
            without = np.int64(_NEVER)
            for take in range(2):
                after = parity[k] ^ flip if take else parity[k]
                n = ends[k] + popcount(after & leaving[k])
                if b < 0:
                    n += take
                if n <= 2 and after & leaving[k] & ~may_be_odd[k] == _0:
                    bound = np.int64(table[k + 1, n, np.int64(after & ~leaving[k] & inside)])
                    if take:
                        with_it = bound + weights[k]
                    else:
                        without = bound
            takes[k] = 1 if with_it >= without else 0
        else:
            takes[k] = 1 - takes[k]
        tried[k] += 1
        steps += 1

        take = takes[k]
        after = parity[k] ^ flip if take else parity[k]
        n = ends[k] + popcount(after & leaving[k])
        if take and b < 0:
            n += 1
        if n > 2 or after & leaving[k] & ~may_be_odd[k] != _0:
            continue
        after &= ~leaving[k]
        sum_after = total[k] + weights[k] * take
        if sum_after + table[k + 1, n, np.int64(after & inside)] <= best:
            continue
        row = links[k + 1]
        copy = touched[k]
        while copy != _0:
            v = ctz(copy)
            copy &= copy - _1
            row[v] = links[k, v]
        now = touched[k]
        if take:
            joined = bit(a)
            if now & bit(a) != _0:
                joined |= row[a]
            if b >= 0:
                joined |= bit(b)
                if now & bit(b) != _0:
                    joined |= row[b]
            now |= joined
            spread = joined
            while spread != _0:
                v = ctz(spread)
                spread &= spread - _1
                row[v] = joined
        now, closed = _leave(row, now, leaving[k])
        if closed > 0:
            # Nothing can be added to a part that is closed: it is the whole trail, or not connected.
            if closed == 1 and now == _0 and sum_after > best:
                best = sum_after
                for j in range(count):
                    chosen[order[j]] = j <= k and takes[j] == 1
            continue
        if steps > _PATIENCE and (now | after) >> np.uint64(_KEYED) == _0:
            if len(seen_keys) == 1:
                seen_keys = np.zeros(1 << _SEEN_BITS, np.uint64)
                seen_totals = np.full(1 << _SEEN_BITS, -1, np.int32)
            key = _state_key(row, now, after, n)
            mixed = (key ^ (key >> np.uint64(29))) & np.uint64(0xFFFF_FFFF)
            mixed = (mixed * np.uint64(0x9E3779B1) + np.uint64(k * 0x85EBCA6B)) >> np.uint64(15)
            place = np.int64(mixed & np.uint64((1 << _SEEN_BITS) - 1))
            stamp = (k << 16) | sum_after
            if seen_keys[place] == key and seen_totals[place] >> 16 == k and seen_totals[place] >= stamp:
                continue
            seen_keys[place] = key
            seen_totals[place] = stamp
        k += 1
        touched[k] = now
        parity[k] = after
        ends[k] = n
        total[k] = sum_after
        tried[k] = 0
    return best


@jit
def _part(near: Any, city: Any) -> Any:
    """Return the cities connected with this one."""
    part = bit(city)
    news = part
    while news != _0:
        reached = near[ctz(news)] & ~part
        news = (news & (news - _1)) | reached
        part |= reached
    return part


@jit
def _neighbours(a: Any, b: Any, word0: Any, word1: Any, near: Any) -> Any:
    """Fill in the neighbours of each city and return all cities of the network."""
    cities = _0
    for half in range(2):
        rest = np.uint64(word0) if half == 0 else np.uint64(word1)
        while rest != _0:
            r = ctz(rest) + 64 * half
            rest &= rest - _1
            near[a[r]] |= bit(b[r])
            near[b[r]] |= bit(a[r])
            cities |= bit(a[r]) | bit(b[r])
    return cities


@jit
def _part_edges(a: Any, b: Any, length: Any, word0: Any, word1: Any, part: Any, edges: Any) -> Any:
    """Copy the routes of one part of the network: index, ends, length in the rows of `edges`. Returns their number."""
    count = 0
    for half in range(2):
        rest = np.uint64(word0) if half == 0 else np.uint64(word1)
        while rest != _0:
            r = ctz(rest) + 64 * half
            rest &= rest - _1
            if part & bit(a[r]) != _0:
                edges[0, count] = r
                edges[1, count] = a[r]
                edges[2, count] = b[r]
                edges[3, count] = length[r]
                count += 1
    return count


@jit
def _circle(count: Any, edges: Any, link: Any, first: Any, best: Any) -> Any:
    """Solve a circle with blind branches: along one side of it from one branch to another."""
    place = np.empty((2, count), np.int64)
    total = np.int64(0)
    for k in range(count):
        total += edges[3, k]
    at = np.int64(0)
    city = edges[1, 0]
    k = np.int64(0)
    for i in range(count):
        place[0, i] = at
        place[1, i] = first[city]
        at += edges[3, k]
        route = edges[0, k]
        city ^= edges[1, k] ^ edges[2, k]
        route ^= link[city]
        for j in range(count):
            if edges[0, j] == route:
                k = np.int64(j)
    for i in range(count):
        for j in range(i):
            side = place[0, i] - place[0, j]
            best = max(best, place[1, i] + place[1, j] + max(side, total - side))
    return best


@jit
def _core(
    a: Any, b: Any, length: Any, word0: Any, word1: Any, degree: Any, link: Any, first: Any, second: Any, best: Any
) -> Any:
    """Find a trail longer than `best` in a network whose blind branches have been peeled off into first and second."""
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
        best = _search(count, edges[1], edges[2], edges[3], best, chosen)
    return best


@jit
def longest_trail(a: Any, b: Any, length: Any, word0: Any, word1: Any) -> Any:
    """Return the length of the longest trail in the network of these routes; 0 if there is none.

    Route r joins the cities a[r] and b[r] (0..63) and belongs to the network if its bit is set in `word0` (routes
    0..63) or `word1` (64..127).
    """
    scratch = np.zeros((4, 64), np.int64)
    degree = scratch[0]
    link = scratch[1]  # xor of the routes at a city: the route itself where there is only one
    first = scratch[2]  # the longest blind branch at a city, and the second
    second = scratch[3]
    cities = _0
    for half in range(2):
        rest = np.uint64(word0) if half == 0 else np.uint64(word1)
        while rest != _0:
            r = ctz(rest) + 64 * half
            rest &= rest - _1
            u = np.int64(a[r])
            v = np.int64(b[r])
            degree[u] += 1
            degree[v] += 1
            link[u] ^= r
            link[v] ^= r
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
        r = link[v]
        u = np.int64(a[r]) ^ np.int64(b[r]) ^ v
        if r < 64:
            left0 &= ~bit(r)
        else:
            left1 &= ~bit(r - 64)
        degree[v] = 0
        degree[u] -= 1
        link[u] ^= r
        branch = first[v] + np.int64(length[r])
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
def _walk(a: Any, b: Any, word0: Any, word1: Any, trail: Any) -> Any:
    """Write the routes of a network that can be travelled whole in the order of such a journey (Hierholzer).

    It starts at the end (or else the city) with the lowest index. Returns the number of routes.
    """
    left = np.empty(2, np.uint64)
    left[0] = word0
    left[1] = word1
    at_city = np.zeros((64, 2), np.uint64)  # routes at a city
    degree = np.zeros(64, np.int64)
    count = 0
    for r in range(128):
        if left[r >> 6] & bit(r & 63) != _0:
            count += 1
            at_city[a[r], r >> 6] |= bit(r & 63)
            at_city[b[r], r >> 6] |= bit(r & 63)
            degree[a[r]] += 1
            degree[b[r]] += 1
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
    # Routes come off the stack in the order of a journey that ends where this one starts: write them backwards.
    space = count
    while depth >= 0:
        city = stack_city[depth]
        half = 0 if at_city[city, 0] & left[0] != _0 else 1
        ways = at_city[city, half] & left[half]
        if ways != _0:
            r = ctz(ways) + 64 * half
            left[half] &= ~bit(r & 63)
            depth += 1
            stack_city[depth] = np.int64(a[r]) ^ np.int64(b[r]) ^ city
            stack_route[depth] = r
        else:
            if depth > 0:
                space -= 1
                trail[space] = stack_route[depth]
            depth -= 1
    return count


@jit
def longest_trail_routes(a: Any, b: Any, length: Any, word0: Any, word1: Any, trail: Any) -> Any:
    """Write the routes of one longest trail into `trail` in walking order; returns (length, number of routes).

    The arguments are those of `longest_trail`; `trail` has room for all routes. Which of several longest trails is
    taken depends on nothing but the arguments.
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
            found = _search(count, edges[1], edges[2], edges[3], best, chosen)
        if found > best:
            best = found
            words[0] = _0
            words[1] = _0
            for k in range(count):
                if chosen[k]:
                    words[edges[0, k] >> 6] |= bit(edges[0, k] & 63)
    return best, _walk(a, b, words[0], words[1], trail)
