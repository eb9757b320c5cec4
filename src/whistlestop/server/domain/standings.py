"""From games to ratings: the comparisons in a game, rating periods, and seasons (docs/ratings.md). No I/O."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from whistlestop.server.domain.glicko import Rating, Result, after

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PERIOD = timedelta(days=7)
"""A rating period: its games are rated together at its end."""
NAMELESS = "?"
"""Prefix of the names of players known from only a single game."""

Season = tuple[int, int]
"""The year and the quarter."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """A finished game: when it ended (ms since 1970), and the rank of each person in it; 1 is the best.

    A player known only from this game has a unique name that begins with `NAMELESS`. Players who `left` have not won,
    even if all others left as well (RUL-84). `bots`: the fixed ratings of bots at the table, and their ranks.
    """

    ended: int
    ranks: Mapping[str, int]
    left: frozenset[str] = frozenset()
    bots: tuple[tuple[Rating, int], ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """The place of a player in a season."""

    user: str
    rating: float
    deviation: float
    least: float
    games: int
    wins: int


def season_of(at: int) -> Season:
    """Return the year and quarter of a time, in UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return moment.year, (moment.month + 2) // 3


def season_name(season: Season) -> str:
    """Return a season as text: 2026-2."""
    return f"{season[0]}-{season[1]}"


def read_season(text: str) -> Season | None:
    """Return a season from its text, or None if it is malformed."""
    parts = re.fullmatch(r"([12][0-9]{3})-([1-4])", text)
    return None if parts is None else (int(parts[1]), int(parts[2]))


def seasons_from(first: Season, last: Season) -> list[Season]:
    """Return all seasons from `first` to `last`, the last one first."""
    begin, end = (4 * year + quarter - 1 for year, quarter in (first, last))
    return [(number // 4, number % 4 + 1) for number in range(end, begin - 1, -1)]


def bounds(year: int, quarter: int) -> tuple[int, int]:
    """Return when a season and the next one begin, in ms since 1970."""
    begin = datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)
    end = datetime(year + quarter // 4, 3 * (quarter % 4) + 1, 1, tzinfo=UTC)
    return int(begin.timestamp() * 1000), int(end.timestamp() * 1000)


def standings(games: Iterable[Played], season: Season) -> list[Standing]:
    """Return all players who played against people in a season, best first.

    Each season starts from scratch, so that the ranking shows current strength.
    """
    begin, end = bounds(*season)
    step = int(PERIOD.total_seconds() * 1000)
    counted = [game for game in games if begin <= game.ended < end and len(game.ranks) > 1]
    counted.sort(key=lambda game: game.ended)
    ratings: dict[str, Rating] = {}
    period = 0
    for number, group in groupby(counted, key=lambda game: (game.ended - begin) // step):
        for _ in range(period, number):  # periods without games
            ratings = {user: after(rating, []) for user, rating in ratings.items()}
        ratings = _after_period(ratings, list(group))
        period = number + 1
    number_of, wins = Counter[str](), Counter[str]()
    for game in counted:
        best = min(game.ranks.values())
        number_of.update(game.ranks.keys())
        wins.update(user for user, rank in game.ranks.items() if rank == best and user not in game.left)
    found = [
        Standing(user, rating.rating, rating.deviation, rating.least, number_of[user], wins[user])
        for user, rating in ratings.items()
        if not user.startswith(NAMELESS)
    ]
    return sorted(found, key=lambda one: (-one.least, one.user))


def _after_period(ratings: Mapping[str, Rating], games: list[Played]) -> dict[str, Rating]:
    """Return all ratings after a period; opponents count with their rating before it."""
    before = dict(ratings)
    for game in games:
        for user in game.ranks:
            before.setdefault(user, Rating())
    results: dict[str, list[Result]] = {user: [] for user in before}
    for game in games:
        weight = 1.0 / (len(game.ranks) + len(game.bots) - 1)
        for user, rank in game.ranks.items():
            people = [(before[other], behind) for other, behind in game.ranks.items() if other != user]
            for rating, behind in (*people, *game.bots):
                score = 0.5 if rank == behind else float(rank < behind)
                results[user].append(Result(rating, score, weight))
    return {user: after(rating, results[user]) for user, rating in before.items()}
