"""Data format of districts (MECH-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from whistlestop.core.bits import bit
from whistlestop.format.check import Problem
from whistlestop.format.schema import Name, Points, Slug
from whistlestop.games.aid import ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

from .rules import MOST


class District(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of cities, and the points for connecting all of them."""

    name: Name
    cities: tuple[Slug, ...]
    points: Points


class Districts(Struct, frozen=True, forbid_unknown_fields=True):
    """The districts by id."""

    districts: dict[Slug, District] = field(default_factory=dict)


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    scoring: Districts = Districts()


def problems(data: Any) -> Iterator[Problem]:
    """Check the number of districts and the cities of each."""
    cities = {row.id for row in data.cities}
    districts = data.scoring.districts
    if len(districts) > MOST:
        text = f"scoring: {len(districts)} districts are too many; the maximum is {MOST}"
        yield Problem(text, ("scoring", "districts"))
    for name, district in districts.items():
        if len(district.cities) < 2:
            yield Problem(
                f"district {name}: name at least two cities", ("scoring", "districts", name, "cities")
            )
        for place, city in enumerate(district.cities):
            at = ("scoring", "districts", name, "cities", place)
            if city not in cities:
                yield Problem(f"district {name}: unknown city {city!r}", at, (("cities",),))
            elif city in district.cities[:place]:
                yield Problem(f"district {name}: {city} is named twice", at)


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the cities and points, in alphabetical order of the ids."""
    districts = sorted(ruleset.data.scoring.districts.items())
    place = {city.id: n for n, city in enumerate(ruleset.cities)}
    r["districts"] = len(districts)
    for n, (_, district) in enumerate(districts):
        r["district_values"][n] = district.points
        for city in district.cities:
            r["district_cities"][n] |= bit(place[city])


class DistrictInfo(Struct, kw_only=True):
    """A district: its cities, and the points for connecting all of them."""

    id: str
    name: str
    cities: list[str]
    points: int


class Numbers(Struct, kw_only=True):
    """The districts, in the order of their ids."""

    districts: list[DistrictInfo]


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {
        "districts": [
            DistrictInfo(id=key, name=one.name, cities=list(one.cities), points=one.points)
            for key, one in sorted(data.scoring.districts.items())
        ]
    }


def aid(ruleset: Any) -> Iterator[ScoreLine]:
    """Yield the lines about the points of districts."""
    if values := sorted({one.points for one in ruleset.data.scoring.districts.values()}):
        yield ScoreLine("rules.table.districts", tuple(values))


WRITING = Writing(
    settings=Settings, problems={Stage.BOARD: problems}, fill=fill, numbers=Part(Numbers, numbers), aid=aid
)
