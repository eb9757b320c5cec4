"""The messages about open tables, invitations and chat.

Messages of the tables' sockets (`say`, `said`, `show`) are in `base.py`. The socket of the open tables shares `say`,
`said`, `unsaid`, `warned`, `ping` and `pong` with them, and also has the messages below.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import ClubId, Delay, Slug
from whistlestop.server.messages.base import (
    ChatMessage,
    Color,
    ErrorInfo,
    Ping,
    Player,
    Pong,
    Said,
    Say,
    SeatInfo,
    SeatNumber,
    Unsaid,
    UserId,
    Warned,
)
from whistlestop.server.messages.notices import Language

QuickPace = Literal["5+10", "10+20", "days"]
Reason = Literal["insult", "spam", "cheating", "other"]
About = Literal["message", "name", "stalling", "leaving"]

# --------------------------------------------------------------------------------------------------- requests


class TableOptions(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/options: null leaves an option unchanged.

    All options except `chat` can be changed only before the game.
    """

    listed: bool | None = None
    chat: bool | None = None
    hints: bool | None = None
    delay: Delay | None = None


class QuickPlay(Struct, forbid_unknown_fields=True):
    """POST /api/quickplay: the pace, and the boards and numbers of players that you accept; empty lists: any.

    `5+10` and `10+20`: minutes for the whole game and seconds added for each turn; `days`: a day for each turn.
    """

    pace: QuickPace
    rulesets: Annotated[list[Slug], Meta(max_length=64)] = []
    sizes: Annotated[list[Annotated[int, Meta(ge=2, le=16)]], Meta(max_length=16)] = []
    color: Color | None = None


class Invite(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/invitations: for an open seat."""

    seat: SeatNumber


class Accept(Struct, forbid_unknown_fields=True):
    """POST /api/invitations/{key}: the color that you prefer."""

    color: Color | None = None


class Block(Struct, forbid_unknown_fields=True):
    """POST /api/blocks: block a user, or lift the block.

    The client hides a blocked user's messages. They cannot be your friend, ask to become one, or challenge you.
    """

    user: UserId
    blocked: bool = True


class ReportMessage(Struct, forbid_unknown_fields=True):
    """POST /api/messages/{message}/report: the message, or the name of its author.

    `table`: the key by which you reached the table; `club`, `language`: in whose room it was written.
    """

    reason: Reason
    about: Literal["message", "name"] = "message"
    table: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    club: ClubId | None = None
    language: Language | None = None


class ReportPlayer(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/report: the player of a seat, for their name or conduct."""

    seat: SeatNumber
    about: Literal["name", "stalling", "leaving"]
    reason: Reason = "other"


RoomClientMessage = Say | Ping

# ---------------------------------------------------------------------------------------------------- answers


class ChatAnswer(Struct):
    """GET /api/tables/{table}/chat and /api/open/chat: the newest messages that the caller may read, oldest first."""

    messages: list[ChatMessage]


class OpenTable(Struct):
    """A table with a free seat that anybody may take. `here` counts the players who are waiting there.

    `ratings`: the rating of each seat on this board at this pace; null if there is none or if it is not public.
    """

    id: str
    ruleset: str
    seats: list[SeatInfo]
    here: int
    quick: bool
    created: str
    clock: ClockSettings | None = None
    ratings: list[int | None] = []


class LiveGame(Struct):
    """A game in progress that anybody may watch. `game`: the key to watch; `friends`: the seats of your friends.

    `ratings`: as in `OpenTable`.
    """

    game: str
    ruleset: str
    seats: list[SeatInfo]
    started: str
    clock: ClockSettings | None
    ratings: list[int | None]
    friends: list[int]


class LiveGames(Struct):
    """GET /api/live: the newest games first."""

    games: list[LiveGame]


class OpenTables(Struct, tag_field="type", tag="open"):
    """GET /api/open, and the first message of its socket: all open tables, in no order.

    `rooms`: the languages that have a room of their own; empty if the host has switched these rooms off.
    """

    version: int
    tables: list[OpenTable]
    people: int
    rooms: list[str]


class OpenChanges(Struct, tag_field="type", tag="open_changes"):
    """The changes since the previous version, at most once a second.

    `tables` are new or replace those with the same id; `removed` are ids.
    """

    version: int
    tables: list[OpenTable]
    removed: list[str]
    people: int


class RoomRefused(Struct, tag_field="type", tag="refused"):
    """Your message was refused. `id` is null if none could be read."""

    id: str | None
    error: ErrorInfo


RoomMessage = OpenTables | OpenChanges | Said | Unsaid | Warned | RoomRefused | Pong


class Invitation(Struct):
    """A link `/i/{key}`, which gives the seat to the first player who opens it."""

    seat: int
    key: str


class Blocked(Struct):
    """GET /api/blocks: the users whom the caller has blocked, by id and name."""

    users: list[Player]
