"""The number of consecutive passes (RUL-13)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.errors import PositionError
from whistlestop.format import Ruleset
from whistlestop.games.telling import Part, Telling


class InPosition(Struct):
    """In a position: consecutive passes."""

    passes: Annotated[int, Meta(ge=0, le=5)] = 0


def in_position(_ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the consecutive passes."""
    return {"passes": int(s["passes"])}


def read(reader: Any) -> None:
    """Read the passes; raises PositionError if this number would have ended the game."""
    position = reader.position
    if position.passes >= len(position.players) + (position.phase == "over"):
        raise PositionError("passes: the game ends when all players have passed (RUL-13)")
    reader.states[0]["passes"] = position.passes


TELLING = Telling(position=Part(InPosition, in_position), read=read)
