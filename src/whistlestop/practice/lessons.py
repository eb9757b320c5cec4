"""Lessons: positions with one task each, and replies to right and wrong answers (docs/adding-a-board.md).

A step is data: the position, the actions that are right, and which reply a wrong one gets. The texts are messages of
the languages, `lesson.<ruleset>.<step>`. The engine decides what is legal.
"""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct, field

from whistlestop.game import Game
from whistlestop.rulesets import ruleset_ids

__all__ = ["FILE", "SEAT", "Step", "lessons", "read_steps"]

FILE = "lessons.toml"
"""The file in the folder of a ruleset."""
OF_VARIANT = re.compile(r"lessons[.](\w+)[.]toml")
"""The name of the file of a variant, by the id of its ruleset."""
SEAT = 0
"""The seat of the learner."""


class Step(Struct, forbid_unknown_fields=True, kw_only=True):
    """One idea and one task."""

    id: str
    teaches: list[str]
    """The rules that it teaches, by their ids in docs/rules.md."""
    rule: str
    """The paragraph of the rules in plain words that explains them."""
    show: str = ""
    """The subject of the task, as a CSS selector of the table."""
    right: list[str] = []
    """The right actions; an asterisk stands for anything."""
    wrong: dict[str, str] = field(default_factory=dict)
    """The names of replies to wrong actions that need one of their own."""
    choices: int = 0
    """The number of answers, if the task is a question."""
    answer: int = 0
    """The right one, counted from 1."""
    position: dict[str, Any]

    def game(self, ruleset: str) -> Game:
        """Return the game at the position."""
        return Game.from_position({"ruleset": ruleset, **self.position})

    def accepts(self, action: str) -> bool:
        """Return whether an action is right."""
        return any(fnmatchcase(action, one) for one in self.right)

    def reply(self, action: str) -> str:
        """Return the name of the reply to a wrong action."""
        found = (reply for one, reply in self.wrong.items() if fnmatchcase(action, one))
        return next(found, "wrong")


class _File(Struct, forbid_unknown_fields=True):
    step: list[Step]


def read_steps(text: str) -> list[Step]:
    """Return the steps of a file. Raises ValueError if it does not have the right shape."""
    return msgspec.convert(tomllib.loads(text), _File).step


@cache
def lessons() -> dict[str, list[Step]]:
    """Return the lessons of the package by ruleset, in the order in which they are learned: variants come last."""
    boards = files("whistlestop.rulesets")
    found, variants = {}, {}
    for ruleset in ruleset_ids():
        folder = boards / ruleset
        if not folder.is_dir():  # a board of the user
            continue
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.name == FILE:
                found[ruleset] = read_steps(file.read_text("utf-8"))
            elif own := OF_VARIANT.fullmatch(file.name):
                variants[own[1]] = read_steps(file.read_text("utf-8"))
    return found | variants
