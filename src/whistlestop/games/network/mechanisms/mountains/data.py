"""Data format of mountain routes (ASI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from whistlestop.format.check import Problem
from whistlestop.format.schema import Count, PairId
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.network.format.stock import name_of_stock, stock_for
from whistlestop.games.network.sizes import LENGTH
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

from .rules import MORE_MOUNTAINS


class Mountains(Struct, frozen=True, forbid_unknown_fields=True):
    """The trains that routes take in addition to those on their spaces, and the points for each of these."""

    points: Count = 2
    routes: dict[PairId, Annotated[int, Meta(ge=1, le=9)]] = field(default_factory=dict)


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    mountains: Mountains = Mountains()


def problems(data: Any) -> Iterator[Problem]:
    """Check that each route exists and does not take too many trains."""
    lengths = {row.id: row.length for row in data.routes}
    for name, more in data.mountains.routes.items():
        at = ("mountains", "routes", name)
        if name not in lengths:
            yield Problem(f"mountains: unknown route {name!r}", at)
        elif lengths[name] + more > LENGTH:
            yield Problem(
                f"mountains: {name} takes {lengths[name] + more} trains; the maximum is {LENGTH}", at
            )
        elif lengths[name] + more > stock_for(data, name):
            yield Problem(f"mountains: {name} takes more than a player's {name_of_stock(data, name)}", at)


def more(data: Any, row: Any) -> tuple[int, int]:
    """Return the additional trains and points of a route."""
    trains = data.mountains.routes.get(row.id, 0)
    return trains, trains * data.mountains.points


class Numbers(Struct, kw_only=True):
    """The numbers that explain mountain routes: points for each additional train, and these trains by route."""

    mountain_points: int
    mountains: dict[str, int]


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"mountain_points": data.mountains.points, "mountains": dict(data.mountains.routes)}


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the lines about crosses on routes."""
    mountains: Mountains = ruleset.data.mountains
    if mountains.routes:
        values = {"points": mountains.points}
        yield AidLine("special", 25, "aid.mountain.title", ("aid.mountain",), values)
        yield ScoreLine("rules.table.mountain", (mountains.points,))


WRITING = Writing(
    settings=Settings,
    problems={Stage.BOARD: problems},
    more=more,
    tie_breaks={"mountains": MORE_MOUNTAINS},
    numbers=Part(Numbers, numbers),
    aid=aid,
)
