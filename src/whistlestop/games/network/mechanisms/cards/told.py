"""Text and data of train cards: the supply (COM-9, COM-10)."""

from __future__ import annotations

from whistlestop.format import Card
from whistlestop.games.telling import Telling
from whistlestop.text import events as common
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.view import market


class MarketResetEvent(Event, kw_only=True):
    """The face-up cards had too many wilds and were replaced, `times` times."""

    times: int
    market: list[Card | None]


class ReshuffledEvent(Event, kw_only=True):
    """The discard pile became the deck, which now has `deck` cards."""

    deck: int


def followed(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return what happened to the deck and the market."""
    a = after.values
    told: list[Event] = []
    if a["did_reshuffles"]:
        told.append(ReshuffledEvent(deck=a["deck_size"]))
    if a["did_resets"]:
        told.append(MarketResetEvent(times=a["did_resets"], market=market(after.public)))
    else:
        told += common.refilled(before, after)
    return told


TELLING = Telling(events=(MarketResetEvent, ReshuffledEvent), followed=followed)
