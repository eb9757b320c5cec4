"""Summarize many games: tallies that can be added up, and means with 95 % intervals."""

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

Z = 1.959963984540054  # the 97.5 % quantile of the normal distribution


@dataclass(frozen=True)
class Tally:
    """Sums over games, from which means and intervals are computed; tallies can be added.

    The moments of a measure are the number of values, their sum and the sum of their squares.
    """

    measures: tuple[str, ...]
    """The measures of a seat: `win`, `score` and its parts."""
    unfinished: int
    """Games that did not end."""
    lengths: npt.NDArray[np.float64]
    """(2, 3): moments of the number of actions and of turns in a game."""
    bots: npt.NDArray[np.float64]
    """(bots, measures, 3): moments by bot. A bot with two seats of a game counts twice."""
    seats: npt.NDArray[np.float64]
    """(PLAYERS, measures, 3): moments by seat."""
    ahead: npt.NDArray[np.float64]
    """(bots, bots): how often the bot of the row ranked ahead of the bot of the column."""

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
        """Return the number of games."""
        return int(self.lengths[0, 0])


def tally(columns: Columns, bots: int, parts: Iterable[str]) -> Tally:
    """Return the sums over games of one line-up, by all of the plan's bots and by seat, with `parts` of the score."""
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
    """Return the sum of one or more tallies."""
    return reduce(Tally.__add__, tallies)


def _powers(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.stack([np.ones_like(values), values, values * values], axis=-1)


def count_ahead(columns: Columns, bots: int) -> npt.NDArray[np.float64]:
    """Return how often the bot of the row ranked ahead of that of the column, over all pairs of seats.

    A tie counts half. All games must have the same number of players, and their rows must be in order.
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
    """Return the mean and its normal interval; a single value has no interval."""
    return moments_interval(_powers(values.astype(float)).sum(axis=0))


def moments_interval(moments: npt.NDArray[np.float64]) -> dict[str, float | None]:
    """Return the mean and its interval from the number, the sum and the sum of squares of the values."""
    n, first, second = moments.tolist()
    mean = first / n
    if n < 2:
        return {"mean": mean, "low": None, "high": None}
    half = Z * math.sqrt(max(0.0, second - first * mean) / (n - 1) / n)
    return {"mean": mean, "low": mean - half, "high": mean + half}


def share_interval(successes: float, n: int) -> dict[str, float]:
    """Return the share and its Wilson interval, which remains sensible for few games and for shares near 0 and 1."""
    share = successes / n
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return {"mean": share, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}


def describe(measures: tuple[str, ...], moments: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Return the figures of one bot or one seat from (measures, 3) moments; the first measure is wins."""
    games, wins, _ = moments[0].tolist()
    means = {name: moments_interval(of) for name, of in zip(measures, moments, strict=True)}
    return {"games": int(games), **means, "win": share_interval(wins, int(games))}


def summarize(tally: Tally, bots: tuple[str, ...]) -> dict[str, Any]:
    """Return figures by bot and by seat, JSON-ready. A bot with two seats of a game counts twice."""
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
