"""Messages of this area: making tables, sitting down, leaving, coming back and hosting."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.fairness import Nonce
from whistlestop.server.domain.clock_settings import ClockSettings
from whistlestop.server.domain.formats import Slug
from whistlestop.server.domain.tables import Options
from whistlestop.server.messages.base import Color, Name, SeatNumber


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who shall have a seat of a new table; where several people play on one device each `me` has a name."""

    kind: Literal["me", "bot", "open"]
    bot: Slug | None = None
    name: Name | None = None


class CreateTable(Options, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables."""

    ruleset: Slug
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=16)]
    start: bool = False
    color: Color | None = None


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/join; without a seat the first open one is taken. The nonce goes into the shuffle.

    `color` is the one that you prefer; if another player has chosen it, you get a free one.
    """

    seat: SeatNumber | None = None
    nonce: Nonce | None = None
    color: Color | None = None


class AddNonce(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/nonce: a nonce for the shuffle, by who sat down without one."""

    nonce: Nonce


class StartTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/start; the nonce of the owner's seat goes into the shuffle."""

    nonce: Nonce | None = None


class ChangeSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats."""

    seat: SeatNumber
    kind: Literal["bot", "open"]
    bot: Slug | None = None


class OwnSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/resign and /return; without a seat the first of the own ones."""

    seat: SeatNumber | None = None


class OtherSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/stand-in, /remove and /host: somebody else's seat."""

    seat: SeatNumber


class Agreement(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/agree and /hints: whether I want to end the game unfinished, or hints for everybody."""

    agrees: bool


class TableSetup(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/setup: all of what is played, before the game begins; without a clock: null."""

    ruleset: Slug
    seats: Annotated[int, Meta(ge=1, le=16)]
    clock: ClockSettings | None


class ChooseColor(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/color: the color of an own seat, before the game begins."""

    seat: SeatNumber
    color: Color


class Readmit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/readmit: who may sit down again."""

    user: Annotated[str, Meta(min_length=1, max_length=32)]


class Standing(Struct):
    """What everybody sees of a game under way at a glance. `routes` are by seat, and empty where there are none."""

    to_act: list[int]
    your_turn: bool
    scores: list[int]
    routes: list[list[str]]
