"""The data of a ruleset for clients: the part that all kinds of game share."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from whistlestop.format import Ruleset, Ticket
from whistlestop.format.schema import Card, Color, RouteColor, RouteKind, Translation


class CityInfo(Struct, kw_only=True):
    """A place: its id, and its displayed name."""

    id: str
    name: str


class RouteInfo(Struct, kw_only=True):
    """A route between cities `a` and `b`; `twins` are the others of its double group.

    `trains` and `points` are missing if they follow from the length, and `players`, the numbers of players with which
    the route is in play, for all. `small` is true for a route that takes small trains (MECH-7), otherwise missing.
    """

    id: str
    a: str
    b: str
    length: int
    color: RouteColor
    kind: RouteKind
    wilds: int
    twins: list[str]
    trains: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    players: list[int] | UnsetType = UNSET
    small: bool | UnsetType = UNSET


class TicketInfo(Struct, kw_only=True):
    """A ticket from a place to one or several targets, with the points of each."""

    id: str
    origin: str = field(name="from")
    to: list[str]
    points: list[int]


class OfferInfo(Struct, kw_only=True):
    """How many tickets are drawn at once, and how many of them must be kept."""

    tickets: int
    keep: int


class CardNumbers(Struct, kw_only=True):
    """How many train cards there are of each color and of wilds; `colors`: the colors with a different number."""

    per_color: int
    wilds: int
    colors: dict[Color, int] | UnsetType = UNSET

    def count(self, card: Card) -> int:
        """Return the number of copies of a card."""
        if card == "wild":
            return self.wilds
        return self.per_color if self.colors is UNSET else self.colors.get(card, self.per_color)


class RulesetInfo(Struct, kw_only=True, tag_field="machine"):
    """The data of a ruleset for clients; without a board, fields of boards are empty or zero.

    `variant_of`: the id of the board that it is a variant of. `card_names`: the board's own names of cards (MECH-6).
    `translations`: the names of a custom board in other languages, by language code. All are missing if there are none.
    """

    id: str
    name: str
    variant_of: str | UnsetType = UNSET
    card_names: dict[Card, str] | UnsetType = UNSET
    translations: dict[str, Translation] | UnsetType = UNSET
    version: int
    min_players: int
    max_players: int
    draw: OfferInfo
    countries: dict[str, str]
    routes: list[RouteInfo]
    trains: int
    stations: int
    route_points: dict[str, int]
    cards: CardNumbers


def ruleset_fields(ruleset: Ruleset) -> dict[str, Any]:
    """Return the fields that every ruleset has; those of a board are empty."""
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "variant_of": ruleset.variant_of or UNSET,
        "card_names": ruleset.data.card_names or UNSET,
        "translations": ruleset.data.translations or UNSET,
        "version": ruleset.version,
        "min_players": ruleset.min_players,
        "max_players": ruleset.max_players,
        "countries": {},
        "routes": [],
        "trains": 0,
        "stations": 0,
        "route_points": {},
    }


def ticket_fields(ticket: Ticket) -> dict[str, Any]:
    """Return the fields of `TicketInfo`."""
    return {
        "id": ticket.id,
        "origin": ticket.origin,
        "to": list(ticket.targets),
        "points": list(ticket.points),
    }
