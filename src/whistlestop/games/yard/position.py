"""Positions of the card game."""

from __future__ import annotations

from typing import ClassVar

from whistlestop.games.telling.positions import ToldReader, position_type
from whistlestop.text.position.shape import Position

from .telling import TELLINGS


class YardReader(ToldReader):
    """Turns a position of a card game into a state."""

    tellings = TELLINGS
    shape: ClassVar[type[Position]] = position_type(
        "Yard",
        TELLINGS,
        player="One player; the score has a default.",
        position="A whole state of a card game by name; passes are counted from 1.",
    )
