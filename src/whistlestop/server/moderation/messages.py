"""Messages of this area: what a host of the site sees and does."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.meeting.messages import Reason
from whistlestop.server.protocol import ChatMessage

Subject = Annotated[str, Meta(min_length=1, max_length=32)]
Note = Annotated[str, Meta(max_length=200)]
Days = Annotated[int, Meta(ge=1, le=3650)]
BanKind = Literal["user", "address"]
Deed = Literal["grant", "revoke", "ban", "unban", "close", "read_only", "writable", "done"]


class BanWish(Struct, forbid_unknown_fields=True):
    """POST /api/host/bans: a user's id or the tag of an address, for some days or (null) until it is lifted."""

    kind: BanKind
    subject: Subject
    days: Days | None = None
    reason: Note = ""


class CloseTable(Struct, forbid_unknown_fields=True):
    """POST /api/host/close: a table by its id or its key to watch."""

    table: Subject
    reason: Note = ""


class ReadOnly(Struct, forbid_unknown_fields=True):
    """POST /api/host/readonly: no new tables, nobody sits down, nothing is said; games under way go on."""

    on: bool


class Report(Struct):
    """A message that somebody reported, and what was said before it, oldest first."""

    id: int
    message: int
    reason: Reason
    reporter: str
    reported: str
    address: str
    watch: str | None
    context: list[ChatMessage]
    at: str


class Ban(Struct):
    """A ban in force; `until` is null if it does not end by itself."""

    id: int
    kind: BanKind
    subject: str
    name: str | None
    reason: str
    at: str
    until: str | None


class ModerationEntry(Struct):
    """A line of the moderation log; `by` is null for what was done by command."""

    at: str
    by: str | None
    action: Deed
    subject: str
    note: str


class HostPage(Struct):
    """GET /api/host: everything that waits for a host, and what hosts have done."""

    read_only: bool
    reports: list[Report]
    bans: list[Ban]
    log: list[ModerationEntry]
