"""Data format of the bonus for the most connected cities (ASI-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from whistlestop.format.schema import Count
from whistlestop.games.aid import ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing


class MostCities(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for the most connected cities; 0: none."""

    most_cities: Count = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    scoring: MostCities = MostCities()


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the points of the bonus."""
    r["most_cities_bonus"] = ruleset.data.scoring.most_cities


class Numbers(Struct, kw_only=True):
    """The number that explains the bonus."""

    most_cities: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"most_cities": data.scoring.most_cities}


def aid(ruleset: Any) -> Iterator[ScoreLine]:
    """Yield the line about the bonus."""
    if points := ruleset.data.scoring.most_cities:
        yield ScoreLine("rules.table.most_cities", (points,))


WRITING = Writing(settings=Settings, fill=fill, numbers=Part(Numbers, numbers), aid=aid)
