"""Three to five at a table: a local search for tables of similar players who have not met.

Finding the best tables is hard even for three players each, so this swaps two players as long as that improves the
tables.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from whistlestop.tournaments.meetings import Meetings

AGAIN = 10**6
"""The cost of a meeting, times the meetings before. So two third meetings cost more than three second ones."""
NEAR = 4
"""How many tables away a player may move, if there are many; any number if players would meet again otherwise."""
PASSES = 40
"""Limit of passes over all tables. A few are enough."""
TRIES = 6
"""Searches from different starts, of which the best is used; large tournaments have one."""
SMALL = 64
"""Maximum number of players for which several searches are made."""


def table_sizes(players: int, size: int) -> list[int]:
    """Return the sizes of the smallest number of tables with at most `size` players; they differ by one at most."""
    count = -(-players // size)
    return [players // count + (number < players % count) for number in range(count)]


def group_up(
    order: Sequence[int],
    points: Mapping[int, int],
    met: Meetings,
    size: int,
    dice: random.Random,
) -> list[tuple[int, ...]]:
    """Return the tables, at most `size` players each. order: the entries, best first; points: 24 for a point."""
    best: list[list[int]] = []
    cost = None
    for number in range(TRIES if len(order) <= SMALL else 1):
        line = list(order)
        if number:
            # Neighbors change places, which keeps the points at a table similar.
            keys = {entry: place + dice.uniform(0, 2 * size) for place, entry in enumerate(order)}
            line.sort(key=lambda entry: (-points[entry], keys[entry]))
        tables, start = [], 0
        for length in table_sizes(len(line), size):
            tables.append(line[start : start + length])
            start += length
        _improve(tables, points, met, NEAR)
        if any(_repeats(table, met) for table in tables):
            _improve(tables, points, met, len(tables))
        found = sum(_cost(table, points, met) for table in tables)
        if cost is None or found < cost:
            best, cost = tables, found
    return [tuple(table) for table in best]


def _improve(tables: list[list[int]], points: Mapping[int, int], met: Meetings, near: int) -> None:
    """Swap players between tables as long as it helps. near: how many tables away a player may move."""
    costs = [_cost(table, points, met) for table in tables]
    reach = len(tables) if len(tables) <= 2 * near else near
    changed = set(range(len(tables)))
    for _ in range(PASSES):
        before, changed = changed, set()
        for one in range(len(tables)):
            for other in range(one + 1, min(one + reach + 1, len(tables))):
                if not {one, other} & (before | changed):
                    continue
                if _swap(tables, costs, (one, other), points, met):
                    changed |= {one, other}
        if not changed:
            return


def _swap(
    tables: list[list[int]],
    costs: list[int],
    pair: tuple[int, int],
    points: Mapping[int, int],
    met: Meetings,
) -> bool:
    """Make all swaps between two tables that help; return whether there was one."""
    one, other = (tables[number] for number in pair)
    helped = False
    for here in range(len(one)):
        for there in range(len(other)):
            one[here], other[there] = other[there], one[here]
            after = [_cost(one, points, met), _cost(other, points, met)]
            if sum(after) < sum(costs[number] for number in pair):
                costs[pair[0]], costs[pair[1]] = after
                helped = True
            else:
                one[here], other[there] = other[there], one[here]
    return helped


def _repeats(table: Sequence[int], met: Meetings) -> bool:
    return any(met(one, other) for one, other in combinations(table, 2))


def _cost(table: Sequence[int], points: Mapping[int, int], met: Meetings) -> int:
    total = 0
    for one, other in combinations(table, 2):
        apart = points[one] - points[other]
        total += AGAIN * met(one, other) ** 2 + apart * apart
    return total
