"""What programs send and are told (docs/protocol.md, "For programs")."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.formats import Slug
from whistlestop.server.messages.base import Name
from whistlestop.server.messages.tables import SeatWish

Scope = Literal["read", "play", "challenge"]
"""What a token may be used for: to see, to make tables, sit and play, to challenge programs and answer challenges."""


class BecomeProgram(Struct, forbid_unknown_fields=True):
    """POST /api/me/program: `confirmed` has to be true, as strangers may challenge a program."""

    confirmed: bool


class MakeToken(Struct, forbid_unknown_fields=True):
    """POST /api/tokens; without `days` the token is good until it is revoked."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]
    days: Annotated[int, Meta(ge=1, le=3660)] | None = None


class TokenInfo(Struct):
    """A token as its owner sees it; `used` is when it was last used, to the minute."""

    id: str
    name: str
    scopes: list[Scope]
    created: str
    expires: str | None
    used: str | None


class MadeToken(Struct):
    """The answer to POST /api/tokens. The text of a token is told this once and is not kept."""

    token: str
    info: TokenInfo


class MakeChallenge(Struct, forbid_unknown_fields=True):
    """POST /api/bots/{user}/challenge: a table with an open seat for the program; `start` begins once it is full."""

    ruleset: Slug
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=16)]
    start: bool = True
    look: bool = False


class Player(Struct):
    """An account by its name."""

    id: str
    name: str


class ChallengeInfo(Struct):
    """A challenge as both sides see it. `table` is the key to its table."""

    id: str
    table: str
    ruleset: str
    players: int
    challenger: Player
    bot: Player
    state: Literal["waiting", "accepted", "declined"]
    created: str


class Started(Struct, tag_field="type", tag="game_start"):
    """A game at which you have a seat has begun, or was under way when the stream began."""

    table: str
    ruleset: str
    seat: int


class YourTurn(Struct, tag_field="type", tag="your_turn"):
    """You owe a decision since this version of the game."""

    table: str
    version: int


class Ended(Struct, tag_field="type", tag="game_over"):
    """A game of yours is over."""

    table: str


class Challenged(Struct, tag_field="type", tag="challenge"):
    """You are challenged, or a challenge of yours was answered."""

    challenge: ChallengeInfo


StreamMessage = Started | YourTurn | Ended | Challenged
"""A line of GET /api/stream."""
