"""Requests of those who leave a table, come back to it, or host it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from whistlestop.server.clocks.messages import ClockSettings
from whistlestop.server.protocol import Color, SeatNumber, Slug


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
