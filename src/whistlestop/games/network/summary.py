"""Summaries of the map games: what all games have, and the parts of the mechanisms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy.typing as npt

from whistlestop.format import Ruleset
from whistlestop.games.telling import beginning_of, fields_of, merged
from whistlestop.text import summary as common
from whistlestop.text.summary import Turn

from .format.schema import NetworkData
from .telling import TELLINGS

if TYPE_CHECKING:
    NetworkTurn: TypeAlias = common.TurnSummary
    NetworkPlayerSummary: TypeAlias = common.PlayerSummary
else:
    NetworkTurn = merged(
        "NetworkTurn",
        "A turn: the route that was claimed, the city of a station, the tunnel that was given up.",
        common.TurnSummary,
        [each.turn for each in TELLINGS],
    )
    NetworkPlayerSummary = merged(
        "NetworkPlayerSummary",
        "A player's way; `tunnels` counts the cards turned up for tunnels, and of them those to be paid for.",
        common.PlayerSummary,
        [each.way for each in TELLINGS],
    )


class NetworkSummary(common.Summary, kw_only=True, tag=NetworkData.machine):
    """A map game that is over."""

    players: list[NetworkPlayerSummary]
    turns: list[NetworkTurn]


class NetworkSummarizer(common.Summarizer):
    """Follows a map game."""

    def begun(self, turn: Turn) -> None:
        """Nothing has been built yet."""
        turn.more = beginning_of(each.turn for each in TELLINGS)

    def acted(self, turn: Turn, before: Any, after: Any) -> None:
        """Note what the mechanisms say; a later one may know better."""
        for each in TELLINGS:
            if each.turned is not None:
                each.turned(self, turn, before, after)

    def told(self) -> NetworkSummary:
        """The whole of it."""
        parts = [each.way for each in TELLINGS]
        return NetworkSummary(
            after=self.after,
            players=[
                NetworkPlayerSummary(
                    **self.player_fields(seat),
                    completed=[int(state["completed"][seat]) for state in self.scored],
                    **fields_of(parts, self, seat),
                )
                for seat in self.players
            ],
            turns=[NetworkTurn(**turn.told()) for turn in self.turns],
        )


def summary(ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], dealt: bool) -> NetworkSummary:
    """What happened in a game that is over."""
    return NetworkSummarizer(ruleset, states, dealt=dealt).told()
