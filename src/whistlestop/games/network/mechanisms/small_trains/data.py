"""Data format of small trains (MECH-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from whistlestop.format.check import Problem
from whistlestop.format.schema import Count, PairId
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

MOST = 127
"""Trains and small trains of a player together."""


class SmallTrains(Struct, frozen=True, forbid_unknown_fields=True):
    """Small trains per player, and the routes that take them."""

    count: Count = 0
    routes: tuple[PairId, ...] = ()


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    small_trains: SmallTrains = SmallTrains()


def pieces(data: Any) -> Iterator[Problem]:
    """Check that small trains have routes, routes have small trains, and players do not have too many pieces."""
    own: SmallTrains = data.small_trains
    if own.count and not own.routes:
        yield Problem("small_trains: name the routes that take them", ("small_trains", "routes"))
    if own.routes and not own.count:
        yield Problem("small_trains: the routes need a count of small trains", ("small_trains", "count"))
    together = own.count + data.trains.count
    if own.count and together > MOST:
        text = f"small_trains: {together} trains of both kinds are too many; the maximum is {MOST}"
        yield Problem(text, ("small_trains", "count"), (("trains", "count"),))


def routes(data: Any) -> Iterator[Problem]:
    """Check that each route exists and is named once."""
    known = {row.id for row in data.routes}
    named = data.small_trains.routes
    for place, name in enumerate(named):
        at = ("small_trains", "routes", place)
        if name not in known:
            yield Problem(f"small_trains: unknown route {name!r}", at, (("routes",),))
        elif name in named[:place]:
            yield Problem(f"small_trains: {name} is named twice", at)


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the number of small trains."""
    r["small_trains"] = ruleset.data.small_trains.count


class Numbers(Struct, kw_only=True):
    """The number that explains small trains: how many each player has."""

    small_trains: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"small_trains": data.small_trains.count}


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the line about routes with small trains."""
    count = ruleset.data.small_trains.count
    if count:
        yield AidLine("special", 27, "aid.small.title", ("aid.small",), {"count": count})


WRITING = Writing(
    settings=Settings,
    problems={Stage.PIECES: pieces, Stage.BOARD: routes},
    fill=fill,
    numbers=Part(Numbers, numbers),
    aid=aid,
)
