"""The messages about notifications: requests, answers, and the payloads for devices and webhooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.endings import Ending
from whistlestop.languages import LANGUAGES
from whistlestop.server.domain.events import EventKind
from whistlestop.server.domain.formats import made_of
from whistlestop.server.messages.status import AnnouncementInfo

Kind = Literal["push", "mail", "webhook", "ntfy", "gotify", "discord", "matrix"]
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]
Address = Annotated[str, Meta(min_length=1, max_length=1000)]
Token = Annotated[str, made_of("[!-~]+", 500)]


class PushWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="push"):
    """POST /api/notices/ways: notify a device, by the push subscription of its browser."""

    endpoint: Address
    key: Annotated[str, made_of("[A-Za-z0-9_=-]+", 120)]
    auth: Annotated[str, made_of("[A-Za-z0-9_=-]+", 40)]
    language: Language


class MailWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="mail"):
    """POST /api/notices/ways: notify by e-mail, once the address is confirmed."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    language: Language


class WebhookWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="webhook"):
    """POST /api/notices/ways: notify a program at this address."""

    url: Address
    language: Language


class NtfyWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="ntfy"):
    """POST /api/notices/ways: notify through a topic of ntfy; `token`: an access token, if the topic needs one."""

    url: Address
    language: Language
    token: Token | None = None


class GotifyWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="gotify"):
    """POST /api/notices/ways: notify through an application on a Gotify server; `token`: the application's token."""

    url: Address
    token: Token
    language: Language


class DiscordWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="discord"):
    """POST /api/notices/ways: notify in a channel of Discord, by the address of its webhook."""

    url: Address
    language: Language


class MatrixWish(Struct, forbid_unknown_fields=True, tag_field="kind", tag="matrix"):
    """POST /api/notices/ways: notify in a room of Matrix; `url`: the homeserver.

    `token`: that of an account in the room.
    """

    url: Annotated[str, Meta(min_length=1, max_length=200)]
    room: Annotated[str, made_of("![!-~]+", 255)]
    token: Token
    language: Language


MessengerWish = NtfyWish | GotifyWish | DiscordWish | MatrixWish
WayWish = PushWish | MailWish | WebhookWish | MessengerWish


class WayInfo(Struct):
    """A notification channel.

    `active`: false until an e-mail address is confirmed. `suspended`: nothing is sent until the account's owner
    resumes it, after a changed password or signing out everywhere.
    """

    id: str
    kind: Kind
    address: str
    active: bool
    suspended: bool
    language: Language
    created: str


class NewWay(Struct):
    """A new channel; `secret`: signs the messages of a webhook, and is shown only once."""

    way: WayInfo
    secret: str | None


class NoticesInfo(Struct):
    """GET /api/notices: your channels, and the kinds of notifications that you have chosen.

    `push_key`: the key for a browser's push subscription; `mail`: this site sends e-mail.
    """

    push_key: str
    mail: bool
    ways: list[WayInfo]
    kinds: list[EventKind]


class Kinds(Struct, forbid_unknown_fields=True):
    """PUT /api/notices/kinds: the kinds of notifications that you choose, for all channels and for the page."""

    kinds: Annotated[list[EventKind], Meta(max_length=20)]


class EventInfo(Struct):
    """A notification. `board`: the title of the ruleset at the table; `name`: the player who caused it.

    An event `season` (a season has ended) has the id and the name of the league, and its `table` is that of your last
    game there. An event `bye` has the id of the tournament or league, and its `table` is the key to watch the first
    game of the round.
    """

    id: int
    kind: EventKind
    table: str
    ruleset: str
    board: str
    name: str | None
    at: str
    read: bool
    league: str | None = None
    tournament: str | None = None


class RecentInfo(Struct):
    """GET /api/notices/recent: your notifications, newest first, and the number of unread ones.

    `requests`: how many friend requests are waiting for your answer; `clubs`: how many requests to join clubs that you
    lead.
    `announcement`: the host's announcement to all users.
    """

    unread: int
    events: list[EventInfo]
    requests: int
    clubs: int
    announcement: AnnouncementInfo | None


class Read(Struct, forbid_unknown_fields=True):
    """POST /api/notices/read: mark the notifications of a table as read; null: all."""

    table: Annotated[str, Meta(max_length=32)] | None = None


class Speak(Struct, forbid_unknown_fields=True):
    """PATCH /api/notices: the language of your notifications."""

    language: Language


class PushMessage(Struct):
    """A push message, to be shown unchanged. A newer one with the same `tag` replaces it."""

    title: str
    body: str
    tag: str
    url: str
    language: Language


class TurnData(Struct):
    """A turn, with public facts only. `last`: the name of the player who acted last."""

    table: str
    url: str
    ruleset: str
    board: str
    seat: int
    version: int
    last: str | None


class TurnHook(Struct, tag_field="type", tag="turn"):
    """To a user's webhook: it is your turn."""

    timestamp: str
    data: TurnData


class EventData(Struct):
    """Another event at a table; `name`: the player who caused it."""

    table: str
    url: str
    ruleset: str
    board: str
    name: str | None


class EventHook(Struct):
    """To a user's webhook: an invitation, a rematch, the start or end of a game, or a player who left."""

    type: EventKind
    timestamp: str
    data: EventData


class TestHook(Struct, tag_field="type", tag="test"):
    """To a user's webhook: a test."""

    timestamp: str


class SeatResult(Struct):
    """The result of a seat; `ending`: whether its player stayed to the end.

    `bot` played the seat at the end. `player` and `name`: account and name of a player who shows a page, else null.
    """

    seat: int
    kind: Literal["person", "bot", "open"]
    bot: str | None
    score: int
    rank: int | None
    ending: Ending
    won: bool
    player: str | None
    name: str | None


class OverData(Struct):
    """A finished game. `table`: the first characters of the table's id, which do not give access to it.

    `imported`: it was played elsewhere. `rated`: it counts for ratings.
    """

    table: str
    ruleset: str
    imported: bool
    rated: bool
    seats: list[SeatResult]


class OverHook(Struct, tag_field="type", tag="game.over"):
    """To the host's webhook: a game is over."""

    timestamp: str
    data: OverData
