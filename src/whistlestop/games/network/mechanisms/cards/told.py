"""Text and data of train cards: the supply (COM-9, COM-10)."""

from __future__ import annotations

from typing import Any

from whistlestop.format import Card
from whistlestop.games.telling import Telling
from whistlestop.text import events as common
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import called
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


def _exceptions(ruleset: Any) -> str:
    """Return the colors that have another number of cards than the others."""
    other = ", ".join(
        f"{called(color, ruleset.card_names)} {count}" for color, count in ruleset.data.cards.colors.items()
    )
    return f" (except {other})" if other else ""


def _late(cards: Any) -> str:
    """Return what the later half of the turn order gets beyond that (MECH-5)."""
    if not cards.late_hand:
        return ""
    return f", the later half of the turn order (rounded down) with {cards.start_hand + cards.late_hand}"


def brief(ruleset: Any) -> list[str]:
    """Return the rules of drawing (USA-7 to USA-13, COM-9)."""
    data = ruleset.data
    cards, market = data.cards, data.market
    wild = (
        "a face-up wild must be the first card and ends the turn"
        if market.wild_ends_draw
        else "wilds are cards like others"
    )
    return [
        (
            f"Cards: {cards.per_color} of each of eight colors{_exceptions(ruleset)} and {cards.wilds} wilds. "
            f"Everybody starts with {cards.start_hand}{_late(cards)}."
        ),
        f"Draw: two cards, one after the other, `draw` unseen or `take:COLOR` face up; {wild}.",
    ]


TELLING = Telling(brief=brief, events=(MarketResetEvent, ReshuffledEvent), followed=followed)
