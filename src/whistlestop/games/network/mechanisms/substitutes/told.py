"""Text and data of cards in place of others (NOR-9, NOR-10)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.core.fields import CARDS as KINDS
from whistlestop.core.fields import NONE
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, Card, Ruleset
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public

from .rules import GIVE, GIVING


class GaveEvent(SeatEvent, kw_only=True):
    """The seat gave one of the cards that replace others."""

    card: Card
    left: int


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the event of giving a card, if the action gave one."""
    a = after.values
    if a["did"] != GIVE:
        return None
    return [GaveEvent(seat=a["did_by"], card=CARDS[a["did_color"]], left=a["owed"])]


class Owed(Struct, kw_only=True):
    """Cards of any kind that a seat must still give for a route."""

    seat: int
    route: str
    cards: int


class InView(Struct, kw_only=True):
    """In a view: the cards that a player must still give."""

    owed: Owed | None


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the cards that a player must still give."""
    return {"owed": observation.public.once(_owed)}


def _owed(public: Public) -> Owed | None:
    o = public.values
    if o["phase"] != GIVING:
        return None
    return Owed(seat=o["player"], route=public.ruleset.routes[o["owed_for"]].id, cards=o["owed"])


class OwedPosition(Struct, forbid_unknown_fields=True):
    """Cards of any kind that the seat to act must still give for a route."""

    route: str
    cards: Annotated[int, Meta(ge=1, le=99)]


class InPosition(Struct):
    """In a position: the cards that the seat to act must still give."""

    owed: OwedPosition | None = None


def in_position(ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the cards that the seat to act must still give."""
    if s["owed_for"] == NONE:
        return {"owed": None}
    return {"owed": {"route": ruleset.routes[s["owed_for"]].id, "cards": int(s["owed"])}}


def check(reader: Any) -> None:
    """Read the cards still to be given; raises PositionError if no claim can require them."""
    s, owed, ruleset = reader.states[0], reader.position.owed, reader.ruleset
    if (owed is None) != (reader.position.phase != "giving"):
        raise PositionError("owed: required in the phase giving, not allowed in others")
    if owed is None:
        return
    number = reader.index(owed.route, ruleset.route_index, "route", "owed")
    seat, rules = reader.position.seat, ruleset.rules[0]
    most = int(rules["substitute_cards"][number]) * ruleset.routes[number].length
    if owed.route not in (reader.position.players[seat].routes or ()):
        raise PositionError(f"owed: seat {seat} does not own {owed.route} (NOR-9)")
    if owed.cards > most:
        raise PositionError(f"owed: {owed.route} takes at most {most} cards of any kind (NOR-9, NOR-10)")
    if sum(int(s["hand"][seat, card]) for card in range(KINDS)) < owed.cards:
        raise PositionError(f"owed: seat {seat} has fewer than {owed.cards} cards (NOR-9)")
    s["owed"], s["owed_for"] = owed.cards, number


def brief(ruleset: Any) -> list[str]:
    """Return the rules of cards in place of others (NOR-9, NOR-10)."""
    own, lines = ruleset.data.substitutes, []
    if own.ferry:
        lines.append(f"On a ferry, any {own.ferry} cards stand for one wild.")
    lines += [f"On {route}, any {cards} cards stand for one card." for route, cards in own.routes.items()]
    lines.append("Claim with fewer cards than spaces; then `give:CARD` gives the others one at a time.")
    return lines


TELLING = Telling(
    brief=brief,
    phases={GIVING: "giving"},
    words={GIVE: Word("give", paid=True)},
    events=(GaveEvent,),
    acted=acted,
    view=Part(InView, in_view),
    position=Part(InPosition, in_position),
    check=check,
)
