"""Summaries: the parts common to all games, and those of the mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import GenericAlias
from typing import Any

import numpy.typing as npt

from whistlestop.format import Ruleset
from whistlestop.games.composing import used
from whistlestop.text import summary as common
from whistlestop.text.summary import Turn

from .parts import Telling
from .records import beginning_of, extended, fields_of, merged, shapes_of


class Summaries:
    """The summaries of a kind of game: their record types and how to fill them."""

    def __init__(
        self, name: str, every: Sequence[Telling], *, machine: str, player: str, turn: str, summary: str
    ) -> None:
        """Create the record types. Their names begin with `name`; the last three arguments are docstrings."""
        self._every = every
        self.player_type = merged(
            f"{name}PlayerSummary", player, common.PlayerSummary, shapes_of(every, "way")
        )
        self.turn_type = merged(
            f"{name}Turn", turn, common.TurnSummary, shapes_of(every, "turn"), required=True
        )
        whole = merged(
            f"{name}Whole",
            "The fields that belong to no single player or turn.",
            common.Summary,
            shapes_of(every, "summary"),
            required=True,
        )
        self.summary_type = extended(
            f"{name}Summary",
            summary,
            whole,
            [
                ("players", GenericAlias(list, (self.player_type,))),
                ("turns", GenericAlias(list, (self.turn_type,))),
            ],
            tag=machine,
        )

    def summary(self, ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], dealt: bool) -> common.Summary:
        """Return a summary of a finished game."""
        every = used(self._every, ruleset.unused)
        found = ToldSummarizer(every, ruleset, states, dealt=dealt)
        ways = [each.way for each in every]
        summary: common.Summary = self.summary_type(
            after=found.after,
            **found.more,
            players=[
                self.player_type(**found.player_fields(seat), **fields_of(ways, found, seat))
                for seat in found.players
            ],
            turns=[self.turn_type(**turn.told()) for turn in found.turns],
        )
        return summary


class ToldSummarizer(common.Summarizer):
    """Follows a game, and lets the mechanisms record their parts."""

    def __init__(
        self,
        every: Sequence[Telling],
        ruleset: Ruleset,
        states: Iterable[npt.NDArray[Any]],
        *,
        dealt: bool,
    ) -> None:
        self._every = every
        self.more = beginning_of(each.summary for each in every)
        """The records of the mechanisms about the whole game."""
        super().__init__(ruleset, states, dealt=dealt)

    def begun(self, turn: Turn) -> None:
        """Initialize a turn."""
        turn.more = beginning_of(each.turn for each in self._every)

    def acted(self, turn: Turn, before: Any, after: Any) -> None:
        """Record the mechanisms' reports; a later mechanism may overwrite an earlier one."""
        for each in self._every:
            if each.turned is not None:
                each.turned(self, turn, before, after)

    def passed_on(self, before: Any, after: Any) -> None:
        """Record the mechanisms' reports about any action."""
        for each in self._every:
            if each.passed_on is not None:
                each.passed_on(self, before, after)
