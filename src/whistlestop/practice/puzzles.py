"""Puzzles: positions in which one move is clearly better than all others, found by research/puzzles.py."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from whistlestop.game import Game
from whistlestop.packing import unpack
from whistlestop.replaying import replay
from whistlestop.rulesets import ruleset_ids

__all__ = ["FILE", "Level", "Puzzle", "as_line", "is_same", "puzzles", "read_puzzles"]

FILE = "puzzles.jsonl"
"""The file in the folder of a ruleset: one puzzle per line."""

Level = Literal["easy", "medium", "hard"]
NEAR = 10.0
"""Maximum distance from the best move, in percentage points of winning chance, for another move to be tempting."""


class Puzzle(Struct, omit_defaults=True):
    """A position and the chances of its moves."""

    id: str
    record: str
    """The game so far, packed, in Base64."""
    moves: dict[str, float]
    """The winning chances of the best moves, in percent, the best first."""
    others: list[str] = []
    """Other moves that were tried and found to be worse."""
    error: float = 0.0
    """Largest standard error of a difference to the best move, in percent."""
    planned: str = ""
    """The move of a bot that does not search."""
    game: int = 0
    """The number of the game that it comes from."""

    @property
    def best(self) -> str:
        """The move to be found."""
        return next(iter(self.moves))

    @property
    def margin(self) -> float:
        """How far the best move is ahead of the second, in percent."""
        first, second, *_ = self.moves.values()
        return first - second

    @property
    def level(self) -> Level:
        """How hard it is: by the margin and the number of tempting moves."""
        first = self.moves[self.best]
        tempting = sum(first - chance <= NEAR for chance in self.moves.values()) - 1
        if self.margin >= NEAR and is_same(self.planned, self.best):
            return "easy"
        return "hard" if tempting > 1 and not is_same(self.planned, self.best) else "medium"

    def is_right(self, action: str) -> bool:
        """Return whether an action is the move to be found, whatever cards it pays with."""
        return is_same(action, self.best)

    def chance(self, action: str) -> float | None:
        """Return the winning chance of an action in percent; None if it was dropped early or not tried."""
        return next((chance for move, chance in self.moves.items() if is_same(move, action)), None)

    def position(self) -> Game:
        """Return the game up to the puzzle's position. Raises RecordError if the rules have changed since."""
        return replay(unpack(base64.b64decode(self.record)))


@cache
def puzzles() -> dict[str, dict[str, Puzzle]]:
    """Return the puzzles of the package by ruleset and id."""
    found = {}
    for ruleset in ruleset_ids():
        file = files("whistlestop.rulesets") / ruleset / FILE
        if file.is_file():
            found[ruleset] = {one.id: one for one in read_puzzles(file.read_text("utf-8").splitlines())}
    return found


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Return the puzzles of the lines of a file."""
    return [msgspec.json.decode(line, type=Puzzle) for line in lines]


def as_line(puzzle: Puzzle) -> str:
    """Return the line of a puzzle, without its end."""
    return msgspec.json.encode(puzzle).decode()


def is_same(one: str, other: str) -> bool:
    """Return whether two actions do the same, whatever cards they pay with."""
    # a third part is always a payment (docs/notation.md)
    return one.split(":")[:2] == other.split(":")[:2]
