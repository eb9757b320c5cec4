"""The messages about friends. Only accounts have friends."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.messages.base import UserId

FriendState = Literal["none", "sent", "received", "friend"]


class AskFriend(Struct, forbid_unknown_fields=True):
    """POST /api/friends: the name of an account, or its id; exactly one of the two."""

    name: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    player: UserId | None = None


class ShowOnline(Struct, forbid_unknown_fields=True):
    """PUT /api/friends/online: let your friends see when you are online, or hide it."""

    shown: bool


class Friend(Struct):
    """A friend. `online`: null if they do not show this; `page`: they show their page."""

    id: str
    name: str
    page: bool
    online: bool | None
    since: str


class FriendRequest(Struct):
    """An unanswered request, with the other account."""

    id: str
    name: str
    page: bool
    at: str


class FriendsInfo(Struct):
    """GET /api/friends, and the answer to every change: your friends, and the requests to and from you, by name.

    `link`: the key of your link `/f/{key}`, whose users become your friends; null: you have none. `shows_online`: your
    friends see when you are online.
    """

    friends: list[Friend]
    received: list[FriendRequest]
    sent: list[FriendRequest]
    link: str | None
    shows_online: bool


class FriendLink(Struct):
    """GET /api/friends/link/{key}: the account of a link. `you`: it is your own; `friend`: you are already friends."""

    id: str
    name: str
    you: bool
    friend: bool


class MetPlayer(Struct):
    """An account with whom you have sat at a table, and your relation; `seat`: their seat at that table."""

    id: str
    name: str
    page: bool
    seat: int
    state: FriendState
