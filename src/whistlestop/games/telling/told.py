"""The description of a kind's games, combined from all its mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from whistlestop.core import fields
from whistlestop.format import Notation, Ruleset
from whistlestop.games.composing import used
from whistlestop.games.plain import plain
from whistlestop.text.conditions import COMMON, Condition
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.position.read import Reader
from whistlestop.text.view import DeclarationAnswer

from . import events, positions
from .comparing import Comparison
from .parts import Telling
from .summaries import Summaries
from .views import Views


@dataclass(frozen=True, eq=False, kw_only=True)
class Told:
    """Notation, positions, views, events and summaries."""

    tellings: tuple[Telling, ...]
    """The telling of each mechanism."""
    notation: type[Notation]
    reader: type[Reader[Any]]
    """Reads positions."""
    views: Views
    summaries: Summaries

    def write_position(self, ruleset: Ruleset, s: Any, board: dict[str, Any] | None) -> dict[str, Any]:
        """Return the position of a STATE record; `board` is the ruleset as data unless it is built in."""
        return positions.write_position(self.tellings, ruleset, s, board)

    def events(self, before: Knowledge, after: Knowledge, live: bool) -> list[Event]:
        """Return the events of one action as a seat sees them. live: the events are reported as they happen."""
        return events.events(self._used(after.ruleset), before, after, live)

    def brief(self, ruleset: Ruleset) -> list[str]:
        """Return the rules of a game in short English sentences, without mechanisms that it does not use."""
        return [line for each in self._used(ruleset) if each.brief for line in each.brief(ruleset)]

    def _used(self, ruleset: Ruleset) -> tuple[Telling, ...]:
        """Return the texts and data of the mechanisms that a game uses."""
        return used(self.tellings, ruleset.unused)

    def give_turn(self, ruleset: Ruleset, s: Any, seat: int) -> None:
        """Begin a seat's turn in a STATE record, even if another seat is to act."""
        s["phase"], s["player"] = fields.TURN, seat
        for each in self._used(ruleset):
            if each.begin_turn is not None:
                plain(each.begin_turn)(s, ruleset.rules[0])

    @cached_property
    def event_types(self) -> tuple[type[Event], ...]:
        """Return the event types that only games of this kind have."""
        return tuple(event for each in self.tellings for event in each.events)

    def conditions(self, ruleset: Ruleset) -> dict[str, Condition]:
        """Return the conditions of a game by their words, without those of mechanisms that it does not use."""
        found = (each.conditions for each in self._used(ruleset))
        return {**COMMON, **{word: one for words in found for word, one in words.items()}}

    @cached_property
    def declaration(self) -> Callable[[Knowledge, Sequence[str]], DeclarationAnswer] | None:
        """Return the function that evaluates a declaration, if the kind has declarations."""
        return next((each.declaration for each in self.tellings if each.declaration is not None), None)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Return the comparisons of two actions that mechanisms make for reviews."""
        return tuple(each.compared for each in self.tellings if each.compared is not None)

    @cached_property
    def options(self) -> frozenset[str]:
        """Return the table options of this kind, in addition to those of every game."""
        return frozenset(option for each in self.tellings for option in each.options)

    @cached_property
    def moments(self) -> tuple[Mapping[str, Any], ...]:
        """Return positions that random play reaches late, from which compiling in advance also starts."""
        return tuple(moment for each in self.tellings for moment in each.moments)
