"""From games to ratings: which comparisons a game is, rating periods, and seasons (docs/ratings.md). No I/O."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from whistlestop.server.ratings.glicko import Rating, Result, after

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PERIOD = timedelta(days=7)
"""A rating period: what was played in it counts at its end, all at once."""


class Played(msgspec.Struct, frozen=True):
    """A game that is over: when it ended (ms since 1970), and the rank of each person in it (1 is the best)."""

    ended: int
    ranks: Mapping[str, int]


class Standing(msgspec.Struct, frozen=True):
    """Where somebody stands in a season."""

    user: str
    rating: float
    deviation: float
    least: float
    games: int
    wins: int


def season_of(at: int) -> tuple[int, int]:
    """Year and quarter of a moment, in UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return moment.year, (moment.month + 2) // 3


def bounds(year: int, quarter: int) -> tuple[int, int]:
    """When a season begins and when the next one does, in ms since 1970."""
    begin = datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)
    end = datetime(year + quarter // 4, 3 * (quarter % 4) + 1, 1, tzinfo=UTC)
    return int(begin.timestamp() * 1000), int(end.timestamp() * 1000)


def standings(games: Iterable[Played], season: tuple[int, int]) -> list[Standing]:
    """Everybody who played in a season with another person, best first.

    Each season starts anew, so that a table can be led by who is good now.
    """
    begin, end = bounds(*season)
    step = int(PERIOD.total_seconds() * 1000)
    counted = [game for game in games if begin <= game.ended < end and len(game.ranks) > 1]
    counted.sort(key=lambda game: game.ended)
    ratings: dict[str, Rating] = {}
    period = 0
    for number, group in groupby(counted, key=lambda game: (game.ended - begin) // step):
        for _ in range(period, number):  # in which nobody played
            ratings = {user: after(rating, []) for user, rating in ratings.items()}
        ratings = _after_period(ratings, list(group))
        period = number + 1
    found = [
        Standing(
            user,
            rating.rating,
            rating.deviation,
            rating.least,
            sum(user in game.ranks for game in counted),
            sum(game.ranks.get(user) == min(game.ranks.values()) for game in counted),
        )
        for user, rating in ratings.items()
    ]
    return sorted(found, key=lambda one: (-one.least, one.user))


def _after_period(ratings: Mapping[str, Rating], games: list[Played]) -> dict[str, Rating]:
    """Everybody's rating after a period; all are compared as they were before it."""
    before = dict(ratings)
    for game in games:
        for user in game.ranks:
            before.setdefault(user, Rating())
    results: dict[str, list[Result]] = {user: [] for user in before}
    for game in games:
        weight = 1.0 / (len(game.ranks) - 1)
        for user, rank in game.ranks.items():
            for other, behind in game.ranks.items():
                if other != user:
                    score = 0.5 if rank == behind else float(rank < behind)
                    results[user].append(Result(before[other], score, weight))
    return {user: after(rating, results[user]) for user, rating in before.items()}
