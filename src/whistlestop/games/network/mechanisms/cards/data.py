"""Data format of train cards (COM-5, COM-10, MECH-4, MECH-5, USA-2, USA-7, SWI-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import ALL, Problem
from whistlestop.format.schema import COLORS, GRAY, Color, Count
from whistlestop.games.aid import AidLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing
from whistlestop.text.public import CardNumbers


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The train cards (COM-5, USA-2)."""

    per_color: Count = 12
    wilds: Count = 14
    start_hand: Count = 4
    late_hand: Count = 0
    """Further cards for each player in the later half of the turn order (MECH-5)."""
    colors: dict[Color, Count] = {}

    def count(self, color: Color) -> int:
        """Return the number of cards of a color."""
        return self.colors.get(color, self.per_color)


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    """The face-up cards (COM-10, USA-7, SWI-9)."""

    wild_ends_draw: bool = True
    reset_at: Annotated[int, Meta(ge=1, le=6)] = 3
    resets: Count = 3


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    cards: Cards = Cards()
    market: Market = Market()


def supply(data: Any) -> Iterator[Problem]:
    """Check that there are enough cards for all hands and the market."""
    most, own = data.players.max, data.cards
    cards = sum(own.count(color) for color in COLORS) + own.wilds
    yield from check.check_deck(cards, fields.DECK)
    for n, route in enumerate(data.routes):
        if route.color != GRAY and not own.count(route.color):
            yield Problem(
                f"route {route.id}: there are no {route.color} cards",
                ("routes", n, "color"),
                (("cards",),),
            )
    if cards < most * own.start_hand + most // 2 * own.late_hand + fields.MARKET:
        yield Problem(
            f"cards: {cards} cards are too few for {most} players and the market", ("cards",), (ALL,)
        )


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the numbers of the deck and the market."""
    cards: Cards = ruleset.data.cards
    market: Market = ruleset.data.market
    r["copies"] = [*(cards.count(color) for color in COLORS), cards.wilds]
    r["start_hand"], r["late_hand"] = cards.start_hand, cards.late_hand
    r["wild_ends_draw"] = market.wild_ends_draw
    r["reset_at"], r["resets"] = market.reset_at, market.resets


def actions(catalogue: Catalogue, _ruleset: Any) -> None:
    """Add the actions that draw cards."""
    catalogue.add_draws()


class Numbers(Struct, kw_only=True):
    """The numbers that explain drawing."""

    start_hand: int
    late_hand: int | UnsetType = UNSET
    """Further cards for each player in the later half of the turn order (MECH-5)."""
    wild_ends_draw: bool
    wilds_reset: int
    wilds_resets: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    market: Market = data.market
    return {
        "start_hand": data.cards.start_hand,
        "late_hand": data.cards.late_hand or UNSET,
        "wild_ends_draw": market.wild_ends_draw,
        "wilds_reset": market.reset_at,
        "wilds_resets": market.resets,
    }


def public(ruleset: Any) -> dict[str, Any]:
    """Return the numbers of cards."""
    cards: Cards = ruleset.data.cards
    return {"cards": CardNumbers(per_color=cards.per_color, wilds=cards.wilds, colors=cards.colors or UNSET)}


def aid(ruleset: Any) -> Iterator[AidLine]:
    """Yield the lines about drawing cards."""
    texts = ("aid.draw", "aid.draw_wild") if ruleset.data.market.wild_ends_draw else ("aid.draw",)
    yield AidLine("turn", 10, "aid.draw.title", texts)


WRITING = Writing(
    settings=Settings,
    problems={Stage.SUPPLY: supply},
    fill=fill,
    actions=actions,
    numbers=Part(Numbers, numbers),
    public=public,
    aid=aid,
)
