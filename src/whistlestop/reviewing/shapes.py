"""What a review tells, as plain records: the JSON of the command, of the server and of the file format.

Chances are between 0 and 1 and stand for a seat's share of the win: a win together with another is half a one.
Versions count the actions of the game, as everywhere.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Choice(Struct, frozen=True):
    """One of the choices that a seat had, and its chance to win with it."""

    action: str
    chance: float


class Decision(Struct, frozen=True):
    """One decision, by what its seat knew: `before` is the chance with the expert's action, `after` with its own.

    They differ where the difference is clear, and `expert` names the expert's action where they differ by more than
    three hundredths. `error`: standard error of `after`. `choices`: every choice of tickets, the best first.
    """

    version: int
    seat: int
    action: str
    before: float
    after: float
    error: float
    expert: str | None = None
    choices: list[Choice] = []


class TurningPoint(Struct, frozen=True):
    """A change of a seat's chance between two versions, by its own choice or by cards and by what others did."""

    seat: int
    cause: Literal["choice", "events"]
    since: int
    until: int
    before: float
    after: float


class Share(Struct, frozen=True):
    """Where a seat's result comes from: `start` + `choices` + `others` + `luck` is `end`.

    start: its chance before its first decision, the deal included. choices: lost by its own decisions, others: won or
    lost by those of the others. luck: all the rest. end: its share of the win.
    """

    seat: int
    start: float
    choices: float
    others: float
    luck: float
    end: float


class Review(Struct, frozen=True):
    """A review of a whole game; `format` says in which form, and changes with what the numbers mean."""

    format: str
    ruleset: str
    players: int
    seed: int
    worlds: int
    version: int
    """Of the game at its end."""
    seats: list[Share]
    turning_points: list[TurningPoint]
    decisions: list[Decision]
