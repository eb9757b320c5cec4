"""Which tickets a stack pays for (CARD-40) and which declaration is best (CARD-42), in two slow ways.

`best_by_trying` tries every set; `best_by_table` is a dynamic program over the rest of the stack, for large
hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

COLORS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")


@dataclass(frozen=True)
class Ticket:
    """The cards and points of a ticket; `bonus` is the sum of the values of its big cities."""

    id: str
    points: int
    cards: tuple[tuple[str, int], ...]
    cities: tuple[str, ...]
    bonus: int


def missing(tickets: Iterable[Ticket], stack: Counter[str]) -> int:
    """Return the number of cards that the colors of the stack lack."""
    need: Counter[str] = Counter()
    for ticket in tickets:
        need.update(dict(ticket.cards))
    return sum(max(0, need[color] - stack[color]) for color in COLORS)


def feasible(tickets: Iterable[Ticket], stack: Counter[str]) -> bool:
    """Return whether the stack pays for the tickets (CARD-40)."""
    return missing(tickets, stack) <= stack["wild"]


def worth(tickets: Collection[Ticket]) -> tuple[int, int, int]:
    """Return the criteria of CARD-42 before the ids."""
    return sum(t.points for t in tickets), len(tickets), sum(t.bonus for t in tickets)


def best_by_trying(held: Iterable[Ticket], stack: Counter[str]) -> list[str]:
    """Return the default declaration (CARD-42) as sorted ids."""
    best: Any = None
    tickets = sorted(held, key=lambda ticket: ticket.id)
    for size in range(len(tickets) + 1):
        for chosen in combinations(tickets, size):
            if feasible(chosen, stack):
                ids = [ticket.id for ticket in chosen]
                key = (tuple(-part for part in worth(chosen)), ids)
                if best is None or key < best:
                    best = key
    found: list[str] = best[1]
    return found


def subsets(held: Iterable[Ticket], stack: Counter[str]) -> Iterator[tuple[Ticket, ...]]:
    """Yield every feasible set; supersets of an infeasible set are infeasible."""
    tickets = sorted(held, key=lambda ticket: ticket.id)
    todo: list[tuple[int, tuple[Ticket, ...]]] = [(0, ())]
    while todo:
        start, chosen = todo.pop()
        yield chosen
        for place in range(start, len(tickets)):
            more = (*chosen, tickets[place])
            if feasible(more, stack):
                todo.append((place + 1, more))


def table_size(held: Iterable[Ticket], stack: Counter[str]) -> int:
    """Return how many different stacks can remain after some of the tickets."""
    size = 1
    for count in _useful(held, stack):
        size *= count + 1
    return size


def best_by_table(held: Iterable[Ticket], stack: Counter[str]) -> list[str]:
    """Return the default (CARD-42): for every remaining stack, from the last ticket to the first, the best result."""
    tickets = sorted(held, key=lambda ticket: ticket.id)
    have = _useful(tickets, stack)
    shape = tuple(count + 1 for count in have)
    places = np.arange(np.prod(shape))
    rest = np.array(np.unravel_index(places, shape), dtype=np.int16)
    colored, wild = rest[:-1], rest[-1]
    values = [np.zeros(len(places), np.int64)]
    ways = []
    for ticket in reversed(tickets):
        cards = dict(ticket.cards)
        need = np.array([[cards.get(color, 0)] for color in COLORS], np.int16)
        wild_left = wild - np.maximum(need - colored, 0).sum(axis=0)
        left = np.ravel_multi_index((*np.maximum(colored - need, 0), np.maximum(wild_left, 0)), shape)
        ways.append(np.where(wild_left >= 0, left, -1))
        taken = np.where(wild_left >= 0, values[-1][left] + _packed([ticket]), -1)
        values.append(np.maximum(values[-1], taken))
    ids = []
    place = len(places) - 1  # the whole stack
    for ticket, value, after, way in zip(tickets, values[::-1], values[-2::-1], reversed(ways), strict=False):
        # Of two lists of the same length, the one with the earlier ticket comes first.
        if way[place] >= 0 and after[way[place]] + _packed([ticket]) == value[place]:
            ids.append(ticket.id)
            place = int(way[place])
    return ids


def _packed(tickets: Sequence[Ticket]) -> int:
    points, count, bonus = worth(tickets)
    return (points << 32) + (count << 16) + bonus


def _useful(held: Iterable[Ticket], stack: Counter[str]) -> list[int]:
    """Return the cards of each color and the wilds, limited to what all tickets together could use."""
    need: Counter[str] = Counter()
    for ticket in held:
        need.update(dict(ticket.cards))
    return [*(min(stack[color], need[color]) for color in COLORS), min(stack["wild"], need.total())]
