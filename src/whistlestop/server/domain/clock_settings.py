"""Clocks on the wire."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

LONGEST = 14 * 24 * 3600
"""Longest time of a clock, in seconds."""


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a table, chosen when it is made.

    `live`: each person has so many seconds for the whole game, plus `increment` seconds after every turn; `turn`: so
    many seconds for each turn. When a player's time runs out, `bot` plays for them until they come back. Without a bot
    the seat then only does the least that the rules allow.
    """

    kind: Literal["live", "turn"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    bot: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class ClockTimes(Struct):
    """Time left for each seat in milliseconds (null: no clock), and the seats whose clocks run."""

    left: list[int | None]
    running: list[int]


class ClockInfo(Struct):
    """The clock of a table; `times` is null unless a game is under way."""

    settings: ClockSettings
    times: ClockTimes | None
