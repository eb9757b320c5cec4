"""The messages about lessons and puzzles."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.kinds import AnyEvent, AnyHint, AnyPlan, AnyView
from whistlestop.practice.puzzles import Level
from whistlestop.server.messages.base import ActionText, LogEntry


class LessonStep(Struct):
    """A step of a lesson: its paragraph of the rules, the parts shown, and the number of answers to a question."""

    id: str
    rule: str
    show: str
    choices: int


class Lesson(Struct):
    """The lesson of a board."""

    ruleset: str
    steps: list[LessonStep]


class PuzzleInfo(Struct):
    """A puzzle in the list."""

    id: str
    level: Level


class PuzzleSet(Struct):
    """The puzzles of a board."""

    ruleset: str
    puzzles: list[PuzzleInfo]


class Exercise(Struct):
    """A position as its seat sees it: view, log, and the needs of the seat's tickets."""

    seat: int
    view: AnyView
    log: list[LogEntry]
    plan: AnyPlan


class Try(Struct, forbid_unknown_fields=True):
    """An answer: an action, or the number of an answer to a question."""

    action: ActionText


class AfterMove(Struct):
    """The effects of an action, and the position after it; no plan if the game is over."""

    events: list[AnyEvent]
    view: AnyView
    plan: AnyPlan | None


class LessonAnswer(Struct):
    """Whether an answer was right; `reply`: the name of the text that explains why not.

    Only right actions are played.
    """

    right: bool
    reply: str | None
    played: AfterMove | None


class TriedMove(Struct):
    """An action and its winning chance in percent."""

    action: str
    chance: float


class PuzzleAnswer(Struct):
    """Whether an action is the best one, and the findings.

    `chance`: that of the action, null if it was dropped early or not tried. `moves`: the best ones, with the best
    first; `error`: standard error of their differences. `hint`: the reasons for the best one.
    """

    right: bool
    chance: float | None
    moves: list[TriedMove]
    error: float
    hint: AnyHint
    played: AfterMove
