"""The messages about replays (docs/protocol/)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.format import Counts
from whistlestop.kinds import AnyView
from whistlestop.server.domain.formats import Slug, made_of
from whistlestop.server.messages.base import (
    Color,
    Failure,
    LogEntry,
    Name,
    SeatNumber,
    TableInfo,
    UserId,
    Version,
    Warned,
)

Eyes = Annotated[
    str, Meta(pattern=r"^(all|none|[0-9]{1,2})\Z", extra_json_schema={"pattern": "^(all|none|[0-9]{1,2})$"})
]
"""The viewer: the number of a seat, `none` for a spectator, or `all` to show all hands."""
OfflineId = Annotated[str, made_of("[a-z0-9_]+-[0-9a-f]{16}", 81)]
"""The id of a table in a browser: its ruleset and random digits. No table of a server has an id of this form."""


class SeatChange(Struct):
    """From this version on, a bot plays a person's seat or, if `bot` is null, the person plays again."""

    version: int
    seat: int
    bot: str | None


class GameLog(Struct):
    """GET /api/games/{game}/log: a game from `first` to `last`, as the viewer `eyes` saw it.

    `first` is 0; in a game in progress it is later if earlier events contain something that must not be shown again.
    `table` has the seats as they are now; `changes` say when bots played them.
    """

    table: TableInfo
    eyes: Eyes
    first: int
    last: int
    log: list[LogEntry]
    changes: list[SeatChange]


class OpenHand(Struct):
    """The cards and tickets of a player, and the tickets on offer to them."""

    seat: int
    hand: Counts
    tickets: list[str]
    offer: list[str]


class Frame(Struct):
    """A game at one version; `hands`: only if `eyes` is `all`. `legal` is always empty."""

    version: int
    view: AnyView
    hands: list[OpenHand]


class Frames(Struct):
    """GET /api/games/{game}/frames: the game at consecutive versions."""

    eyes: Eyes
    frames: list[Frame]


class Row(Struct):
    """GET /api/games/{game}/rows: the state of a player after each action; `by` and `action` are null at the start."""

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
    """POST /api/games/{game}/branch: play on from a version at a seat, with a bot on all others."""

    version: Version
    seat: SeatNumber
    bot: Slug


class OfflineSeat(Struct, forbid_unknown_fields=True):
    """A seat of a game that a browser played: a bot, shown as a character, or, if `bot` is null, the caller."""

    bot: Slug | None = None
    character: Slug | None = None
    color: Color | None = None


class OfflineChange(Struct, forbid_unknown_fields=True):
    """From this version on, a bot played the caller's seat or, if `bot` is null, the caller played again."""

    version: Version
    seat: SeatNumber
    bot: Slug | None


class Offline(Struct, forbid_unknown_fields=True):
    """A game that the caller's browser played against bots, with the id that the browser gave it.

    `user`: the player. The request is refused if this is not the caller, which can happen on a shared device.
    `changes`: when bots played for the caller, at most once for each version, in order.
    """

    id: OfflineId
    user: UserId
    seats: Annotated[list[OfflineSeat], Meta(max_length=5)]
    changes: Annotated[list[OfflineChange], Meta(max_length=5001)] = []


class Import(Struct, forbid_unknown_fields=True):
    """POST /api/records: the record of a game played elsewhere, and the names of its players.

    `offline`: the caller played it in their browser. It then appears in their history, and the same id gives the same
    table, so that an unanswered request can be sent again.
    """

    record: dict[str, Any]
    names: Annotated[list[Name], Meta(max_length=5)] = []
    offline: Offline | None = None


# ------------------------------------------------------------------------------------------- watching together


class Position(Struct, forbid_unknown_fields=True, tag_field="type", tag="position"):
    """The leader's position, sent by the leader to the server and by the server to all others."""

    version: Version
    eyes: Eyes
    playing: bool
    speed: Annotated[float, Meta(ge=0.5, le=16)]


class HandOver(Struct, forbid_unknown_fields=True, tag_field="type", tag="hand_over"):
    """Makes another member the leader; sent by the leader."""

    to: int


class Member(Struct):
    """A member; `id` stays the same as long as they are there."""

    id: int
    name: str


class Company(Struct, tag_field="type", tag="company"):
    """The members in the order of arrival; `position` is null until the leader has sent one."""

    you: int
    leader: int
    members: list[Member]
    position: Position | None


TogetherMessage = Position | HandOver
TogetherAnswer = Company | Position | Failure | Warned
