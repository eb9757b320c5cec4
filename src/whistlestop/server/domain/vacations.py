"""Vacations from games by days: the allowance of days, and the limits against misuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PERIOD = 365 * DAY
"""Vacations that began within this time before the next one count against the allowance, in milliseconds."""
LEAST_LEFT = 60 * 60 * 1000
"""Milliseconds that every running clock of a player must have left, so that nobody can escape a time-out by taking a
vacation.

Servers of an older version, which ignore vacations, must be replaced within this time.
"""
MOST_GAMES = 50
"""Games whose clocks a vacation can stop when it begins."""


class Vacation(Struct, frozen=True):
    """A vacation in milliseconds since 1970. `ends` is the planned end, or the time of an early return."""

    began: int
    ends: int

    @property
    def days(self) -> int:
        """Return the number of days that it takes from the allowance; each started day counts."""
        return -(-(self.ends - self.began) // DAY)

    def covers(self, at: int) -> bool:
        """Return whether it covers a time."""
        return self.began <= at < self.ends


def days_left(vacations: Iterable[Vacation], allowance: int, at: int) -> int:
    """Return how many days a player can still take."""
    taken = sum(one.days for one in vacations if one.began > at - PERIOD)
    return max(0, allowance - taken)


def current(vacations: Iterable[Vacation], at: int) -> Vacation | None:
    """Return the vacation that covers a time."""
    return next((one for one in vacations if one.covers(at)), None)


def check_days(days: int, vacations: Sequence[Vacation], allowance: int, at: int) -> None:
    """Raise Refusal if a player with these vacations is on vacation or has fewer days left."""
    if current(vacations, at) is not None:
        raise on_vacation()
    if days > days_left(vacations, allowance, at):
        raise Refusal("no_days_left", "You have fewer days of vacation left.")


def check_games(count: int) -> None:
    """Raise Refusal for a vacation from more than MOST_GAMES games."""
    if count > MOST_GAMES:
        raise Refusal("too_many", "You play too many games by days for a vacation.")


def on_vacation() -> Refusal:
    """Return the refusal for players on vacation who begin another one or a new game by days."""
    return Refusal("on_vacation", "You are on vacation. Come back first.")
