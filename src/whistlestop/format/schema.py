"""A ruleset as data: what the files of all machines have in common, and of a board written inline in a position.

The numbers have inert defaults, so a file names only what its game has. Where each number comes from stands in
docs/rules.md under the ids given here. What only one machine knows is in that machine's own `schema`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct

from .inert import without_inert

Color = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
Wild = Literal["wild"]
Gray = Literal["gray"]
Card = Color | Wild
"""A train card, by name."""
Counts = dict[Card, int]
"""How many there are of each card; one of which there is none may be left out."""
RouteColor = Color | Gray
RouteKind = Literal["normal", "tunnel", "ferry"]

COLORS: tuple[Color, ...] = get_args(Color)
WILD: Wild = "wild"
GRAY: Gray = "gray"
CARDS: tuple[Card, ...] = (*COLORS, WILD)

Slug = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$",
        max_length=40,
        description="a slug: at most 40 lower-case ASCII letters and digits, with single underscores between",
    ),
]
PairId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9_]+-[a-z0-9_]+(/[2-9])?$",
        max_length=90,
        description="two ids with a hyphen between, such as a-b or a-b/2",
    ),
]
Count = Annotated[int, Meta(ge=0, le=127)]
Positive = Annotated[int, Meta(ge=1, le=127)]
Points = Annotated[int, Meta(ge=1, le=99)]


class CityRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A city as it is written down, and where in the world it is."""

    id: Slug
    name: str = ""
    lat: Annotated[float, Meta(ge=-90, le=90)] | None = None
    lon: Annotated[float, Meta(ge=-180, le=180)] | None = None


class TicketRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket as it is written down: from one place to one or several others, with a value for each."""

    id: PairId
    origin: Slug
    targets: tuple[Slug, ...]
    points: tuple[Points, ...]


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many can play (COM-1)."""

    min: Annotated[int, Meta(ge=1, le=5)] = 2
    max: Annotated[int, Meta(ge=1, le=5)] = 5


SHARED_IN_FULL = ("name", "version", "players.min", "players.max", "cities.name", "cities.lat", "cities.lon")
"""Those of all kinds of game."""


class RulesetData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a ruleset that all machines have. `find_problems` of the machine says whether it makes sense."""

    machine: ClassVar[str]
    """The kind of game, by the name that `ruleset.toml` gives."""
    in_full: ClassVar[frozenset[str]]
    """The settings that are written and hashed even at their default, as `section.key`: those of the first releases."""

    id: Slug
    name: str = ""
    version: Positive = 1
    players: Players = Players()

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, for records and positions."""
        return without_inert(self, self.in_full)

    def rules_only(self) -> dict[str, Any]:
        """The parts that bear on play, without names and places: what the hash is made of."""
        parts = self.plain()
        del parts["name"], parts["version"]
        return parts


def end_cities(pair: str) -> tuple[str, str]:
    """The two places that the id of a route or ticket names."""
    a, b = pair.split("/", maxsplit=1)[0].split("-")
    return a, b
