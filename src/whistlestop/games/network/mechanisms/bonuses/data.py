"""Data format of the bonus for the longest path (USA-34)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from whistlestop.format.schema import Count
from whistlestop.games.aid import ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing

from .rules import HOLDS_BONUS, LONGER_PATH


class Bonuses(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for the longest path (USA-34)."""

    longest: Count = 10


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    scoring: Bonuses = Bonuses()


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the points of the bonus."""
    r["longest_bonus"] = ruleset.data.scoring.longest


class Numbers(Struct, kw_only=True):
    """The numbers that explain the bonus."""

    longest: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"longest": data.scoring.longest}


def aid(ruleset: Any) -> Iterator[ScoreLine]:
    """Yield the line about the bonus."""
    if points := ruleset.data.scoring.longest:
        yield ScoreLine("rules.table.longest", (points,))


WRITING = Writing(
    settings=Settings,
    fill=fill,
    tie_breaks={"bonus": HOLDS_BONUS, "longest": LONGER_PATH},
    numbers=Part(Numbers, numbers),
    aid=aid,
)
