"""Text and data of train cards: skipping the second draw, new market cards, and the final round (CARD-19, CARD-35)."""

from __future__ import annotations

from typing import Any

from whistlestop.core.fields import DECLARATION
from whistlestop.errors import PositionError
from whistlestop.games.telling import Telling, Word
from whistlestop.text import events as common
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge

from .rules import STOP


class StoppedEvent(SeatEvent, kw_only=True):
    """The seat stopped after one card."""


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the event of skipping the second card."""
    a = after.values
    return [StoppedEvent(seat=a["did_by"])] if a["did"] == STOP else None


def followed(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the new cards of the market. A new pass reports its whole market."""
    return [] if before.values["phase"] == DECLARATION else common.refilled(before, after)


def check(reader: Any) -> None:
    """Check the final round; raises PositionError if the deck is not empty."""
    if reader.position.final_round is not None and reader.states[0]["deck_size"]:
        raise PositionError("final_round: it cannot begin before the deck is empty (CARD-35)")


def brief(ruleset: Any) -> list[str]:
    """Return the rules of drawing (CARD-14 to CARD-21)."""
    data = ruleset.data
    return [
        (
            f"Cards: {data.cards.per_color} of each of eight colors and {data.cards.wilds} wilds. Everybody starts "
            f"with {data.cards.start_hand} and {data.cards.start_wilds} wild."
        ),
        (
            "Draw: one or two cards, `draw` unseen or `take:COLOR` face up; a face-up wild counts as both, and `stop` "
            "skips the second. Nothing can be drawn once the deck is empty."
        ),
    ]


TELLING = Telling(
    brief=brief,
    words={STOP: Word("stop")},
    events=(StoppedEvent,),
    acted=acted,
    followed=followed,
    check=check,
)
