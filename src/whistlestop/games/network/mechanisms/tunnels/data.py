"""Data format of tunnels (EUR-13 to EUR-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.format.catalogue import Catalogue
from whistlestop.games.aid import AidLine
from whistlestop.games.network.format.payments import add_small
from whistlestop.games.network.format.tables import RouteRow
from whistlestop.games.network.mechanisms.payments import SMALL
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing

from .rules import SURCHARGE, WITHDRAW


class Tunnels(Struct, frozen=True, forbid_unknown_fields=True):
    """Number of cards revealed for an attempt (EUR-13)."""

    surcharge_cards: Annotated[int, Meta(ge=0, le=3)] = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    rules: Tunnels = Tunnels()


def route(data: Any, row: RouteRow) -> Iterator[str]:
    """Check that cards are revealed for a tunnel."""
    if row.kind == "tunnel" and not data.rules.surcharge_cards:
        yield "it is a tunnel, but rules.surcharge_cards is 0 (EUR-13)"


def most_actions(_data: Any) -> int:
    """Return the number of payments of a surcharge."""
    return SMALL


def fill(r: Any, ruleset: Any) -> None:
    """Mark the routes that are tunnels."""
    r["surcharge_cards"] = ruleset.data.rules.surcharge_cards
    for n, one in enumerate(ruleset.routes):
        r["route_tunnel"][n] = one.kind == "tunnel"


def actions(catalogue: Catalogue, _ruleset: Any) -> None:
    """Add the actions of paying the surcharge and withdrawing."""
    catalogue.r["id_surcharge"] = add_small(catalogue, SURCHARGE)
    catalogue.r["id_withdraw"] = catalogue.add(WITHDRAW)


class Numbers(Struct, kw_only=True):
    """The numbers that explain tunnels."""

    surcharge_cards: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"surcharge_cards": data.rules.surcharge_cards}


def aid(ruleset: Any) -> Iterator[AidLine]:
    """Yield the line about the cost of a tunnel."""
    if any(route.kind == "tunnel" for route in ruleset.routes):
        values = {"count": ruleset.data.rules.surcharge_cards}
        yield AidLine("special", 20, "aid.tunnel.title", ("aid.tunnel",), values)


WRITING = Writing(
    settings=Settings,
    route=route,
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    numbers=Part(Numbers, numbers),
    aid=aid,
)
