"""The messages of moderation."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.messages.base import ChatMessage
from whistlestop.server.messages.meeting import About, Reason

Subject = Annotated[str, Meta(min_length=1, max_length=32)]
Note = Annotated[str, Meta(max_length=200)]
WarningText = Annotated[str, Meta(min_length=1, max_length=300)]
Days = Annotated[int, Meta(ge=1, le=3650)]
BanKind = Literal["user", "address"]
Scope = Literal["all", "chat"]
Deed = Literal[
    "grant",
    "revoke",
    "ban",
    "unban",
    "mute",
    "unmute",
    "warn",
    "acknowledge",
    "delete",
    "close",
    "read_only",
    "writable",
    "done",
    "club_text",
    "club_close",
    "study_delete",
]


class BanWish(Struct, forbid_unknown_fields=True):
    """POST /api/host/bans: a user's id or the tag of an address, for a number of days or (null) until it is lifted.

    The scope `chat` only mutes the user or address, on the whole site.
    """

    kind: BanKind
    subject: Subject
    days: Days | None = None
    reason: Note = ""
    scope: Scope = "all"


class Warn(Struct, forbid_unknown_fields=True):
    """POST /api/host/warnings: the user sees the text on every page until they acknowledge it."""

    user: Subject
    text: WarningText


class CloseTable(Struct, forbid_unknown_fields=True):
    """POST /api/host/close: a table by its id or its key to watch."""

    table: Subject
    reason: Note = ""


class ReadOnly(Struct, forbid_unknown_fields=True):
    """POST /api/host/readonly: refuse new tables, joining and chat. Games in progress continue."""

    on: bool


class Report(Struct):
    """A user's report of a message (with the ones before it, oldest first), a player at a table, or something else.

    `name`: the name of the reported user at that time, or of the board, club or study. `watch`: the key to watch the
    table, or the id of the board. `club`: the club that is reported, or in whose room the message is. `language`: the
    language in whose room it is. `study`: the study that is reported. `withheld`: spectators' messages are omitted
    because the moderator plays in this game.
    """

    id: int
    message: int | None
    about: About | Literal["board", "club", "study"]
    reason: Reason
    reporter: str
    reporter_name: str | None
    reported: str
    name: str | None
    address: str
    watch: str | None
    club: str | None
    language: str | None
    study: str | None
    context: list[ChatMessage]
    withheld: bool
    at: str
    done: str | None


class Ban(Struct):
    """A ban or, with the scope `chat`, a mute; `until` is null if the ban does not end."""

    id: int
    kind: BanKind
    subject: str
    name: str | None
    reason: str
    at: str
    until: str | None
    scope: Scope
    lifted: str | None


class PersonWarning(Struct):
    """A warning, and when the user acknowledged it."""

    text: str
    at: str
    seen: str | None


class Person(Struct):
    """GET /api/host/people/{user}: the earlier cases of a user; `reported` counts the reports that they made."""

    id: str
    name: str | None
    account: bool
    since: str | None
    reports: list[Report]
    reported: int
    bans: list[Ban]
    warnings: list[PersonWarning]


class ModerationEntry(Struct):
    """A line of the moderation log.

    `by` is null for a host's command; `detail`: the text of a deleted message or of a warning.
    """

    at: str
    by: str | None
    action: Deed
    subject: str
    note: str
    detail: str | None


class HostPage(Struct):
    """GET /api/host: the reports and bans, and the log of moderators' actions."""

    read_only: bool
    reports: list[Report]
    bans: list[Ban]
    log: list[ModerationEntry]
