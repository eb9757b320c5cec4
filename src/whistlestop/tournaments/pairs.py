"""Two at a table: pairs of players with similar points who have not met.

A maximum weight matching (the blossom algorithm of networkx) finds the best pairs. It takes too long for a thousand
players at once, so they are paired in blocks from the top. Players left over join the next block. If the last block has
no solution, pairs above it are dissolved, and it is tried again with their players.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whistlestop.tournaments.meetings import Meetings

BLOCK = 64
"""Players in a block. If everybody in it has met fewer than half of the others, there is always a solution.

So no block of more than `2 * MOST_ROUNDS` players needs others, apart from the one with the bye.
"""
CHOICES = 8
"""Number of opponents considered for each player at first. More take longer, and rarely change anything."""
WHOLE = 4 * BLOCK
"""Size above which a block without a solution may contain pairs that have met."""
NOBODY = -1
"""The opponent of the player who has a bye."""
STEP = 1000
"""The cost of half a point between two players, squared."""
AGAIN = 10**9
"""The cost of a second meeting, or of a second bye, where there is no other way."""


def pair_up(
    order: Sequence[int], points: Mapping[int, int], met: Meetings
) -> tuple[list[tuple[int, int]], int | None]:
    """Return pairs, and the entry with a bye if their number is odd.

    order: the entries, best first. points: 24 for a point. Nobody meets an opponent a second time, or has a second
    bye, if there is any other way.
    """
    waiting = [*order, NOBODY] if len(order) % 2 else list(order)
    done: list[tuple[int, int]] = []
    held: list[int] = []
    while waiting or held:
        block, waiting = held + waiting[:BLOCK], waiting[BLOCK:]
        costs = _Costs(block, points, met)
        pairs, held = _matched(block, costs, CHOICES)
        while held and not waiting:
            pairs, held = _matched(block, costs)
            if held and (not done or len(block) > WHOLE):
                pairs, held = _matched(block, costs, again=True)
            elif held:
                back = done[-max(8, len(block) // 2) :]
                del done[-len(back) :]
                block = [one for pair in back for one in pair] + block
                costs = _Costs(block, points, met)
        done += pairs
    bye = next((max(pair) for pair in done if NOBODY in pair), None)
    return [pair for pair in done if NOBODY not in pair], bye


class _Costs:
    """The cost of each pair in a block: points first; among equals, the upper half meets the lower half."""

    def __init__(self, block: Sequence[int], points: Mapping[int, int], met: Meetings) -> None:
        self._points = points
        self._met = met
        self._place = {entry: place for place, entry in enumerate(block)}
        self._equals = Counter(points[entry] for entry in block if entry != NOBODY)

    def of(self, one: int, other: int) -> tuple[int, int]:
        """Return how often a pair has met, and its cost."""
        if NOBODY in {one, other}:
            entry = max(one, other)
            return self._met.byes[entry], STEP * (self._points[entry] // 12) ** 2 - self._place[entry]
        apart = abs(self._place[one] - self._place[other])
        between = abs(self._points[one] - self._points[other])
        if between == 0:
            apart = abs(apart - self._equals[self._points[one]] // 2)
        return self._met(one, other), STEP * between * between // 144 + apart


def _matched(
    block: Sequence[int], costs: _Costs, choices: int | None = None, *, again: bool = False
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the cheapest of the largest sets of pairs, and the players left over.

    choices: consider only this number of opponents of each player, the cheapest (None: all). again: whether players who
    have met, or have had a bye, are possible, too.
    """
    import networkx as nx  # noqa: PLC0415 - takes a quarter of a second, and few servers have tournaments

    edges: list[list[tuple[int, int]]] = [[] for _ in block]
    for low, high in combinations(range(len(block)), 2):
        times, cost = costs.of(block[low], block[high])
        if times == 0 or again:
            edges[low].append((cost + times * AGAIN, high))
            edges[high].append((cost + times * AGAIN, low))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(block)))
    for one, found in enumerate(edges):
        graph.add_weighted_edges_from((one, other, -cost) for cost, other in sorted(found)[:choices])
    couples = sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    paired = {number for couple in couples for number in couple}
    left = [one for number, one in enumerate(block) if number not in paired]
    return [(block[low], block[high]) for low, high in couples], left
