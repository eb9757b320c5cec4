"""The core of the longest-trail search: one connected network, swept city by city.

Between two routes of the sweep only the *frontier* matters: the cities with routes on both sides, the parity of their
degree, and their connections. A table computed backwards gives, for each parity of the frontier, the most that the
remaining routes can add if the chosen routes need not be connected. It guides a depth-first search, which finds an
optimum directly in nearly all networks, and bounds it. A table of visited states avoids repeated work.
"""

import numpy as np

from whistlestop.core.bits import bit, ctz, popcount
from whistlestop.core.jit import jit
from whistlestop.core.types import Flags, Integer, Integers, Word, Words

from .frontier import NEVER, plan_sweep, tabulate_bounds

__all__ = ["search"]

_0 = np.uint64(0)
_1 = np.uint64(1)
_TRACKED = 10  # frontier slots whose parity indexes the table of bounds in the first sweep
_TRACKED_LATER = 16  # the same in further sweeps
_KEYED = 12  # frontiers with at most this many slots have an exact 64-bit key
_PATIENCE = 400  # steps of the first sweep, which stores no states
_ATTEMPT = 4_000  # steps of further sweeps
_ATTEMPTS = 3  # further sweeps before one runs without a limit
_HOPELESS = 1 << 60
_SEEN_BITS = 14


@jit
def _leave(links: Words, touched: Word, leave: Word) -> tuple[Word, int]:
    """Remove slots from the frontier. Return those still touched, and the number of connected parts closed."""
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
def _state_key(links: Words, touched: Word, parity: Word, ends: int) -> Word:
    """Pack a frontier: the lowest slot connected to each touched slot, the parities, the ends so far."""
    key = (parity << np.uint64(2)) | np.uint64(ends)
    key <<= np.uint64(48)
    while touched != _0:
        v = ctz(touched)
        touched &= touched - _1
        key |= np.uint64(ctz(links[v]) + 1) << np.uint64(4 * v)
    return key


@jit
def _ceiling(count: int, ends_a: Integers, ends_b: Integers, lengths: Integers) -> Integer:
    """Bound the longest trail: all but two cities of odd degree leave out at least one edge."""
    shortest = np.full(64, _HOPELESS, np.int64)
    total = np.int64(0)
    odd = _0
    left_out = np.int64(0)
    first = np.int64(0)  # the two cities with the greatest loss are assumed to be the ends
    second = np.int64(0)
    for edge in range(count):
        length = lengths[edge]
        total += length
        for end in range(2):
            v = ends_a[edge] if end == 0 else ends_b[edge]
            if v >= 0:
                odd ^= bit(v)
                shortest[v] = min(shortest[v], length)
            else:  # the far end of a dead-end branch
                left_out += length
                second = max(second, min(first, length))
                first = max(first, length)
    while odd != _0:
        v = ctz(odd)
        odd &= odd - _1
        left_out += shortest[v]
        second = max(second, min(first, shortest[v]))
        first = max(first, shortest[v])
    return total - (left_out - first - second + 1) // 2


@jit
def _sweep(
    count: int,
    ends_a: Integers,
    ends_b: Integers,
    lengths: Integers,
    best: Integer,
    ceiling: int,
    chosen: Flags,
    start: Integer,
    limit: int,
) -> tuple[Integer, bool]:
    """Run `search` from one city for a limited number of steps; also return whether it finished."""
    order = np.empty(count, np.int64)
    slot_a = np.empty(count, np.int64)
    slot_b = np.empty(count, np.int64)
    leaving = np.empty(count, np.uint64)
    may_be_odd = np.empty(count, np.uint64)
    slots, _ = plan_sweep(count, ends_a, ends_b, order, slot_a, slot_b, leaving, may_be_odd, start)
    weights = np.empty(count, np.int64)
    for k in range(count):
        weights[k] = lengths[order[k]]
    remember = limit > _PATIENCE
    tracked = min(slots, _TRACKED_LATER if remember else _TRACKED)
    table = tabulate_bounds(count, weights, slot_a, slot_b, leaving, may_be_odd, tracked)
    inside = (_1 << np.uint64(tracked)) - _1

    # The state before the k-th edge, and the choices tried there.
    links = np.empty((count + 1, slots), np.uint64)  # slots connected to this one by chosen edges
    touched = np.zeros(count + 1, np.uint64)  # slots with a chosen edge
    parity = np.zeros(count + 1, np.uint64)
    ends = np.zeros(count + 1, np.int64)
    total = np.zeros(count + 1, np.int64)
    tried = np.zeros(count + 1, np.int64)
    takes = np.zeros(count + 1, np.int64)
    seen = 1 << _SEEN_BITS if remember else 1
    seen_keys = np.zeros(seen, np.uint64)
    seen_totals = np.full(seen, -1, np.int32)
    steps = 0
    k = 0
    while k >= 0 and steps < limit and best < ceiling:
        if k == count or tried[k] == 2 or total[k] + table[k, ends[k], np.int64(parity[k] & inside)] <= best:
            k -= 1
            continue
        a = slot_a[k]
        b = slot_b[k]
        flip = bit(a)
        if b >= 0:
            flip ^= bit(b)
        if tried[k] == 0:
            # Try the more promising choice first.
            with_it = np.int64(NEVER)
            without = np.int64(NEVER)
            for take in range(2):
                after = parity[k] ^ flip if take else parity[k]
                odd_ends = ends[k] + popcount(after & leaving[k])
                if b < 0:
                    odd_ends += take
                if odd_ends <= 2 and after & leaving[k] & ~may_be_odd[k] == _0:
                    bound = np.int64(table[k + 1, odd_ends, np.int64(after & ~leaving[k] & inside)])
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
        odd_ends = ends[k] + popcount(after & leaving[k])
        if take and b < 0:
            odd_ends += 1
        if odd_ends > 2 or after & leaving[k] & ~may_be_odd[k] != _0:
            continue
        after &= ~leaving[k]
        sum_after = total[k] + weights[k] * take
        if sum_after + table[k + 1, odd_ends, np.int64(after & inside)] <= best:
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
            # A closed part cannot grow: either it is the whole trail, or the edges are not connected.
            if closed == 1 and now == _0 and sum_after > best:
                best = sum_after
                for j in range(count):
                    chosen[order[j]] = j <= k and takes[j] == 1
            continue
        if remember and (now | after) >> np.uint64(_KEYED) == _0:
            key = _state_key(row, now, after, odd_ends)
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
        ends[k] = odd_ends
        total[k] = sum_after
        tried[k] = 0
    return best, k < 0 or best >= ceiling


@jit
def search(
    count: int, ends_a: Integers, ends_b: Integers, lengths: Integers, best: Integer, chosen: Flags
) -> Integer:
    """Find a trail longer than `best` in a connected graph; return its length, or `best` if there is none.

    The edges of the longest trail are flagged in `chosen`, which is unchanged if there is none.
    """
    ceiling = _ceiling(count, ends_a, ends_b, lengths)
    best, finished = _sweep(count, ends_a, ends_b, lengths, best, ceiling, chosen, -1, _PATIENCE)
    if finished:
        return best
    # The order of the first sweep was unfavorable. Other orders may finish quickly.
    order = np.empty(count, np.int64)
    slot_a = np.empty(count, np.int64)
    slot_b = np.empty(count, np.int64)
    leaving = np.empty(count, np.uint64)
    may_be_odd = np.empty(count, np.uint64)
    work = np.full(64, _HOPELESS, np.int64)
    for edge in range(count):
        for end in range(2):
            v = ends_a[edge] if end == 0 else ends_b[edge]
            if v >= 0 and work[v] == _HOPELESS:
                plan = plan_sweep(count, ends_a, ends_b, order, slot_a, slot_b, leaving, may_be_odd, v)
                work[v] = plan[1]
    attempt = 0
    easiest = np.argmin(work)
    start = easiest
    while True:
        limit = _ATTEMPT if attempt < _ATTEMPTS else _HOPELESS
        if attempt == _ATTEMPTS:
            start = easiest
        best, finished = _sweep(count, ends_a, ends_b, lengths, best, ceiling, chosen, start, limit)
        if finished:
            return best
        work[start] = _HOPELESS
        start = np.argmin(work)
        attempt += 1
