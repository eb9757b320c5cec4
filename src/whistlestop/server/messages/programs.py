"""The messages of programs (docs/protocol/programs.md)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.formats import Slug
from whistlestop.server.messages.base import Name, Player
from whistlestop.server.messages.players import RatingLine
from whistlestop.server.messages.tables import SeatWish

Scope = Literal["read", "play", "challenge"]
"""The permissions of a token: to read; to make tables, sit down and play; to make and answer challenges."""


class BecomeProgram(Struct, forbid_unknown_fields=True):
    """POST /api/me/program: `confirmed` must be true, because strangers can challenge a program."""

    confirmed: bool


class ProgramOffer(Struct, forbid_unknown_fields=True):
    """PUT /api/me/program/offer: who runs a program, and the challenges that it accepts; empty lists: all."""

    owner: Annotated[str, Meta(max_length=24)]
    rulesets: Annotated[list[Slug], Meta(max_length=200)]
    players: Annotated[list[Annotated[int, Meta(ge=2, le=16)]], Meta(max_length=15)]


class ProgramInfo(Struct):
    """A program that can be challenged.

    `games`: the number of finished games; `ratings`: those of this season, with the most games first.
    """

    id: str
    name: str
    offer: ProgramOffer
    online: bool
    games: int
    ratings: list[RatingLine]


class MakeToken(Struct, forbid_unknown_fields=True):
    """POST /api/tokens; without `days`, the token works until it is revoked."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]
    days: Annotated[int, Meta(ge=1, le=3660)] | None = None


class TokenInfo(Struct):
    """A token as its owner sees it; `used`: when it was last used, to the minute."""

    id: str
    name: str
    scopes: list[Scope]
    created: str
    expires: str | None
    used: str | None


class MadeToken(Struct):
    """The answer to POST /api/tokens. The secret of a token is shown only once and is not stored."""

    token: str
    info: TokenInfo


class MakeChallenge(Struct, forbid_unknown_fields=True):
    """POST /api/bots/{user}/challenge: a table with an open seat for the program; `start`: start once it is full."""

    ruleset: Slug
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=16)]
    start: bool = True
    look: bool = False


class ChallengeInfo(Struct):
    """A challenge as both sides see it. `table`: the key of its table."""

    id: str
    table: str
    ruleset: str
    players: int
    challenger: Player
    bot: Player
    state: Literal["waiting", "accepted", "declined"]
    created: str


class Started(Struct, tag_field="type", tag="game_start"):
    """A game of yours has started, or was in progress when the stream started."""

    table: str
    ruleset: str
    seat: int


class YourTurn(Struct, tag_field="type", tag="your_turn"):
    """You have had a decision to make since this version of the game."""

    table: str
    version: int


class Ended(Struct, tag_field="type", tag="game_over"):
    """A game of yours is over."""

    table: str


class Challenged(Struct, tag_field="type", tag="challenge"):
    """A user has challenged you, or answered your challenge."""

    challenge: ChallengeInfo


StreamMessage = Started | YourTurn | Ended | Challenged
"""A line of GET /api/stream."""
