"""The shape of positions that all games share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from whistlestop.format.shape import prepare
from whistlestop.record import GENERATOR

FORMAT = "whistlestop-position/1"

Count = Annotated[int, Meta(ge=0, le=10**6)]
Seat = Annotated[int, Meta(ge=0, le=4)]
Cards = dict[str, Annotated[int, Meta(ge=0, le=127)]]
Rest = Literal["rest"]
"""As a pile: all cards or tickets that are named nowhere else."""
REST: Rest = "rest"


class Heading(Struct):
    """The fields that identify the game."""

    ruleset: str | None = None
    ruleset_version: int | None = None
    board: dict[str, Any] | None = None


prepare(Heading)


class PlayerPosition(Struct, forbid_unknown_fields=True):
    """One player. `choice` is the sealed choice when all choose at once, None if it was not made."""

    hand: Cards | Rest = {}
    known: Cards = {}
    score: Annotated[int, Meta(ge=-999, le=9999)] | None = None
    tickets: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    choice: tuple[str, ...] | None = None


class FinalRound(Struct, forbid_unknown_fields=True):
    """The final round in progress (COM-21, CARD-36); no seat caused it if a round began without a deck (CARD-48)."""

    turns_left: Annotated[int, Meta(ge=0, le=5)]
    caused_by: Seat | None


class Generator(Struct, forbid_unknown_fields=True):
    """The state of the game's generator: its key and the next word of its stream."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] = "0" * 64
    word: Annotated[int, Meta(ge=0, le=2**62)] = 0
    name: str = GENERATOR


class Position(Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole state by name; `phase` and `players` are the machine's own."""

    players: tuple[PlayerPosition, ...]
    ruleset: str | None = None
    ruleset_version: int | None = None
    board: dict[str, Any] | None = None
    phase: str = "turn"
    seat: Seat = 0
    first: Seat = 0
    turn: Count = 0
    version: Count = 0
    final_round: FinalRound | None = None
    market: tuple[str | None, ...] = ()
    deck: tuple[str, ...] | Rest | UnsetType = UNSET
    discard: Cards | Rest | UnsetType = UNSET
    ticket_deck: tuple[str, ...] | Rest | UnsetType = UNSET
    ticket_seen: dict[str, tuple[Seat, ...]] = {}
    generator: Generator = msgspec.field(default_factory=Generator)
    format: str = FORMAT
