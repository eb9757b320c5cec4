"""The course of a finished game, turn by turn: for charts, and to see which players were lucky.

A summary is made from the true states of a game, so it reveals hidden information; it is only for finished games. Each
kind of game adds fields to these records and follows the states with its own `Summarizer`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import CARDS, Card, Ruleset

from .names import tickets_of

ROUNDED = 4
"""Decimals of an expected number."""


class Chance(Struct, kw_only=True):
    """Random cards: how many of `cards` counted (`got`), and how many were `expected` to."""

    cards: int
    got: int
    expected: float


class TurnSummary(Struct, kw_only=True):
    """A turn: cards `drew` from the deck and `took` from the market; the tickets `offered` and `kept`."""

    turn: int
    seat: int
    drew: list[Card]
    took: list[Card]
    offered: int
    kept: list[str]


class PlayerSummary(Struct, kw_only=True):
    """A player's progress through the game; the lists have a number for each entry of `after`.

    `score` is the score at that time, `standing` the final score if the game had ended then. `drawn` and `dealt` count
    the wilds among the cards drawn from the deck and among the cards dealt.
    """

    seat: int
    offered: int
    kept: list[str]
    score: list[int]
    standing: list[int]
    cards: list[int]
    tickets: list[int]
    drawn: Chance
    dealt: Chance


class Summary(Struct, kw_only=True, tag_field="machine"):
    """A finished game; `after`: the number of turns taken at each point. Each kind adds `players` and `turns`."""

    after: list[int]


@dataclass
class Count:
    """A `Chance` being added up."""

    cards: int = 0
    got: int = 0
    expected: float = 0.0

    def add(self, cards: int, got: int, expected: float) -> None:
        """Count more cards."""
        self.cards += int(cards)
        self.got += int(got)
        self.expected += float(expected)

    def told(self) -> Chance:
        """Return it as a record of the summary."""
        return Chance(cards=self.cards, got=self.got, expected=round(self.expected, ROUNDED))


def expected(state: Any, cards: Collection[int], count: int) -> float:
    """Return the expected number of these cards among the next `count` from the deck, or then the discard pile.

    This is the mean of the hypergeometric distribution for the deck at that time, regardless of players' knowledge.
    """
    size, spare = int(state["deck_size"]), int(state["discard_size"])
    first = min(count, size)
    rest = min(count - first, spare)
    total = 0.0
    if first:
        total += first * int(np.isin(state["deck"][:size], list(cards)).sum()) / size
    if rest:
        total += rest * sum(int(state["discard"][card]) for card in cards) / spare
    return total


@dataclass
class Turn:
    """A turn in progress: the counts that every kind of game has and, in `more`, those of one kind."""

    turn: int
    seat: int
    drew: list[Card] = field(default_factory=list)
    took: list[Card] = field(default_factory=list)
    offered: int = 0
    kept: list[str] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)

    def told(self) -> dict[str, Any]:
        """Return the fields of the kind's `TurnSummary`."""
        shared = {name: getattr(self, name) for name in TurnSummary.__struct_fields__}
        return {**shared, **self.more}


class Summarizer:
    """Follows a game through its states. `states` are one-element STATE arrays, the beginning first."""

    def __init__(self, ruleset: Ruleset, states: Iterable[npt.NDArray[Any]], *, dealt: bool) -> None:
        """`dealt`: whether the beginning is a deal, not a position set up by hand."""
        self.ruleset = ruleset
        self.rules = ruleset.rules[0]
        self.after: list[int] = []
        self.points: list[Any] = []
        """The states at the points of `after`."""
        self.scored: list[Any] = []
        """The same, each scored as if the game had ended there."""
        self.turns: list[Turn] = []
        self.acts: list[tuple[Any, Any]] = []
        """The states before and after each action of a player."""
        found = iter(states)
        first = next(found)[0]
        self.players = range(int(first["players"]))
        self.drawn = [Count() for _ in self.players]
        self.dealt = [Count() for _ in self.players]
        opening = dealt or first["phase"] == fields.OPENING
        self.offered = [int(first["offer_size"][seat]) if opening else 0 for seat in self.players]
        self.opening_kept: list[list[str]] = [[] for _ in self.players]
        if dealt:
            self.count_deal(first)
        if not opening:
            self._point(first)
        before = first
        for array in found:
            after = array[0]
            self._follow(before, after)
            before = after

    # Added by a kind of game.

    def count_deal(self, first: Any) -> None:
        """Count the wilds in the hands of a new game."""
        given = int(self.rules["start_wilds"]) if "start_wilds" in self.rules.dtype.names else 0
        all_given = given * len(self.players)
        wilds = int(self.rules["copies"][fields.WILD]) - all_given
        pool = int(self.rules["copies"].sum()) - all_given
        for seat, dealt in enumerate(self.dealt):
            cards = int(first["hand_size"][seat]) - given
            dealt.add(cards, first["hand"][seat, fields.WILD] - given, cards * wilds / pool)

    def begun(self, turn: Turn) -> None:
        """Set this kind's counts at the start of a turn."""

    def acted(self, turn: Turn, before: Any, after: Any) -> None:
        """Count an action that only this kind has."""

    def passed_on(self, before: Any, after: Any) -> None:
        """Count what happens between turns."""

    # Shared by all kinds.

    def _point(self, state: Any) -> None:
        """Store the current standing."""
        self.after.append(int(state["turn"]) + int(state["phase"] == fields.OVER))
        scored = _copy(state)
        if state["phase"] != fields.OVER:
            self.ruleset.machine.score(scored, self.ruleset.rules, 0)
        self.points.append(state)
        self.scored.append(scored[0])

    def _follow(self, before: Any, after: Any) -> None:
        if after["phase"] == fields.OPENING != before["phase"]:  # the last offer of the opening
            self.offered = [int(after["offer_size"][seat]) for seat in self.players]
        if before["phase"] not in fields.SIMULTANEOUS:
            self._act(before, after)
        elif before["phase"] == fields.OPENING and after["phase"] != fields.OPENING:
            for seat in self.players:
                new = after["tickets"][seat] & ~before["tickets"][seat]
                self.opening_kept[seat] = tickets_of(self.ruleset, new)
            self._point(after)
        self.passed_on(before, after)
        if after["turn"] != before["turn"] or after["phase"] == fields.OVER:
            self._point(after)

    def _act(self, before: Any, after: Any) -> None:
        seat, did, number = int(after["did_by"]), after["did"], int(before["turn"])
        if not self.turns or self.turns[-1].turn != number:
            self.turns.append(Turn(number, seat))
            self.begun(self.turns[-1])
        turn = self.turns[-1]
        turn.seat = seat  # others may have acted before the first turn (EUR-42)
        self.acts.append((before, after))
        if did == fields.DRAW:
            card = int(after["drawn"])
            turn.drew.append(CARDS[card])
            self.drawn[seat].add(1, card == fields.WILD, expected(before, [fields.WILD], 1))
        elif did == fields.TAKE:
            turn.took.append(CARDS[after["did_color"]])
        elif did == fields.TAKE_TICKETS:
            turn.offered = int(after["offer_size"][seat])
        elif did == fields.KEEP:
            turn.kept = tickets_of(self.ruleset, after["tickets"][seat] & ~before["tickets"][seat])
        else:
            self.acted(turn, before, after)

    def series(self, name: str, seat: int) -> list[int]:
        """Return a field of a player at all points."""
        return [int(state[name][seat]) for state in self.points]

    def player_fields(self, seat: int) -> dict[str, Any]:
        """Return the fields of `PlayerSummary`."""
        return {
            "seat": seat,
            "offered": self.offered[seat],
            "kept": self.opening_kept[seat],
            "score": self.series("score", seat),
            "standing": [int(state["final"][seat]) for state in self.scored],
            "cards": self.series("hand_size", seat),
            "tickets": self.series("ticket_count", seat),
            "drawn": self.drawn[seat].told(),
            "dealt": self.dealt[seat].told(),
        }


def _copy(state: Any) -> npt.NDArray[Any]:
    """Return a one-element array with a copy of a record, by its bytes, as numpy copies records field by field."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)
