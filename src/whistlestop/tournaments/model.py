"""What a tournament is made of."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.errors import WhistlestopError

Format = Literal["swiss", "round_robin", "groups", "knockout"]
Stage = Literal["main", "knockout"]
POINT = 24
"""A point as an integer, so that every share of a point is exact."""
BYE = "bye"
"""How a pairing without an opponent ends."""
MOST_ROUNDS = 30
"""Limit of rounds. Pairs in large tournaments rely on it (`pairs.BLOCK`)."""


class PlanError(WhistlestopError):
    """A plan that contradicts itself."""


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament is played. `size`: players at a table.

    rounds: of a Swiss tournament, or of a round robin with more than two at a table (None: as many as it takes to
    meet everybody once if the numbers fit). late: the last round in which a player can enter a Swiss tournament.
    group, advance: the players in a group, and how many of them advance to the knock-out.
    """

    format: Format
    size: Annotated[int, Meta(ge=2, le=5)] = 2
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    late: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    group: Annotated[int, Meta(ge=2, le=12)] = 4
    advance: Annotated[int, Meta(ge=1, le=6)] = 2


class Entry(Struct, frozen=True):
    """A player: `joined` is their first round, `left` the first round in which they no longer play."""

    number: int
    joined: int = 1
    left: int | None = None

    def plays(self, number: int) -> bool:
        """Return whether the player takes part in a round."""
        return self.joined <= number and (self.left is None or number < self.left)


class Place(Struct, frozen=True):
    """How an entry did at a table. rank: 1 is the best, None for a loss without points; score: that of the game."""

    entry: int
    rank: int | None
    score: int | None = None
    ending: str = "played"


class Pairing(Struct, frozen=True):
    """A table of a round, in the order of its seats. A single seat is a bye. `result` has one place for each seat."""

    round: int
    table: int
    seats: tuple[int, ...]
    stage: Stage = "main"
    group: int | None = None
    result: tuple[Place, ...] | None = None


class Tournament(Struct, frozen=True):
    """The data from which everything else follows. seed: any text, published from the start."""

    plan: TournamentPlan
    seed: str
    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...] = ()

    @property
    def round(self) -> int:
        """Return the number of the last round with pairings; 0 before the first."""
        return max((one.round for one in self.pairings), default=0)

    def active(self, number: int) -> list[int]:
        """Return the entries that take part in a round."""
        return [one.number for one in self.entries if one.plays(number)]

    def dice(self, *purpose: object) -> random.Random:
        """Return random numbers for a purpose, the same each time."""
        return _dice(self.seed, *purpose)

    def draw(self) -> dict[int, int]:
        """Return the random order in which entries with equal results stand. Later entries keep the order of others."""
        lots = {one.number: _lot(self.seed, one.number) for one in self.entries}
        return {entry: place for place, entry in enumerate(sorted(lots, key=lambda one: (lots[one], one)))}


def _dice(*purpose: object) -> random.Random:
    return random.Random(":".join(map(str, purpose)))  # noqa: S311 - published on purpose


# Standings are shown after every change, and making a generator takes longer than everything else for a thousand
# entries.
@lru_cache(maxsize=4096)
def _lot(seed: str, entry: int) -> float:
    return _dice(seed, "lot", entry).random()


def check_plan(plan: TournamentPlan) -> None:
    """Raise PlanError if a plan contradicts itself."""
    if plan.format == "swiss" and plan.rounds is None:
        raise PlanError("A Swiss tournament needs a number of rounds.")
    if plan.rounds is not None and (
        plan.format in ("groups", "knockout") or (plan.format == "round_robin" and plan.size == 2)
    ):
        raise PlanError("The number of rounds follows from the number of players. Leave it out.")
    if plan.format != "swiss" and plan.late != 1:
        raise PlanError("Late entry is possible only in Swiss tournaments.")
    if plan.rounds is not None and plan.late > plan.rounds:
        raise PlanError("The last round for late entry is after the last round.")
    if plan.format == "groups" and (plan.advance >= plan.group or plan.size > plan.group):
        raise PlanError("A group needs more players than advance, and enough for a table.")
