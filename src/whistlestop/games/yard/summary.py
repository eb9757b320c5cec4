"""Summaries of the card game: rows, robberies, stacks, passes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy.typing as npt
from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import COLORS, Color, Ruleset
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.text import summary as common
from whistlestop.text.names import numbers_of
from whistlestop.text.summary import Turn

from .format.schema import YardData
from .view import Row, row


class Robbery(Struct, kw_only=True):
    """A row that was robbed, and whose it was."""

    victim: int
    color: Color
    cards: int
    wilds: int


class YardTurn(common.TurnSummary, kw_only=True):
    """A turn: the rows that were placed, and the one that was robbed by it."""

    placed: list[Row]
    robbed: Robbery | None


class YardPlayerSummary(common.PlayerSummary, kw_only=True):
    """A player's way; `stack` is the number of cards on the track."""

    stack: list[int]


class YardSummary(common.Summary, kw_only=True, tag=YardData.machine):
    """A card game that is over; `passes` says after how many turns each pass was scored."""

    passes: list[int]
    players: list[YardPlayerSummary]
    turns: list[YardTurn]


class YardSummarizer(common.Summarizer):
    """Follows a card game."""

    def __init__(self, ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], *, dealt: bool) -> None:
        self.passes: list[int] = []
        super().__init__(ruleset, states, dealt=dealt)

    def begun(self, turn: Turn) -> None:
        """Nothing has been placed yet."""
        turn.more = {"placed": [], "robbed": None}

    def acted(self, turn: Turn, before: Any, after: Any) -> None:  # noqa: ARG002 - what follows says it all
        """Rows, and those that were robbed."""
        if after["did"] == TRIO:
            turn.more["placed"] = [row(color, 1, 0) for color in numbers_of([after["did_arg"]])]
        elif after["did"] == SET:
            color = int(after["did_color"])
            turn.more["placed"] = [row(color, after["did_colored"], after["did_wild"])]
            if after["did_rob"] != fields.NONE:
                turn.more["robbed"] = Robbery(
                    victim=int(after["did_rob"]),
                    color=COLORS[color],
                    cards=int(after["did_rob_colored"]),
                    wilds=int(after["did_rob_wild"]),
                )

    def passed_on(self, before: Any, after: Any) -> None:
        """The end of a pass, and the cards that are dealt for the next (CARD-45, CARD-46)."""
        if before["phase"] != fields.DECLARATION or after["phase"] == fields.DECLARATION:
            return
        self.passes.append(int(before["turn"]) + 1)
        if after["phase"] == fields.OVER:
            return
        new = after["hand"] - before["hand"]
        market = sum(int(card == fields.WILD) for card in after["market"])
        deck = after["deck"][: after["deck_size"]]
        wilds = int((deck == fields.WILD).sum()) + market + int(new[:, fields.WILD].sum())
        pool = len(deck) + sum(int(card != fields.NONE) for card in after["market"]) + int(new.sum())
        for seat, dealt in enumerate(self.dealt):
            cards = int(new[seat].sum())
            dealt.add(cards, new[seat, fields.WILD], cards * wilds / pool if pool else 0.0)

    def told(self) -> YardSummary:
        """The whole of it."""
        return YardSummary(
            after=self.after,
            passes=self.passes,
            players=[
                YardPlayerSummary(
                    **self.player_fields(seat),
                    completed=[len(numbers_of(state["declared"][seat])) for state in self.points],
                    stack=self.series("stack_size", seat),
                )
                for seat in self.players
            ],
            turns=[YardTurn(**turn.told()) for turn in self.turns],
        )


def summary(ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], dealt: bool) -> YardSummary:
    """What happened in a card game that is over."""
    return YardSummarizer(ruleset, states, dealt=dealt).told()
