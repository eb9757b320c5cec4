"""The messages about vacations from games by days."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class TakeVacation(Struct, forbid_unknown_fields=True):
    """POST /api/account/vacation: the number of days from now on."""

    days: Annotated[int, Meta(ge=1, le=366)]


class VacationInfo(Struct):
    """GET /api/account/vacation. `until`: the end of your vacation; null: you are not on vacation.

    `left`: the days of the `allowance` that remain after the vacations of the past 365 days. `games`: your games in
    progress whose clocks a vacation stops.
    """

    allowance: int
    left: int
    until: str | None
    games: int


class OwnVacation(Struct):
    """A vacation in an export."""

    began: str
    ended: str
