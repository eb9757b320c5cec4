"""A card game as data: the shape of `ruleset.toml` and the two tables."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from whistlestop.format import schema
from whistlestop.format.schema import Color, Count, Points, Positive

TieBreak = Literal["tickets", "cities"]


class CityRow(schema.CityRow, frozen=True, forbid_unknown_fields=True):
    """A city that tickets name. A big city has a bonus card (CARD-51)."""

    bonus: Points | None = None


class TicketRow(schema.TicketRow, frozen=True, forbid_unknown_fields=True):
    """A ticket between two cities, and the cards that complete it (CARD-1)."""

    cards: dict[Color, Positive]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The train cards, and the cards that each player gets before the first turn (CARD-1, CARD-4)."""

    per_color: Positive = 10
    wilds: Count = 16
    start_wilds: Count = 0
    start_hand: Count = 0


class Passes(Struct, frozen=True, forbid_unknown_fields=True):
    """The fewest players for which the deck is played through twice, and the cards dealt then (CARD-3, CARD-46)."""

    two_from: Annotated[int, Meta(ge=1, le=5)] | None = None
    hand: Count = 0


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    """The face-up cards (CARD-15, CARD-17)."""

    wild_ends_draw: bool = True


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of tickets offered, and the number to keep (CARD-5, CARD-6, CARD-31, CARD-32)."""

    tickets: Annotated[int, Meta(ge=1, le=6)]
    keep: Count


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The tie-breakers in order (CARD-53)."""

    tie_breaks: tuple[TieBreak, ...] = ("tickets", "cities")


class YardData(
    schema.RulesetData, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="machine", tag="yard"
):
    """A whole card game."""

    machine: ClassVar[str] = "yard"
    in_full: ClassVar[frozenset[str]] = frozenset(
        [
            *schema.SHARED_IN_FULL,
            "cities.bonus",
            *("cards.per_color", "cards.wilds", "cards.start_wilds", "cards.start_hand"),
            *("passes.two_from", "passes.hand"),
            "market.wild_ends_draw",
            "scoring.tie_breaks",
        ]
    )

    opening: Offer
    draw: Offer
    cities: tuple[CityRow, ...]
    tickets: tuple[TicketRow, ...]
    cards: Cards = Cards()
    passes: Passes = Passes()
    market: Market = Market()
    scoring: Scoring = Scoring()

    def rules_only(self) -> dict[str, Any]:
        """Return the parts that affect play, without names and positions; the hash is computed from them."""
        parts = super().rules_only()
        parts["cities"] = [[city.id, city.bonus] for city in self.cities]
        return parts
