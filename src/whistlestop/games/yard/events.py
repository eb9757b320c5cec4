"""Events of the card game: rows, robberies, stacks, declarations, passes."""

from __future__ import annotations

from operator import sub

from msgspec import Struct, field

from whistlestop.core import fields
from whistlestop.format import CARDS, COLORS, Card, Color, Counts
from whistlestop.games.yard.mechanisms.cards.rules import STOP
from whistlestop.games.yard.mechanisms.declarations.rules import DECLARE
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.observation import Observation
from whistlestop.text import events as common
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.names import added, cards_of, numbers_of, tickets_of
from whistlestop.text.view import market

from .view import Row, row


class StoppedEvent(SeatEvent, kw_only=True):
    """The seat drew one card only."""


class PlacedEvent(SeatEvent, kw_only=True):
    """Cards were placed: one row for a set, three for a trio."""

    rows: list[Row]


class RobbedEvent(SeatEvent, kw_only=True):
    """A row of the victim is gone; `color`, `cards` and `wilds` say which."""

    victim: int
    color: Color
    cards: int
    wilds: int


class DeclaringEvent(Event, kw_only=True):
    """The deck is out, all declare."""

    pass_: int = field(name="pass")


class DeclaredEvent(SeatEvent, kw_only=True):
    """The seat has declared; which tickets is sealed until all have."""


class PassScore(Struct, kw_only=True):
    """What a player had in the stack, and the tickets that it paid for."""

    seat: int
    stack: Counts
    tickets: list[str]
    points: int


class ScoredEvent(Event, kw_only=True):
    """Stacks and declared tickets of all players."""

    pass_: int = field(name="pass")
    players: list[PassScore]


class NewPassEvent(Event, kw_only=True):
    """Another pass begins; cards `dealt` by seat, `cards` are your own, null for a spectator."""

    pass_: int = field(name="pass")
    deck: int
    dealt: list[int]
    cards: Counts | None
    market: list[Card | None]


class MovedCard(Struct, kw_only=True):
    """The top card of a row, named by the row's color."""

    row: Color
    card: Card


class MovedEvent(SeatEvent, kw_only=True):
    """What went onto the stack as the turn began; `cards` is null in a log told before the end."""

    count: int
    cards: list[MovedCard] | None


EVENTS: tuple[type[Event], ...] = (
    StoppedEvent,
    PlacedEvent,
    RobbedEvent,
    MovedEvent,
    DeclaringEvent,
    DeclaredEvent,
    ScoredEvent,
    NewPassEvent,
)
"""Those that only this game has."""


def events(before: Observation, after: Observation, live: bool) -> list[Event]:
    """What the seat learns from one action, in order."""
    a, b = after.values, before.values
    told = common.action(before, after) or _action(after)
    if b["phase"] == fields.DECLARATION:
        if a["phase"] != fields.DECLARATION:
            told.append(_scored(before, after))
        if a["pass_index"] != b["pass_index"]:
            told.append(_new_pass(before, after))
    else:
        told = [*told, *common.refilled(before, after)]
    if a["final_left"] > 0 and b["final_left"] <= 0:
        told.append(common.final_round(after))
    if a["phase"] == fields.DECLARATION and b["phase"] != fields.DECLARATION:
        told.append(DeclaringEvent(pass_=a["pass_index"] + 1))
    return [*told, *common.ending(before, after), *_moved(after, live)]


def _action(after: Observation) -> list[Event]:
    """An action that only this game has."""
    a = after.values
    did, arg, seat = a["did"], a["did_arg"], a["did_by"]
    if did == STOP:
        return [StoppedEvent(seat=seat)]
    if did == DECLARE:
        return [DeclaredEvent(seat=seat)]
    if did == TRIO:
        return [PlacedEvent(seat=seat, rows=[row(color, 1, 0) for color in numbers_of([arg])])]
    told: list[Event] = [PlacedEvent(seat=seat, rows=[row(a["did_color"], a["did_colored"], a["did_wild"])])]
    if a["did_rob"] != fields.NONE:
        told.append(
            RobbedEvent(
                seat=seat,
                victim=a["did_rob"],
                color=COLORS[a["did_color"]],
                cards=a["did_rob_colored"],
                wilds=a["did_rob_wild"],
            )
        )
    return told


def _scored(before: Observation, after: Observation) -> ScoredEvent:
    """Stacks and declared tickets of all players (CARD-41, RUL-81)."""
    a, b = after.values, before.values
    players = [
        PassScore(
            seat=player,
            stack=cards_of(b["stack"][player]),
            tickets=tickets_of(after.ruleset, added(a["declared"][player], b["declared"][player])),
            points=a["score"][player] - b["score"][player],
        )
        for player in range(a["players"])
    ]
    return ScoredEvent(pass_=b["pass_index"] + 1, players=players)


def _new_pass(before: Observation, after: Observation) -> NewPassEvent:
    """The cards for another pass (CARD-45 to CARD-48)."""
    a, b, seat = after.values, before.values, after.seat
    return NewPassEvent(
        pass_=a["pass_index"] + 1,
        deck=a["deck_size"],
        dealt=a["did_dealt"][: a["players"]],
        cards=None if seat is None else cards_of(map(sub, a["hand"][seat], b["hand"][seat])),
        market=market(after.public),
    )


def _moved(after: Observation, live: bool) -> list[Event]:
    """Phase 1 of the turn that begins (CARD-9)."""
    a = after.values
    cards = [
        MovedCard(row=COLORS[place], card=CARDS[card])
        for place, card in enumerate(a["did_moved"])
        if card != fields.NONE
    ]
    if not cards:
        return []
    return [MovedEvent(seat=a["player"], count=len(cards), cards=cards if live else None)]
