"""Events of every kind of game: what happened, as far as a seat may know it.

Each kind adds its own. The name in JSON comes from the class: `TookEvent` is `took`. docs/protocol/views.md and the
client's types quote the docstrings.
"""

from __future__ import annotations

import re

from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import CARDS, Card

from .knowledge import Knowledge
from .names import added, card_name, tickets_of


def event_name(class_name: str) -> str:
    """Return the wire name of an event class; `DrewTicketsEvent` gives `drew_tickets`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name.removesuffix("Event")).lower()


class Event(Struct, kw_only=True, tag_field="event", tag=event_name):
    """Something that happened."""


class SeatEvent(Event, kw_only=True):
    """Something that a seat did or that happened to it."""

    seat: int


class ChoseEvent(SeatEvent, kw_only=True):
    """The seat has chosen its first tickets."""


class OpeningDoneEvent(Event, kw_only=True):
    """All seats have chosen; `kept` is the number of tickets by seat."""

    kept: list[int]


class TookEvent(SeatEvent, kw_only=True):
    """The seat took a face-up card."""

    card: Card
    slot: int


class DrewEvent(SeatEvent, kw_only=True):
    """The seat drew from the deck; `card` is null unless the seat is yours."""

    card: Card | None


class RefilledEvent(Event, kw_only=True):
    """New face-up cards, by slot number."""

    slots: dict[str, Card]


class DrewTicketsEvent(SeatEvent, kw_only=True):
    """The seat drew `count` tickets to choose from."""

    count: int


class KeptEvent(SeatEvent, kw_only=True):
    """The seat chose from these tickets; `tickets` is null unless the seat is yours."""

    kept: int
    refused: int
    tickets: list[str] | None


class PassedEvent(SeatEvent, kw_only=True):
    """The seat had no legal move."""


class FinalRoundEvent(Event, kw_only=True):
    """The final round has started. `seat` caused it; null if a round started without a deck."""

    seat: int | None
    turns_left: int


class TurnEvent(SeatEvent, kw_only=True):
    """It is the seat's turn."""


class OverEvent(Event, kw_only=True):
    """The game is over."""

    winners: list[int]


EVENTS: tuple[type[Event], ...] = (
    ChoseEvent,
    OpeningDoneEvent,
    TookEvent,
    DrewEvent,
    RefilledEvent,
    DrewTicketsEvent,
    KeptEvent,
    PassedEvent,
    FinalRoundEvent,
    TurnEvent,
    OverEvent,
)
"""The events that every kind of game has."""


def action(before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the events of an action that every kind of game has; None for other actions."""
    a = after.values
    did, seat = a["did"], a["did_by"]
    if did == fields.DRAW:
        return [DrewEvent(seat=seat, card=card_name(a["drawn"]))]
    if did == fields.TAKE:
        return [TookEvent(seat=seat, card=CARDS[a["did_color"]], slot=a["did_arg"])]
    if did == fields.TAKE_TICKETS:
        return [DrewTicketsEvent(seat=seat, count=a["offer_size"][seat])]
    if did == fields.KEEP:
        return _kept(before, after, seat)
    if did == fields.PASS:
        return [PassedEvent(seat=seat)]
    return None


def _kept(before: Knowledge, after: Knowledge, seat: int) -> list[Event]:
    a, b = after.values, before.values
    if b["phase"] == fields.OPENING:
        told: list[Event] = [ChoseEvent(seat=seat)]
        if a["phase"] != fields.OPENING:
            told.append(OpeningDoneEvent(kept=a["ticket_count"][: a["players"]]))
        return told
    kept = None
    if after.seat == seat:
        kept = tickets_of(after.ruleset, added(a["tickets"][seat], b["tickets"][seat]))
    return [KeptEvent(seat=seat, kept=a["did_kept"], refused=a["did_refused"], tickets=kept)]


def refilled(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the slots of the market with a new card."""
    a, b = after.values, before.values
    taken = a["did_arg"] if a["did"] == fields.TAKE else None
    new = {
        str(slot): CARDS[card]
        for slot, card in enumerate(a["market"])
        if card != fields.NONE and (card != b["market"][slot] or slot == taken)
    }
    return [RefilledEvent(slots=new)] if new else []


def final_round(after: Knowledge) -> Event:
    """Return the event for the beginning of the final round."""
    by, left = after.values["final_by"], after.values["final_left"]
    return FinalRoundEvent(seat=None if by == fields.NONE else by, turns_left=left)


def ending(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the events for the end of the game, or of a turn."""
    a, b = after.values, before.values
    if a["phase"] == fields.OVER:
        return [OverEvent(winners=[seat for seat in range(a["players"]) if a["rank"][seat] == 1])]
    if a["turn"] != b["turn"] or (a["phase"] == fields.TURN and b["phase"] == fields.OPENING):
        return [TurnEvent(seat=a["player"])]
    return []
