"""Data format of warehouses and depots (EUR-41, EUR-46)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.core import fields
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import Problem
from whistlestop.format.schema import Count
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

from .rules import COLLECT, DEPOT, LEAVE, STORE


class Depots(Struct, frozen=True, forbid_unknown_fields=True):
    """Depots per player, and the points for the most that are left."""

    count: Annotated[int, Meta(ge=0, le=9)] = 0
    bonus: Count = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    depots: Depots = Depots()


def problems(data: Any) -> Iterator[Problem]:
    """Check that there is a city for every player's first depot, and that points are set only if there are depots."""
    own, most = data.depots, data.players.max
    if own.count and len(data.cities) < most:
        text = (
            f"depots: {len(data.cities)} cities are too few for the first depots of {most} players (EUR-42)"
        )
        yield Problem(text, ("depots", "count"), (("cities",), ("players", "max")))
    if own.bonus and not own.count:
        yield Problem("depots: a bonus needs a count of depots (EUR-46)", ("depots", "bonus"))


def most_actions(data: Any) -> int:
    """Return the number of cities, and of warehouses to store in and to take, and leaving."""
    return len(data.cities) + 2 * fields.PLAYERS + 1 if data.depots.count else 0


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the number of depots, their points, and that a draw puts a card aside."""
    own: Depots = ruleset.data.depots
    r["depots"], r["depot_bonus"] = own.count, own.bonus
    r["put_aside"] = own.count > 0


def actions(catalogue: Catalogue, ruleset: Any) -> None:
    """Add placing a depot in each city, and storing in and taking each warehouse."""
    r = catalogue.r
    if not r["depots"]:
        return
    r["id_depot"] = catalogue.size
    for city in range(len(ruleset.cities)):
        catalogue.add(DEPOT, city)
    for first, kind in (("id_store", STORE), ("id_collect", COLLECT)):
        r[first] = catalogue.size
        for player in range(fields.PLAYERS):
            catalogue.add(kind, player)
    r["id_leave"] = catalogue.add(LEAVE)


class Numbers(Struct, kw_only=True):
    """The numbers that explain depots."""

    depots: int
    depot_bonus: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"depots": data.depots.count, "depot_bonus": data.depots.bonus}


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the lines about depots and warehouses, and the score for the most depots left."""
    own: Depots = ruleset.data.depots
    if own.count:
        yield AidLine("special", 30, "aid.depots.title", ("aid.depots",))
    if own.bonus:
        yield ScoreLine("rules.table.depots", (own.bonus,))


WRITING = Writing(
    settings=Settings,
    problems={Stage.PIECES: problems},
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    numbers=Part(Numbers, numbers),
    aid=aid,
)
