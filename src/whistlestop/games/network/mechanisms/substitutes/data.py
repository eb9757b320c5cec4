"""Data format of cards in place of others (NOR-9, NOR-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from whistlestop.core import fields
from whistlestop.format import Route
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import Problem
from whistlestop.format.schema import COLORS, GRAY, PairId
from whistlestop.games.aid import AidLine
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

from .rules import GIVE

Cards = Annotated[int, Meta(ge=0, le=9)]


class Substitutes(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of any kind replace a locomotive on a ferry, and a card on certain routes; 0: not allowed."""

    ferry: Cards = 0
    routes: dict[PairId, Annotated[int, Meta(ge=1, le=9)]] = field(default_factory=dict)


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    substitutes: Substitutes = Substitutes()


def problems(data: Any) -> Iterator[Problem]:
    """Check that the routes with substitutes exist and are normal (NOR-10)."""
    kinds = {row.id: row.kind for row in data.routes}
    for name in data.substitutes.routes:
        at = ("substitutes", "routes", name)
        if name not in kinds:
            yield Problem(f"substitutes: unknown route {name!r}", at)
        elif kinds[name] != "normal":
            yield Problem(f"substitutes: {name} is a {kinds[name]}; name a normal route (NOR-10)", at)


def _cards(data: Any, one: Any) -> int:
    """Return how many cards of any kind replace one card of a route."""
    own: Substitutes = data.substitutes
    return int(own.ferry if one.kind == "ferry" else own.routes.get(one.id, 0))


def payments(one: Route, *, wilds_pay: bool) -> Iterator[tuple[int, int, int]]:
    """Yield the payments of a route that substitutes complete: color, colored cards and wilds; WILD if no color.

    On a ferry, substitutes count as wilds (NOR-9); on other routes as colored cards, of which at least one is paid, and
    wilds only where they pay anyway (NOR-10).
    """
    colors = range(fields.COLORS) if one.color == GRAY else [COLORS.index(one.color)]
    ferry = one.kind == "ferry"
    for paid in range(one.length - 1, -1, -1):
        for wild in range((paid if wilds_pay else 0) + 1):
            colored = paid - wild
            if colored > one.length - one.wilds:
                continue
            if colored:
                yield from ((color, colored, wild) for color in colors)
            elif ferry:
                yield fields.WILD, 0, wild


def _claims(data: Any, one: Route) -> list[tuple[int, int, int]]:
    return list(payments(one, wilds_pay=one.kind in data.rules.wilds_pay)) if _cards(data, one) else []


def most_actions(data: Any) -> int:
    """Return an upper bound for the number of these payments, and of the cards to give."""
    count = fields.CARDS
    for row in data.routes:
        if _cards(data, row):
            count += (
                row.length * (row.length + 1) // 2 * (fields.COLORS if row.color == GRAY else 1) + row.length
            )
    return count


def fill(r: Any, ruleset: Any) -> None:
    """Mark the routes that take substitutes."""
    found = [n for n, one in enumerate(ruleset.routes) if _cards(ruleset.data, one)]
    r["substitute_routes"] = len(found)
    for place, n in enumerate(found):
        r["substitute_route"][place] = n
        r["substitute_cards"][n] = _cards(ruleset.data, ruleset.routes[n])


def actions(catalogue: Catalogue, ruleset: Any) -> None:
    """Add the claims with substitutes, and giving each kind of card."""
    r = catalogue.r
    if not r["substitute_routes"]:
        return
    for n, one in enumerate(ruleset.routes):
        claims = _claims(ruleset.data, one)
        r["substitute_base"][n], r["substitute_claims"][n] = catalogue.size, len(claims)
        for color, colored, wild in claims:
            catalogue.add(CLAIM, n, color, colored, wild)
    r["id_give"] = catalogue.size
    for card in range(fields.CARDS):
        wild = card == fields.WILD
        catalogue.add(GIVE, 0, card, int(not wild), int(wild))


class Numbers(Struct, kw_only=True):
    """The numbers that explain substitutes: cards for a locomotive of a ferry, and for a card of certain routes."""

    ferry_substitutes: int
    route_substitutes: dict[str, int]


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {
        "ferry_substitutes": data.substitutes.ferry,
        "route_substitutes": dict(data.substitutes.routes),
    }


def aid(ruleset: Any) -> Iterator[AidLine]:
    """Yield the line about replacing a locomotive."""
    if count := ruleset.data.substitutes.ferry:
        yield AidLine("special", 11, "aid.ferry.title", ("aid.substitutes",), {"count": count})


WRITING = Writing(
    settings=Settings,
    problems={Stage.BOARD: problems},
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    numbers=Part(Numbers, numbers),
    aid=aid,
)
