"""Achievements: a player's first successes of a kind, found in finished games.

Each names something worth trying, so the list teaches players. Those that need no rules are here; those of a mechanism
are in `achievements.py` of its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from whistlestop.format import Route, Ruleset, Ticket
from whistlestop.games.composing import found
from whistlestop.text.view import Held

__all__ = ["COMMON", "Achievement", "Deed", "earned", "managed", "of_mechanisms"]

K = TypeVar("K")

GAMES = 10
"""Games for `ten_games`."""
STREAK = 3
"""Consecutive wins for `three_wins`."""
LARGE = 20
"""Points of a valuable ticket."""
FEW = 3
"""Minimum number of completed tickets for the achievement of losing none."""


class Deed(Struct, frozen=True):
    """A player's results in a game that they played to the end. `numbers`: the parts of the score by name."""

    ruleset: Ruleset
    won: bool
    numbers: Mapping[str, int]
    held: Held

    def routes(self) -> list[Route]:
        """Return the routes of the player."""
        board = self.ruleset
        return [board.routes[board.route_index[one]] for one in self.held.routes if one in board.route_index]

    def done(self) -> list[Ticket]:
        """Return the tickets that the player completed."""
        board = self.ruleset
        return [board.tickets[board.ticket_index[one]] for one in self.held.done if one in board.ticket_index]


class Achievement(Struct, frozen=True):
    """An achievement that can be earned in one game."""

    id: str
    managed: Callable[[Deed], bool]


COMMON = ("first_win", "ten_games", "three_wins")
"""The achievements of all games, by id."""


def of_mechanisms(package: str, names: Iterable[str]) -> tuple[Achievement, ...]:
    """Return the achievements of the mechanisms of a kind."""
    return tuple(one for _, each in found(package, names, "achievements", "ACHIEVEMENTS") for one in each)


def managed(deed: Deed, possible: Iterable[Achievement]) -> list[str]:
    """Return the ids of the achievements that a game earned."""
    return [one.id for one in possible if one.managed(deed)]


def earned(games: Iterable[tuple[K, bool | None, Iterable[str]]]) -> dict[str, K]:
    """Return the key of the game that earned each achievement.

    games: from the oldest to the newest: key, whether the player won (None if they did not play to the end), and the
    achievements of that game.
    """
    got: dict[str, K] = {}
    played = wins = 0
    for key, won, now in games:
        wins = wins + 1 if won else 0
        played += won is not None
        common = zip(COMMON, (bool(won), played >= GAMES, wins >= STREAK), strict=True)
        for name in (*(name for name, done in common if done), *now):
            got.setdefault(name, key)
    return got


def large_ticket(deed: Deed) -> bool:
    """Return whether a ticket of at least `LARGE` points was completed."""
    return any(max(ticket.points) >= LARGE for ticket in deed.done())


def no_ticket_lost(deed: Deed) -> bool:
    """Return whether all tickets, and at least a `FEW`, were completed."""
    return len(deed.held.done) >= FEW and not deed.held.failed
