"""A board as data: its tables, and the sections of `ruleset.toml` from the mechanisms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from msgspec import Struct, field

from whistlestop.format import schema
from whistlestop.format.look import Drawing
from whistlestop.format.schema import Slug
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.writing import merged_settings

from .in_full import IN_FULL
from .tables import CityRow, RouteRow, TicketRow

TIE_BREAKS = {name: code for each in WRITINGS for name, code in each.tie_breaks.items()}
"""The criteria of tie-breakers, by name."""

if TYPE_CHECKING:
    TieBreak: TypeAlias = str
else:
    TieBreak = Literal[tuple(TIE_BREAKS)]

ORDER = (
    *("opening", "draw", "cities", "routes", "tickets", "cards", "market", "trains", "stations", "rules"),
    *("twins_open_from", "surcharge_cards", "wilds_pay"),
    *("scoring", "countries"),
)
"""Sections, and keys of sections shared by several mechanisms, in the order in which problems list them; others follow.
"""


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The tie-breakers in order (USA-35)."""

    tie_breaks: tuple[TieBreak, ...] = ("tickets", "bonus")


class Board(Struct, frozen=True, kw_only=True):
    """The fields that several mechanisms read."""

    cities: tuple[CityRow, ...]
    routes: tuple[RouteRow, ...]
    tickets: tuple[TicketRow, ...]
    scoring: Scoring = Scoring()
    countries: dict[Slug, str] = field(default_factory=dict)


def _city(city: dict[str, Any]) -> list[Any]:
    """Return the parts of a city that affect play, its id and country, followed by all its other fields."""
    more = {
        name: value for name, value in city.items() if name not in {"id", "name", "lat", "lon", "country"}
    }
    return [city["id"], city["country"], *([more] if more else [])]


class NetworkBase(schema.RulesetData, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole map game."""

    machine: ClassVar[str] = "network"
    in_full: ClassVar[frozenset[str]] = IN_FULL

    geography: bool = True
    """Whether the cities have their geographic positions; if so, coasts and mountains are drawn."""
    drawing: Drawing = Drawing()
    printed: bool = False
    """Whether this is the board of a printed game; if so, the rules pages compare the two."""

    def rules_only(self) -> dict[str, Any]:
        """Return the parts that affect play, without names and positions; the hash is computed from them."""
        parts = super().rules_only()
        parts["cities"] = [_city(city) for city in parts["cities"]]
        parts["countries"] = sorted(parts["countries"])
        for district in parts["scoring"].get("districts", {}).values():
            del district["name"]
        parts.pop("geography", None)
        parts.pop("drawing", None)
        parts.pop("printed", None)
        return parts


if TYPE_CHECKING:
    NetworkData: TypeAlias = Any
else:
    NetworkData = merged_settings(
        "NetworkData",
        NetworkBase,
        [*(each.settings for each in WRITINGS), Board],
        ORDER,
        frozen=True,
        forbid_unknown_fields=True,
    )
