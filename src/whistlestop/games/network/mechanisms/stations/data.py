"""Data format of stations (EUR-22 to EUR-32)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.format.catalogue import Catalogue
from whistlestop.format.schema import Count
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.network.format.payments import add_small
from whistlestop.games.network.mechanisms.payments import SMALL
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing

from .rules import FEWEST_STATIONS, STATION


class Stations(Struct, frozen=True, forbid_unknown_fields=True):
    """Stations per player and points for each one not built (EUR-22 to EUR-32)."""

    count: Annotated[int, Meta(ge=0, le=3)] = 0
    value: Count = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    stations: Stations = Stations()


def most_actions(data: Any) -> int:
    """Return the number of cities times payments."""
    return len(data.cities) * SMALL if data.stations.count else 0


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the number of stations and their points."""
    stations: Stations = ruleset.data.stations
    r["stations"], r["station_value"] = stations.count, stations.value


def actions(catalogue: Catalogue, ruleset: Any) -> None:
    """Add every city with every payment."""
    catalogue.r["id_station"] = catalogue.size
    if ruleset.data.stations.count:
        for n in range(len(ruleset.cities)):
            add_small(catalogue, STATION, n)


class Numbers(Struct, kw_only=True):
    """The numbers that explain stations."""

    station_points: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"station_points": data.stations.value}


def public(ruleset: Any) -> dict[str, Any]:
    """Return the number of stations per player."""
    return {"stations": ruleset.data.stations.count}


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the lines about the cost of a station and the score of unbuilt ones."""
    stations: Stations = ruleset.data.stations
    if stations.count:
        yield AidLine("turn", 40, "aid.station.title", ("aid.station",))
        yield ScoreLine("rules.table.station", (stations.value,))


WRITING = Writing(
    settings=Settings,
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    tie_breaks={"stations": FEWEST_STATIONS},
    numbers=Part(Numbers, numbers),
    public=public,
    aid=aid,
)
