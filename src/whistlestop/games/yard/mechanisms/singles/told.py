"""Text and data of three singles, one row each (CARD-24)."""

from __future__ import annotations

from typing import Any

from whistlestop.format import COLORS, Counts
from whistlestop.games.telling import Telling, Word
from whistlestop.games.yard.mechanisms.rows.told import PlacedEvent, Row, row
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of
from whistlestop.text.summary import Summarizer, Turn

from .rules import TRIO


def cards(colors: int) -> Counts:
    """Return one card of each color in a bit set."""
    return {COLORS[color]: 1 for color in numbers_of([colors])}


def _rows(colors: int) -> list[Row]:
    return [row(color, 1, 0) for color in numbers_of([colors])]


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the event of three singles."""
    a = after.values
    return [PlacedEvent(seat=a["did_by"], rows=_rows(a["did_arg"]))] if a["did"] == TRIO else None


def turned(_summarizer: Summarizer, turn: Turn, _before: Any, after: Any) -> None:
    """Record three singles."""
    if after["did"] == TRIO:
        turn.more["placed"] = _rows(after["did_arg"])


def brief(_ruleset: Any) -> list[str]:
    """Return the rule of singles (CARD-24, CARD-29)."""
    return [
        "Or place three single cards: `trio:A+B+C`, three colors that nobody has in a row, without wilds."
    ]


TELLING = Telling(
    brief=brief,
    words={
        TRIO: Word(
            "trio",
            paid=True,
            cards=cards,
            never="{action} can never be placed: three singles have three different colors and no wild (CARD-24)",
        )
    },
    acted=acted,
    turned=turned,
)
