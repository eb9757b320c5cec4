"""What many games come to: tallies that can be added up, and means with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core.fields import PLAYERS

from .columns import Columns

__all__ = [
    "Tally",
    "count_ahead",
    "mean_interval",
    "moments_interval",
    "share_interval",
    "summarize",
    "tally",
    "total",
]

Z = 1.959963984540054  # 97.5 % of a normal distribution lie below


@dataclass(frozen=True)
class Tally:
    """Sums over games, from which means and intervals follow; tallies can be added.

    Moments are, of each measure, the number of values, their sum and that of their squares.
    """

    measures: tuple[str, ...]
    """What is measured of a seat: `win`, `score` and its parts."""
    unfinished: int
    """Games that did not come to their end."""
    lengths: npt.NDArray[np.float64]
    """(2, 3): moments of the actions and of the turns of a game."""
    bots: npt.NDArray[np.float64]
    """(bots, measures, 3): moments by bot. A bot with two seats of a game counts twice."""
    seats: npt.NDArray[np.float64]
    """(PLAYERS, measures, 3): moments by seat."""
    ahead: npt.NDArray[np.float64]
    """(bots, bots): how often that of the row was ahead of that of the column."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.measures,
            self.unfinished + other.unfinished,
            self.lengths + other.lengths,
            self.bots + other.bots,
            self.seats + other.seats,
            self.ahead + other.ahead,
        )

    @property
    def games(self) -> int:
        """How many games there are."""
        return int(self.lengths[0, 0])


def tally(columns: Columns, bots: int, parts: Iterable[str]) -> Tally:
    """The sums of some games of one line-up, by all of the plan's bots and by seat; `parts` of the score among them."""
    measures = ("win", "score", *parts)
    once = columns["seat"] == 0
    values = np.stack([columns[name] for name in measures], axis=1).astype(float)
    lengths = np.stack([columns[name][once] for name in ("actions", "turns")], axis=1).astype(float)
    by_bot, by_seat = (np.zeros((size, len(measures), 3)) for size in (bots, PLAYERS))
    np.add.at(by_bot, columns["bot"], _powers(values))
    np.add.at(by_seat, columns["seat"], _powers(values))
    return Tally(
        measures,
        int((~columns["finished"][once]).sum()),
        _powers(lengths).sum(axis=0),
        by_bot,
        by_seat,
        count_ahead(columns, bots),
    )


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies, of which there is at least one."""
    return reduce(Tally.__add__, tallies)


def _powers(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.stack([np.ones_like(values), values, values * values], axis=-1)


def count_ahead(columns: Columns, bots: int) -> npt.NDArray[np.float64]:
    """How often the bot of the row was ahead of that of the column, of all pairs of seats; a tie is half.

    The games are of as many players each, their rows in order.
    """
    seats = int(columns["seat"].max()) + 1
    bot, rank = columns["bot"].reshape(-1, seats), columns["rank"].reshape(-1, seats)
    ahead = np.zeros((bots, bots))
    for one in range(seats):
        for other in range(seats):
            if one != other:
                share = np.where(rank[:, one] < rank[:, other], 1.0, 0.5 * (rank[:, one] == rank[:, other]))
                np.add.at(ahead, (bot[:, one], bot[:, other]), share)
    np.fill_diagonal(ahead, 0)
    return ahead


def mean_interval(values: npt.NDArray[Any]) -> dict[str, float | None]:
    """Mean and its normal interval; one value alone has none."""
    return moments_interval(_powers(values.astype(float)).sum(axis=0))


def moments_interval(moments: npt.NDArray[np.float64]) -> dict[str, float | None]:
    """The same of values of which the number, the sum and the sum of squares are known."""
    n, first, second = moments.tolist()
    mean = first / n
    if n < 2:
        return {"mean": mean, "low": None, "high": None}
    half = Z * math.sqrt(max(0.0, second - first * mean) / (n - 1) / n)
    return {"mean": mean, "low": mean - half, "high": mean + half}


def share_interval(successes: float, n: int) -> dict[str, float]:
    """Share and its Wilson interval, which stays sensible for few games and for shares near 0 and 1."""
    share = successes / n
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return {"mean": share, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}


def describe(measures: tuple[str, ...], moments: npt.NDArray[np.float64]) -> dict[str, Any]:
    """The figures of one bot, or of one seat: (measures, 3) moments, the first those of wins."""
    games, wins, _ = moments[0].tolist()
    means = {name: moments_interval(of) for name, of in zip(measures, moments, strict=True)}
    return {"games": int(games), **means, "win": share_interval(wins, int(games))}


def summarize(tally: Tally, bots: tuple[str, ...]) -> dict[str, Any]:
    """Figures by bot and by seat, JSON-ready. A bot with two seats of a game counts twice."""
    actions, turns = map(moments_interval, tally.lengths)

    def group(names: Iterable[str], moments: npt.NDArray[np.float64]) -> dict[str, Any]:
        pairs = zip(names, moments, strict=True)
        return {name: describe(tally.measures, of) for name, of in pairs if of[0, 0]}

    return {
        "unfinished": tally.unfinished,
        "actions": actions,
        "turns": turns,
        "bots": group(bots, tally.bots),
        "seats": group(map(str, range(PLAYERS)), tally.seats),
    }
