"""Requests of those who leave a table, come back to it, or host it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from whistlestop.server.protocol import SeatNumber


class OwnSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/resign and /return; without a seat the first of the own ones."""

    seat: SeatNumber | None = None


class OtherSeat(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/stand-in, /remove and /host: somebody else's seat."""

    seat: SeatNumber


class Agreement(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/agree and /hints: whether I want to end the game unfinished, or hints for everybody."""

    agrees: bool


class Readmit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/readmit: who may sit down again."""

    user: Annotated[str, Meta(min_length=1, max_length=32)]
