"""Tables of simulations and results, with the columns of all mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from whistlestop.format import Ruleset
from whistlestop.games.composing import used
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.view import Held

from .parts import Telling

PLAYER_COLUMNS = ("score", "cards", "tickets")
OUTCOME_COLUMNS = ("rank", "score")
"""Columns of every kind of game."""


def _ordered(names: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """Return the names in the given order; others follow in their own order."""
    return tuple(sorted(names, key=lambda name: order.index(name) if name in order else len(order)))


class Results:
    """The numbers and lists of finished games, and the columns of tables of players."""

    def __init__(
        self, every: Sequence[Telling], *, player_order: Sequence[str], outcome_order: Sequence[str]
    ) -> None:
        """Set the order of columns in the tables of players and of results; columns with other names follow."""
        self._every = every
        self.scored: Mapping[str, tuple[str, ...]] = {
            each.name: tuple(part.name for part in each.parts) for each in every if each.parts
        }
        """The parts of the score in an outcome, by mechanism."""
        self.points: Mapping[str, str] = {
            part.column or part.name: part.field for each in every for part in each.parts
        }
        """Columns for the parts of the score: the name, and the field of a STATE record."""
        self.parts: Mapping[str, str] = {
            name: field
            for each in every
            for name, field in [
                *((part.column or part.name, part.field) for part in each.parts),
                *each.counts.items(),
            ]
        }
        """Columns for the parts of the score and other counts: the name, and the field of a STATE record."""
        self.numbers: Mapping[str, Callable[[Any], Any]] = {
            name: number for each in every for name, number in each.numbers.items()
        }
        """Other numbers at the end: the name, and a function from a scored STATE record to the array by seat."""
        self.lists: Mapping[str, str] = {name: kind for each in every for name, kind in each.lists.items()}
        """Other lists of each player at the end: the name, and the type of its members, `string` or `int16`."""
        self.move_numbers: Mapping[str, Callable[[Any], int]] = {
            name: number for each in every for name, number in each.move_numbers.items()
        }
        """Numbers that describe a move in addition to the action: the name, and a function of the STATE record after
        it."""
        self.player_columns = _ordered(
            [*PLAYER_COLUMNS, *(name for each in every for name in each.player_columns)], player_order
        )
        """Numbers of a player in a view that a table of players shows."""
        parts = [name for names in self.scored.values() for name in names]
        self.outcome_columns = _ordered(
            [*OUTCOME_COLUMNS, *parts, *(name for each in every for name in each.outcome_columns)],
            outcome_order,
        )
        """Numbers of a player in an outcome that a table of results shows."""

    def listed(self, ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
        """Return the `lists` of a player of the first game of a scored STATE array; ids are in the ruleset's order."""
        return tuple(
            found
            for each in self._every
            if each.listed is not None
            for found in each.listed(ruleset, states, player)
        )

    def placed(self, player: dict[str, Any], ruleset: Ruleset) -> str:
        """Describe in one line the routes, trains and other things that a player of a view has on the table."""
        told = [
            each.placed(player, ruleset)
            for each in used(self._every, ruleset.unused)
            if each.placed is not None
        ]
        return "; ".join(text for text in told if text)

    def held(self, observation: Knowledge, player: int) -> Held:
        """Return the routes and tickets of a player at the end, from any observation of a finished game."""
        fields: dict[str, list[str]] = {}
        for each in self._every:
            if each.held is not None:
                fields |= each.held(observation, player)
        return Held(**fields)
