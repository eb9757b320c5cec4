"""The records of a review, which are the JSON of the command, the server and the file format.

Chances are between 0 and 1: expected shares of the win. Two joint winners have half a win each. Versions count the
actions of the game, as everywhere.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.games.telling.comparing import Reason
from whistlestop.text.advice import RoutePlan


class Choice(Struct, frozen=True):
    """A possible choice of a seat, with its winning chance."""

    action: str
    chance: float


class MoveReason(Struct, frozen=True):
    """A difference between the playouts of the played action and those of the better one.

    ticket: share of worlds in which the seat completes the ticket `what`. blocked: share in which others claim the
    route `what`. points: mean points from the part `what` of the score; `others`: mean score of the others. turns:
    turns that the plan takes.
    """

    reason: Reason
    played: float
    better: float
    what: str | None = None


class Decision(Struct, frozen=True):
    """One decision, by its seat's knowledge: `before` is the chance with the expert's action, `after` with its own.

    They differ only if the difference is clear; `expert` names the expert's action if they differ by more than 0.03,
    with at most two `reasons`, the `legal` actions and, in map games, the `plan` that follows from it. `error`:
    standard error of `after`.
    `choices`: every choice of tickets, best first. `points`: the seat's lead in points over its best opponent with the
    expert's action (or the planner's, if the expert plays the same), minus its lead with this action; negative if this
    action is better.
    """

    version: int
    seat: int
    action: str
    before: float
    after: float
    error: float
    points: float = 0.0
    expert: str | None = None
    choices: list[Choice] = []
    reasons: list[MoveReason] = []
    plan: RoutePlan | None = None
    legal: list[str] = []


class Moment(Struct, frozen=True):
    """The winning chances of all seats at a version; they add up to 1."""

    version: int
    chances: list[float]


class TurningPoint(Struct, frozen=True):
    """A change of a seat's chance between two versions, by its own choice or by cards and opponents."""

    seat: int
    cause: Literal["choice", "events"]
    since: int
    until: int
    before: float
    after: float


class Share(Struct, frozen=True):
    """The parts of a seat's result: `start` + `choices` + `others` + `luck` = `end`.

    start: chance before its first decision, with the deal. choices: loss by its own decisions. others: gain or loss by
    opponents' decisions. luck: the rest. end: share of the win.

    accuracy: of the decisions of the first, second and last third of the game, from 0 to 100; null without decisions.
    turns: turns by which cards from the deck came earlier (or later, if negative) than average; null in games without
    plans of turns.
    """

    seat: int
    start: float
    choices: float
    others: float
    luck: float
    end: float
    accuracy: list[float | None] = []
    turns: float | None = None


class Review(Struct, frozen=True):
    """A review of a whole game. `format` changes when the meaning of the numbers changes."""

    format: str
    ruleset: str
    players: int
    seed: int
    worlds: int
    version: int
    """Version of the game at its end."""
    seats: list[Share]
    chances: list[Moment]
    turning_points: list[TurningPoint]
    decisions: list[Decision]
