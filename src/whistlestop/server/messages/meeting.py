"""Messages of this subject: open tables, invitations and chat.

What the sockets of tables carry (`say`, `said`, `show`) is in `base.py`. The socket of the open room has `say`, `said`,
`ping`, `pong` and `error` of those, and the messages that are named here.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.clock_settings import ClockSettings
from whistlestop.server.domain.formats import Delay, Slug
from whistlestop.server.messages.base import (
    ChatMessage,
    Color,
    ErrorInfo,
    Ping,
    Pong,
    Said,
    Say,
    SeatInfo,
    SeatNumber,
    Unsaid,
    Warned,
)

QuickPace = Literal["5+10", "10+20", "days"]
Reason = Literal["insult", "spam", "cheating", "other"]
About = Literal["message", "name", "stalling", "leaving"]
UserId = Annotated[str, Meta(min_length=1, max_length=32)]

# --------------------------------------------------------------------------------------------------- requests


class TableOptions(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/options: what is null stays as it is. All but `chat` can be set before the game."""

    listed: bool | None = None
    chat: bool | None = None
    hints: bool | None = None
    delay: Delay | None = None


class QuickPlay(Struct, forbid_unknown_fields=True):
    """POST /api/quickplay: the pace, and the boards and numbers of players that you accept; none named: any.

    `5+10` and `10+20` are minutes for the whole game and seconds added for each turn; `days` is a day for each turn.
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


class Mute(Struct, forbid_unknown_fields=True):
    """POST /api/mutes: whose messages are not to be shown to me, or are again."""

    user: UserId
    muted: bool = True


class ReportMessage(Struct, forbid_unknown_fields=True):
    """POST /api/messages/{message}/report: the message, or the name of its author.

    `table` is the key by which you came to where it was said.
    """

    reason: Reason
    about: Literal["message", "name"] = "message"
    table: Annotated[str, Meta(min_length=1, max_length=32)] | None = None


class ReportPlayer(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/report: the player of a seat, for their name or for how they play."""

    seat: SeatNumber
    about: Literal["name", "stalling", "leaving"]
    reason: Reason = "other"


RoomClientMessage = Say | Ping

# ---------------------------------------------------------------------------------------------------- answers


class ChatAnswer(Struct):
    """GET /api/tables/{table}/chat and /api/open/chat: the newest that the caller may read, oldest first."""

    messages: list[ChatMessage]


class OpenTable(Struct):
    """A table with a free seat that everybody may take. `here` counts the players who wait there now.

    `ratings` are those of the seats on this board and at this pace, null where there is none or it is not public.
    """

    id: str
    ruleset: str
    seats: list[SeatInfo]
    here: int
    quick: bool
    created: str
    clock: ClockSettings | None = None
    ratings: list[int | None] = []


class OpenTables(Struct, tag_field="type", tag="open"):
    """GET /api/open, and the first message in the open room: all open tables, in no order."""

    version: int
    tables: list[OpenTable]
    people: int


class OpenChanges(Struct, tag_field="type", tag="open_changes"):
    """What has changed in the open room since the version before this one: at most one message a second.

    `tables` are new, or take the place of those with their id; `removed` are ids.
    """

    version: int
    tables: list[OpenTable]
    removed: list[str]
    people: int


class RoomRefused(Struct, tag_field="type", tag="refused"):
    """Your message was not said; `id` is null if none could be read."""

    id: str | None
    error: ErrorInfo


RoomMessage = OpenTables | OpenChanges | Said | Unsaid | Warned | RoomRefused | Pong


class Invitation(Struct):
    """A link `/i/{key}` that seats whoever opens it first."""

    seat: int
    key: str


class Muted(Struct):
    """GET /api/mutes: whose messages I do not see."""

    users: list[str]
