"""What crosses the wire of replays (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.format import Counts
from whistlestop.kinds import AnyView
from whistlestop.server.domain.formats import Slug
from whistlestop.server.messages.base import (
    Failure,
    LogEntry,
    Name,
    SeatNumber,
    TableInfo,
    Version,
    Warned,
)

Eyes = Annotated[
    str, Meta(pattern=r"^(all|none|[0-9]{1,2})\Z", extra_json_schema={"pattern": "^(all|none|[0-9]{1,2})$"})
]
"""By whose eyes: a seat's number, those of a spectator, or all hands open."""


class SeatChange(Struct):
    """From this version on a bot plays a person's seat, or (null) the person does again."""

    version: int
    seat: int
    bot: str | None


class GameLog(Struct):
    """GET /api/games/{game}/log: a game to be looked at from `first` to `last`, by the eyes of a seat.

    `first` is the beginning, but in a game under way no earlier than what may not be told again. `table` has its seats
    as they are now; `changes` say who played them when, each person at first.
    """

    table: TableInfo
    eyes: Eyes
    first: int
    last: int
    log: list[LogEntry]
    changes: list[SeatChange]


class OpenHand(Struct):
    """What a player held: cards, tickets, and tickets that were on offer."""

    seat: int
    hand: Counts
    tickets: list[str]
    offer: list[str]


class Frame(Struct):
    """A game at one version; `hands` are open where all of them were asked for. Nothing is legal in the past."""

    version: int
    view: AnyView
    hands: list[OpenHand]


class Frames(Struct):
    """GET /api/games/{game}/frames: the game at some versions in a row."""

    eyes: Eyes
    frames: list[Frame]


class Row(Struct):
    """GET /api/games/{game}/rows: a player after an action, as a flat row; `by` and `action` are null at the start."""

    version: int
    turn: int
    phase: str
    by: int | None
    action: str | None
    seat: int
    name: str | None
    score: int
    cards: int
    tickets: int
    final: int | None


class Branch(Struct, forbid_unknown_fields=True):
    """POST /api/games/{game}/branch: play on from a moment in place of a seat, against a bot at all others."""

    version: Version
    seat: SeatNumber
    bot: Slug


class Import(Struct, forbid_unknown_fields=True):
    """POST /api/records: the record of a game that was played elsewhere, and the names of its players."""

    record: dict[str, Any]
    names: Annotated[list[Name], Meta(max_length=5)] = []


# ------------------------------------------------------------------------------------------- watching together


class Position(Struct, forbid_unknown_fields=True, tag_field="type", tag="position"):
    """Where the one who leads is; to the service from them, and from it to all others."""

    version: Version
    eyes: Eyes
    playing: bool
    speed: Annotated[float, Meta(ge=0.5, le=16)]


class HandOver(Struct, forbid_unknown_fields=True, tag_field="type", tag="hand_over"):
    """Lets somebody else lead, from the one who does."""

    to: int


class Member(Struct):
    """Somebody who watches; `id` is theirs as long as they stay."""

    id: int
    name: str


class Company(Struct, tag_field="type", tag="company"):
    """Who watches together, in the order that they came; `position` is null until somebody has led."""

    you: int
    leader: int
    members: list[Member]
    position: Position | None


TogetherMessage = Position | HandOver
TogetherAnswer = Company | Position | Failure | Warned
