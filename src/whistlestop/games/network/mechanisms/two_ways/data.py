"""Data format of the bonus for tickets completed in two ways (IND-6, IND-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.format.schema import Points
from whistlestop.games.aid import ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing

from .rules import MOST


class TwoWays(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the first ticket completed in two ways, the second, and so on; further ones score nothing."""

    two_ways: Annotated[tuple[Points, ...], Meta(max_length=MOST)] = ()


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    scoring: TwoWays = TwoWays()


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the points."""
    values = ruleset.data.scoring.two_ways
    r["two_ways"] = len(values)
    for place, points in enumerate(values):
        r["two_ways_values"][place] = points


class Numbers(Struct, kw_only=True):
    """The numbers that explain the bonus."""

    two_ways: list[int]


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"two_ways": list(data.scoring.two_ways)}


def aid(ruleset: Any) -> Iterator[ScoreLine]:
    """Yield the line about the bonus."""
    if values := ruleset.data.scoring.two_ways:
        yield ScoreLine("rules.table.two_ways", tuple(values))


WRITING = Writing(settings=Settings, fill=fill, numbers=Part(Numbers, numbers), aid=aid)
