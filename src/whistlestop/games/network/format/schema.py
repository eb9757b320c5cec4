"""A board as data: the shape of `ruleset.toml` and the three tables of a map game."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

from whistlestop.format import schema
from whistlestop.format.schema import Count, PairId, Positive, RouteColor, RouteKind, Slug

Refused = Literal["bottom", "removed"]
TieBreak = Literal["tickets", "stations", "bonus"]


class CityRow(schema.CityRow, frozen=True, forbid_unknown_fields=True):
    """A node of the board. A border node belongs to a country (SWI-3)."""

    country: Slug | None = None


class RouteRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A route as it is written down: its id names its two cities."""

    id: PairId
    length: Positive
    color: RouteColor
    kind: RouteKind = "normal"
    wilds: Count = 0


class TicketRow(schema.TicketRow, frozen=True, forbid_unknown_fields=True):
    """A ticket from a city or country to one target, or to several with a value each (SWI-6)."""

    long: bool = False


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The train cards (COM-5, USA-2)."""

    per_color: Count = 12
    wilds: Count = 14
    start_hand: Count = 4


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    """The face-up cards (COM-10, USA-7, SWI-9)."""

    wild_ends_draw: bool = True
    reset_at: Annotated[int, Meta(ge=1, le=6)] = 3
    resets: Count = 3


class Trains(Struct, frozen=True, forbid_unknown_fields=True):
    """Trains per player, and how few left start the final round (COM-21)."""

    count: Positive = 45
    end: Count = 2


class Stations(Struct, frozen=True, forbid_unknown_fields=True):
    """Stations per player and points for each one not built (EUR-22 to EUR-32)."""

    count: Annotated[int, Meta(ge=0, le=3)] = 0
    value: Count = 0


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """Tickets offered, how many must be kept, and where refused ones go."""

    regular: Annotated[int, Meta(ge=1, le=6)]
    keep: Count
    refused: Refused = "bottom"
    long: Annotated[int, Meta(ge=0, le=1)] = 0


class Routes(Struct, frozen=True, forbid_unknown_fields=True):
    """Twins (USA-23, SWI-2), tunnels (EUR-13) and what wilds may pay for (SWI-11)."""

    twins_open_from: Count = 4
    surcharge_cards: Annotated[int, Meta(ge=0, le=3)] = 0
    wilds_pay: tuple[RouteKind, ...] = ("normal", "tunnel", "ferry")


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for the longest trail and the tie-breakers in order (USA-34, USA-35)."""

    longest: Count = 10
    tie_breaks: tuple[TieBreak, ...] = ("tickets", "bonus")


class NetworkData(schema.RulesetData, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole map game."""

    machine: ClassVar[str] = "network"

    opening: Offer
    draw: Offer
    cities: tuple[CityRow, ...]
    routes: tuple[RouteRow, ...]
    tickets: tuple[TicketRow, ...]
    cards: Cards = Cards()
    market: Market = Market()
    trains: Trains = Trains()
    stations: Stations = Stations()
    rules: Routes = Routes()
    scoring: Scoring = Scoring()
    countries: dict[Slug, str] = field(default_factory=dict)

    def rules_only(self) -> dict[str, Any]:
        """The parts that bear on play, without names and places: what the hash is made of."""
        parts = super().rules_only()
        parts["cities"] = [[city.id, city.country] for city in self.cities]
        parts["countries"] = sorted(self.countries)
        return parts
