"""Suggest a deck of tickets for a board: varied lengths, every city, every route, few similar tickets.

The targets are averages of the three built-in map games: 0.9 tickets for each city, worth the length of the shortest
path, no longer than 47% of a player's trains, of the lengths in `SHARES`, and never between neighbors.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.errors import RulesetError

from .distances import FAR, Distances

__all__ = ["CityTicket", "suggest_tickets"]

PER_CITY = 0.9
"""Tickets for each city."""
REACH = 0.47
"""The cost of the longest ticket, as a share of a player's trains."""
SHORTEST = 3
EDGES = (0.3, 0.45, 0.6, 0.75)
"""Limits between the classes of length, as shares of the longest ticket."""
SHARES = (0.21, 0.35, 0.22, 0.09, 0.13)
"""The share of tickets in each class of length."""
LONG = 0.85
"""The minimum length of a long ticket, as a share of the longest."""
TICKETS = 128
"""Maximum number of tickets of a board."""

# What a fault costs: the square of missing or excess tickets in a class of length, over the number of tickets; the
# square of excess tickets of a city; a city without tickets; a connection on no ticket's path; two similar tickets.
_CLASS, _CROWD, _UNUSED_CITY, _UNUSED_LINK, _SIMILAR = 4.0, 0.5, 1.5, 0.5, 1.0
_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class CityTicket:
    """A ticket between two cities, in the order of their ids."""

    origin: str
    target: str
    points: int
    long: bool = False

    @property
    def id(self) -> str:
        """Return the id in `tickets.csv`."""
        return f"{self.origin}-{self.target}"

    def plain(self) -> dict[str, Any]:
        """Return it as a row of a board's plain data."""
        return {
            "id": self.id,
            "origin": self.origin,
            "targets": [self.target],
            "points": [self.points],
            "long": self.long,
        }


def suggest_tickets(
    distances: Distances,
    trains: int,
    count: int | None = None,
    *,
    long: int = 0,
    keep: Collection[tuple[str, str]] = (),
    seed: int = 0,
) -> list[CityTicket]:
    """Return a deck, sorted by id, each ticket worth the length of its shortest path.

    The same arguments return the same deck.

    trains: the number of each player's trains. count: number of tickets that are not long; default: 0.9 for each city,
    or fewer on a small board. long: number of long tickets, dealt only at the start (EUR-2). keep: pairs of cities that
    stay, and count as tickets. seed: another one chooses others among equally good tickets.
    Raises RulesetError if the board has too few pairs of cities, and for an unknown pair.
    """
    choice = _Choice(distances, trains)
    usual = min(round(PER_CITY * int(distances.ends.sum())), len(choice.length) - long)
    wanted = usual if count is None else count
    if not 0 < wanted + long <= TICKETS:
        raise RulesetError(f"{wanted + long} tickets: a board has between 1 and {TICKETS}")
    kept = [choice.number(pair) for pair in keep]
    share = choice.length / choice.reach
    far = np.flatnonzero(share >= LONG)
    near = np.flatnonzero(share < LONG) if long else np.arange(len(share))
    rng = np.random.default_rng(seed)
    long_deck = choice.improved([n for n in kept if long and share[n] >= LONG], far, long, rng)
    others = [n for n in kept if n not in long_deck]
    deck = choice.improved([*long_deck, *others], near, wanted + len(long_deck), rng)
    return sorted((choice.ticket(n, long=n in long_deck) for n in deck), key=lambda ticket: ticket.id)


class _Choice:
    """All possible tickets of a board, and what a deck of them costs. Tickets are numbers into its arrays."""

    def __init__(self, distances: Distances, trains: int) -> None:
        self._distances = distances
        inner = np.flatnonzero(distances.ends)
        first, second = (inner[side] for side in np.triu_indices(len(inner), 1))
        length = distances.between[first, second]
        reachable = length[length < FAR]
        self.reach = max(1, min(int(reachable.max(initial=1)), round(REACH * trains)))
        linked = {tuple(pair) for pair in distances.pairs.tolist()}
        apart = np.array(
            [pair not in linked for pair in zip(first.tolist(), second.tolist(), strict=True)], dtype=bool
        )
        fits = apart & (length >= SHORTEST) & (length <= self.reach)
        self.ends = np.stack([first[fits], second[fits]], axis=1)
        self.length = length[fits]
        self._way = distances.on_way(first[fits], second[fits])
        self._class = np.digitize(self.length / self.reach, EDGES)

    def number(self, pair: tuple[str, str]) -> int:
        """Return the number of a ticket, adding it if it would not be suggested."""
        known = self._distances.cities
        for city in pair:
            if city not in known:
                raise RulesetError(f"unknown city {city!r}")
        if pair[0] == pair[1]:
            raise RulesetError(f"a ticket needs two cities, not {pair[0]!r} twice")
        ends = sorted(known.index(city) for city in pair)
        found = np.flatnonzero((self.ends == ends).all(axis=1))
        if len(found):
            return int(found[0])
        a, b = (np.array([end]) for end in ends)
        self.ends = np.concatenate([self.ends, np.array([ends])])
        self.length = np.append(self.length, self._distances.between[a, b])
        self._way = np.concatenate([self._way, self._distances.on_way(a, b)])
        self._class = np.digitize(self.length / self.reach, EDGES)
        return len(self.length) - 1

    def ticket(self, number: int, *, long: bool) -> CityTicket:
        """Return a ticket."""
        one, other = sorted(self._distances.cities[end] for end in self.ends[number])
        return CityTicket(one, other, int(self.length[number]), long)

    def improved(
        self,
        kept: Sequence[int],
        pool: NDArray[np.int64],
        size: int,
        rng: np.random.Generator,
    ) -> list[int]:
        """Return a deck of this size: the kept tickets, and others of the pool, exchanged until no exchange helps."""
        chosen = list(kept)
        free = rng.permutation([n for n in pool.tolist() if n not in kept]).astype(np.int64)
        if size - len(chosen) > len(free):
            need = f"{size - len(chosen)} are needed"
            raise RulesetError(
                f"only {len(free)} pairs of cities are far enough apart for tickets, and {need}"
            )
        while len(chosen) < size:
            chosen.append(self._best(chosen, free, size))
        for _ in range(_ROUNDS):
            before = list(chosen)
            for n in before:
                if n not in kept:
                    chosen.remove(n)
                    chosen.append(self._best(chosen, free, size))
            if set(chosen) == set(before):
                break
        return chosen

    def _best(self, chosen: list[int], pool: NDArray[np.int64], size: int) -> int:
        """Return the ticket of the pool that costs least when added to the chosen ones."""
        pool = pool[~np.isin(pool, chosen)]
        return int(pool[np.argmin(self._costs(chosen, pool, size))])

    def _costs(self, chosen: list[int], pool: NDArray[np.int64], size: int) -> NDArray[np.float64]:
        """Return what the chosen tickets cost together with each of these."""
        classes = np.bincount(self._class[chosen], minlength=len(SHARES)) - np.array(SHARES) * size
        cost = _CLASS * (2 * classes[self._class[pool]] + 1) / size
        cities = np.bincount(self.ends[chosen].ravel(), minlength=len(self._distances.cities))
        fair = 2 * size / max(1, int(self._distances.ends.sum()))
        uses = cities[self.ends[pool]]
        excess = np.maximum(0.0, uses + 1 - fair) ** 2 - np.maximum(0.0, uses - fair) ** 2
        cost += (_CROWD * excess - _UNUSED_CITY * (uses == 0)).sum(axis=1)
        used = self._way[chosen].any(axis=0)
        cost -= _UNUSED_LINK * (self._way[pool] & ~used).sum(axis=1)
        whole: NDArray[np.float64] = cost + _SIMILAR * self._similar(chosen, pool)
        return whole

    def _similar(self, chosen: list[int], pool: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each ticket of the pool how many chosen ones have nearly the same path.

        Completing such a ticket brings a player within one space of completing the other.
        """
        if not chosen:
            return np.zeros(len(pool), dtype=np.int64)
        shared = self._way[pool].astype(np.int64) @ (self._way[chosen] * self._distances.lengths).T
        return np.asarray(
            (shared >= np.minimum.outer(self.length[pool], self.length[chosen]) - 1).sum(axis=1)
        )
