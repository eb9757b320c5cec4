"""The ratings of the levels: the fixed points of the scale for players' ratings (docs/ratings.md)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["BotRating", "ratings_of"]


class BotRating(NamedTuple):
    """The rating of a level on a board, on the Elo scale; `very_hard`, which plays like the planner, has 2000."""

    rating: float
    deviation: float
    """The standard error, given the number of games that `research/levels.py` played."""


def ratings_of(ruleset: str) -> dict[str, BotRating]:
    """Return the rating of each level on a board, weakest first; empty for boards without measurements."""
    return {level: BotRating(*numbers) for level, numbers in _measured().get(ruleset, {}).items()}


@cache
def _measured() -> dict[str, dict[str, list[float]]]:
    found: dict[str, dict[str, list[float]]] = json.loads(
        files("whistlestop.bots").joinpath("ratings.json").read_text(encoding="utf-8")
    )
    return found
