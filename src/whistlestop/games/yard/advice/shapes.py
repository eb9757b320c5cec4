"""Plans and hints of the card game, as they are told.

A player may not look at his own stack (CARD-22), and nothing that he is shown later tells what went there (RUL-61). So
where a view does not show the stack, neither plan nor hint is made from it, and both say so.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from whistlestop.format import Card, Color
from whistlestop.games.yard.format.schema import YardData
from whistlestop.text import advice


class YardTicketPlan(Struct, kw_only=True):
    """What a ticket still takes, served alone: colored cards to `place`, and of them those to `draw` first.

    Wilds are not counted; each could stand in for one of these cards.
    """

    id: str
    offered: bool
    points: int
    place: dict[Color, int]
    draw: dict[Color, int]


class YardPlan(advice.Plan, kw_only=True, tag=YardData.machine):
    """What the tickets of a seat would take, those on offer too; at most so much, if its stack is not known.

    `wilds` are those in the hand, in the siding and, if it is known, on the stack.
    """

    stack_known: bool
    wilds: int
    tickets: list[YardTicketPlan]


class YardReason(Struct, kw_only=True, tag_field="reason"):
    """A reason for the action of a hint, out of what the planner has reckoned."""


class Robs(YardReason, tag="robs"):
    """It takes a row of so many cards away from another player (CARD-27)."""

    victim: int
    color: Color
    cards: int


class Needed(YardReason, tag="needed"):
    """The tickets of the plan still lack the card on the stack; these tickets take it."""

    card: Card
    tickets: list[str]


class Denies(YardReason, tag="denies"):
    """Another player, who was seen to take so many cards of the color and still has them, cannot take this one."""

    victim: int
    color: Color
    cards: int


class Spare(YardReason, tag="spare"):
    """The plan takes no such card; it is worth something for tickets to come, and a longer row is a safer one."""


class WantedCards(YardReason, tag="wanted"):
    """The plan lacks each of these cards, and a blind one may be any of them, or a wild."""

    cards: list[Card]


class PlannedTicket(YardReason, tag="planned"):
    """There is time for the ticket, which is worth so many points."""

    ticket: str
    points: int


class LeftOut(YardReason, tag="left_out"):
    """There is no time for the ticket in this pass, as the plan is now."""

    ticket: str


class Declares(YardReason, tag="declares"):
    """The tickets that are declared are worth so many points together."""

    points: int


class OtherTickets(YardReason, tag="more_tickets"):
    """Other tickets are expected to add more than anything else now."""


class TurnsLeft(YardReason, tag="turns_left"):
    """About so many own turns are left until the pass ends, the present one included."""

    turns: int


class StackUnknown(YardReason, tag="stack_unknown"):
    """The cards of the own stack are not known here; they were reckoned with as average ones."""

    cards: int


class NoChoice(YardReason, tag="only"):
    """Nothing else is legal."""


AnyYardReason: TypeAlias = (
    Robs
    | Needed
    | Denies
    | Spare
    | WantedCards
    | PlannedTicket
    | LeftOut
    | Declares
    | OtherTickets
    | TurnsLeft
    | StackUnknown
    | NoChoice
)


class YardHint(advice.Hint, kw_only=True, tag=YardData.machine):
    """What to do now, and why, the most telling reason first."""

    reasons: list[AnyYardReason]
