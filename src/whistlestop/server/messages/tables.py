"""The messages about tables: making them, sitting down, leaving, coming back and hosting."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.fairness import Nonce
from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import Slug
from whistlestop.server.domain.tables import Options
from whistlestop.server.messages.base import Color, Name, SeatNumber, UserId


class SeatWish(Struct, forbid_unknown_fields=True):
    """The occupant of a seat at a new table; if several people play on one device, each `me` has a name.

    `friend`: the seat is reserved for this friend of yours, by the id `player`, who is notified.

    `character`: the character as which clients show a bot, with its face. Bot levels play in the style of their
    characters.
    """

    kind: Literal["me", "bot", "open", "friend"]
    bot: Slug | None = None
    name: Name | None = None
    character: Slug | None = None
    player: UserId | None = None


class CreateTable(Options, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables. `start`: begin immediately or, if seats are reserved for friends, when nobody is missing.

    A live game with friends never begins automatically, because its host may be away.
    """

    ruleset: Slug
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=16)]
    start: bool = False
    color: Color | None = None


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/join; without a seat, you get the first free one. The nonce contributes to the shuffle.

    `color`: your preferred color; if another player has it, you get a free one.
    """

    seat: SeatNumber | None = None
    nonce: Nonce | None = None
    color: Color | None = None


class AddNonce(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/nonce: a nonce for the shuffle, for seats without one."""

    nonce: Nonce


class StartTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/start; the nonce of the host's seat contributes to the shuffle."""

    nonce: Nonce | None = None


class ChangeSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats."""

    seat: SeatNumber
    kind: Literal["bot", "open"]
    bot: Slug | None = None


class OwnSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/resign and /return; without a seat, your first one."""

    seat: SeatNumber | None = None


class OtherSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/stand-in, /remove and /host: the seat of another player."""

    seat: SeatNumber


class Agreement(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/agree, /hints and /pause: vote for the proposal, or withdraw everybody's votes."""

    agrees: bool


class TableSetup(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/setup: board, number of seats and clock, before the game; `clock` null: none."""

    ruleset: Slug
    seats: Annotated[int, Meta(ge=1, le=16)]
    clock: ClockSettings | None


class ChooseColor(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/color: the color of your seat, before the game."""

    seat: SeatNumber
    color: Color


class Readmit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/readmit: the user who can sit down again."""

    user: Annotated[str, Meta(min_length=1, max_length=32)]


class Observed(Struct):
    """GET /api/tables/{table}/observation: that of a seat with a decision to make, for the browser's engine.

    `ruleset`: the id by which the engine finds its file. `look`: the seat may look at its stack (CARD-22). `bytes`: the
    observation in the engine's layout, in Base64; null: browsers cannot play this ruleset. `hints`: the site leaves
    hints to browsers.
    """

    version: int
    seat: int
    ruleset: str
    look: bool
    bytes: str | None
    hints: bool


class Standing(Struct):
    """The public state of a game in progress, in short. `routes`: by seat; empty in card games."""

    to_act: list[int]
    your_turn: bool
    scores: list[int]
    routes: list[list[str]]
