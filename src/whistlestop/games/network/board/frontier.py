"""Preparation of a sweep in the longest-trail search: the order of its routes, and bounds on their contributions.

See `sweep` for the frontier.
"""

import numpy as np

from whistlestop.core.bits import bit, ctz, popcount
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Words

__all__ = ["NEVER", "plan_sweep", "tabulate_bounds"]

NEVER = -20_000  # a bound below all others

_0 = np.uint64(0)
_1 = np.uint64(1)


@jit
def plan_sweep(
    count: int,
    ends_a: Integers,
    ends_b: Integers,
    order: Integers,
    slot_a: Integers,
    slot_b: Integers,
    leaving: Words,
    may_be_odd: Words,
    start: int,
) -> tuple[int, int]:
    """Order the edges of a connected graph for the sweep and assign every city a frontier slot.

    An edge with end b = -1 is a dead-end branch. `leaving[k]` are the slots whose city has no edge after the k-th;
    `may_be_odd[k]` are those among them where a longest trail can end: the cities of odd degree. The sweep begins at
    the city `start` (-1: chosen here) and continues in the order that keeps the frontier small. Returns the number of
    slots needed, and an estimate of the work.
    """
    ahead = np.zeros(64, np.uint64)  # neighbors along later edges
    degree = np.zeros(64, np.int64)
    rest = np.zeros(64, np.int64)  # number of later edges
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
    work = 0
    k = 0
    while k < count:
        candidates = cities if k > 0 or start < 0 else bit(start)
        city = -1
        fewest = 1000
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
            if done[edge] or city not in (a, b):
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
            work += 1 << min(popcount(frontier), 20)
        neighbours = ahead[city]
        while neighbours != _0:
            u = ctz(neighbours)
            neighbours &= neighbours - _1
            ahead[u] &= ~bit(city)
        ahead[city] = _0
    return slots, work


@jit
def tabulate_bounds(
    count: int,
    weights: Integers,
    slot_a: Integers,
    slot_b: Integers,
    leaving: Words,
    may_be_odd: Words,
    tracked: int,
) -> Integers:
    """Tabulate the most that the edges from the k-th on can add if they need not be connected.

    The index is: k, number of cities left with odd degree (0..2), parity of the frontier slots below `tracked`.
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
                best = np.int64(NEVER)
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
