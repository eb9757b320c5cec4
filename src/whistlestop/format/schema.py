"""A ruleset as data: the common parts of the files of all machines, and of boards inlined in positions.

The numbers have inert defaults, so a file lists only what its game has. docs/rules.md gives the source of each number
under the ids given here. The `schema` module of each machine adds its own parts.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct, field

from .inert import without_inert

Color = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
Wild = Literal["wild"]
Gray = Literal["gray"]
Card = Color | Wild
"""A train card, by name."""
Counts = dict[Card, int]
"""Counts by card; cards with a count of zero may be left out."""
RouteColor = Color | Gray
RouteKind = Literal["normal", "tunnel", "ferry"]

COLORS: tuple[Color, ...] = get_args(Color)
WILD: Wild = "wild"
GRAY: Gray = "gray"
SHORTEST_RING = 3
"""Spaces of the shortest route from a city to itself (MECH-8); fewer cannot be drawn as a loop."""
CARDS: tuple[Card, ...] = (*COLORS, WILD)

Slug = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(_[a-z0-9]+)*\Z",  # unlike $, \Z does not match before a newline
        max_length=40,
        description="a slug: at most 40 lower-case ASCII letters and digits, with single underscores between them",
    ),
]
PairId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9_]+-[a-z0-9_]+(/[2-9])?\Z",
        max_length=90,
        description="two ids joined by a hyphen, such as a-b or a-b/2",
    ),
]
Count = Annotated[int, Meta(ge=0, le=127)]
Positive = Annotated[int, Meta(ge=1, le=127)]
Points = Annotated[int, Meta(ge=1, le=99)]
Name = Annotated[
    str, Meta(pattern=r"\S", description="a name; remove the key if the name is the same in this language")
]

CardName = Annotated[
    str,
    Meta(
        # Invisible characters could make two names look alike, or reorder the text around a name.
        pattern=r"^(?!\s)(?![\s\S]*[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])[\s\S]*\S$",
        max_length=24,
        description="a name: 1 to 24 characters, without control characters, and without spaces at its ends",
    ),
]
CardNames = dict[Card, CardName]
"""The names of cards that do not have the usual one (MECH-6)."""


def slug(text: str) -> str:
    """Return the slug of a text: its ASCII letters and digits; empty if it has none."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:40].strip("_")


class CityRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A city as written in the table, with its position."""

    id: Slug
    name: str = ""
    lat: Annotated[float, Meta(ge=-90, le=90)] | None = None
    lon: Annotated[float, Meta(ge=-180, le=180)] | None = None


class TicketRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket as written in the table: from one place to one or several others, with a value for each."""

    id: PairId
    origin: Slug
    targets: tuple[Slug, ...]
    points: tuple[Points, ...]


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of players (COM-1)."""

    min: Annotated[int, Meta(ge=1, le=5)] = 2
    max: Annotated[int, Meta(ge=1, le=5)] = 5


class Translation(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of a board in another language; for those that are missing, the board's own are shown."""

    name: Name | None = None
    cities: dict[Slug, Name] = field(default_factory=dict)
    countries: dict[Slug, Name] = field(default_factory=dict)
    card_names: CardNames = field(default_factory=dict)


SHARED_IN_FULL = ("name", "version", "players.min", "players.max", "cities.name", "cities.lat", "cities.lon")
"""The settings of all kinds of game that are always written."""


class RulesetData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a ruleset that all machines share. `find_problems` of the machine checks it."""

    machine: ClassVar[str]
    """The kind of game, by its name in `ruleset.toml`."""
    in_full: ClassVar[frozenset[str]]
    """The settings that are written and hashed even at their default, as `section.key`: those of the first releases."""

    id: Slug
    name: str = ""
    version: Positive = 1
    players: Players = Players()
    card_names: CardNames = field(default_factory=dict)
    """The board's own names of its colors and of locomotives (MECH-6)."""
    translations: dict[str, Translation] = field(default_factory=dict)
    """By code of the language."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, for records and positions."""
        return without_inert(self, self.in_full)

    def rules_only(self) -> dict[str, Any]:
        """Return the parts that affect play, without names and positions; the hash is computed from them."""
        parts = self.plain()
        del parts["name"], parts["version"]
        parts.pop("translations", None)
        parts.pop("card_names", None)
        return parts


def end_cities(pair: str) -> tuple[str, str]:
    """Return the two places named by the id of a route or ticket."""
    a, b = pair.split("/", maxsplit=1)[0].split("-")
    return a, b
