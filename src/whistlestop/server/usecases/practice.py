"""Lessons and puzzles: positions from the package, and judgments of answers. Nothing is stored."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from whistlestop.errors import WhistlestopError
from whistlestop.practice.lessons import SEAT, Step, lessons
from whistlestop.practice.puzzles import Puzzle, puzzles
from whistlestop.server.domain.refusals import Refusal, refusal_of
from whistlestop.server.messages.base import LogEntry
from whistlestop.server.messages.practice import (
    AfterMove,
    Exercise,
    Lesson,
    LessonAnswer,
    LessonStep,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleSet,
    TriedMove,
)
from whistlestop.text.advice import Searched

if TYPE_CHECKING:
    from whistlestop import Game

KEPT = 64
"""Number of positions kept in memory."""


@cache
def lesson_list() -> list[Lesson]:
    """Return the lessons of all boards."""
    return [
        Lesson(ruleset, [LessonStep(step.id, step.rule, step.show, step.choices) for step in steps])
        for ruleset, steps in lessons().items()
    ]


@cache
def puzzle_list() -> list[PuzzleSet]:
    """Return the puzzles of all boards."""
    return [
        PuzzleSet(ruleset, [PuzzleInfo(one.id, one.level) for one in found.values()])
        for ruleset, found in puzzles().items()
    ]


def lesson_step(ruleset: str, step: str) -> Exercise:
    """Return the position of a step."""
    return _shown(_lesson_game(ruleset, step), SEAT)


def try_step(ruleset: str, step: str, action: str) -> LessonAnswer:
    """Judge an answer to a step."""
    found = _step(ruleset, step)
    if found.choices:
        right = action == str(found.answer)
        return LessonAnswer(right, None if right else "wrong", None)
    game = _lesson_game(ruleset, step).copy()
    _check(game, action, SEAT)
    if not found.accepts(action):
        return LessonAnswer(right=False, reply=found.reply(action), played=None)
    return LessonAnswer(right=True, reply=None, played=_play(game, action, SEAT))


def puzzle(ruleset: str, puzzle: str) -> Exercise:
    """Return the position of a puzzle."""
    game = _puzzle_game(ruleset, puzzle)
    return _shown(game, game.to_act[0])


def try_puzzle(ruleset: str, puzzle: str, action: str) -> PuzzleAnswer:
    """Judge an answer to a puzzle."""
    found, game = _puzzle(ruleset, puzzle), _puzzle_game(ruleset, puzzle).copy()
    seat = game.to_act[0]
    _check(game, action, seat)
    observation = game.observe(seat)
    number = game.ruleset.notation.number(found.best, observation.offer())
    return PuzzleAnswer(
        right=found.is_right(action),
        chance=found.chance(action),
        moves=[TriedMove(move, chance) for move, chance in found.moves.items()],
        error=found.error,
        hint=observation.hint(False, Searched(number)),
        played=_play(game, action, seat),
    )


def _step(ruleset: str, step: str) -> Step:
    for found in lessons().get(ruleset, ()):
        if found.id == step:
            return found
    raise Refusal("not_found", "This lesson does not exist.")


def _puzzle(ruleset: str, puzzle: str) -> Puzzle:
    found = puzzles().get(ruleset, {}).get(puzzle)
    if found is None:
        raise Refusal("not_found", "This puzzle does not exist.")
    return found


@lru_cache(KEPT)
def _lesson_game(ruleset: str, step: str) -> Game:
    return _step(ruleset, step).game(ruleset)


@lru_cache(KEPT)
def _puzzle_game(ruleset: str, puzzle: str) -> Game:
    return _puzzle(ruleset, puzzle).position()


def _check(game: Game, action: str, seat: int) -> None:
    """Refuse an action that is not legal."""
    try:
        if game.is_legal(action, seat):
            return
    except WhistlestopError as error:
        raise refusal_of(error) from None
    raise Refusal("illegal_action", "This is not legal here.")


def _shown(game: Game, seat: int) -> Exercise:
    seen = game.observe(seat)
    log = [LogEntry(version, list(events)) for version, events in game.events_by_version(seat)]
    return Exercise(seat, seen.view(), log, seen.plan(False))


def _play(game: Game, action: str, seat: int) -> AfterMove:
    before = game.observe(seat)
    game.play(action, seat)
    seen = game.observe(seat)
    return AfterMove(seen.events_since(before), seen.view(), None if game.over else seen.plan(False))
