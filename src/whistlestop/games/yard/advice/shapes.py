"""The messages of plans and hints in the card game.

Players may not look at their own stack (CARD-22), and later information does not reveal its cards (RUL-61). If the view
does not show the stack, neither plan nor hint uses it, and both say so.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from whistlestop.format import Card, Color
from whistlestop.games.yard.format.schema import YardData
from whistlestop.text import advice


class YardTicketPlan(Struct, kw_only=True):
    """What a ticket still needs by itself: colored cards to `place`, and those of them to `draw` first.

    Wilds are not counted; each could replace one of these cards.
    """

    id: str
    offered: bool
    points: int
    place: dict[Color, int]
    draw: dict[Color, int]


class YardPlan(advice.Plan, kw_only=True, tag=YardData.machine):
    """What a seat needs for its tickets and those on offer; at most this much if its stack is unknown.

    `wilds`: those in the hand, in the siding and, if known, on the stack.
    """

    stack_known: bool
    wilds: int
    tickets: list[YardTicketPlan]


class YardReason(Struct, kw_only=True, tag_field="reason"):
    """A reason for the action of a hint, from the planner's estimates."""


class Robs(YardReason, tag="robs"):
    """The action robs another player of a row of `cards` cards (CARD-27)."""

    victim: int
    color: Color
    cards: int


class Needed(YardReason, tag="needed"):
    """The card is still missing on the stack for these planned tickets."""

    card: Card
    tickets: list[str]


class Denies(YardReason, tag="denies"):
    """It keeps the card from another player, who openly took `cards` cards of the color and still has them."""

    victim: int
    color: Color
    cards: int


class Spare(YardReason, tag="spare"):
    """The plan does not need the card, but later tickets may, and a longer row is safer."""


class WantedCards(YardReason, tag="wanted"):
    """The plan needs each of these cards, and a card from the deck may be one of them, or a wild."""

    cards: list[Card]


class PlannedTicket(YardReason, tag="planned"):
    """There is time for the ticket, which scores `points`."""

    ticket: str
    points: int


class LeftOut(YardReason, tag="left_out"):
    """The current plan has no time for the ticket in this pass."""

    ticket: str


class Declares(YardReason, tag="declares"):
    """The declared tickets score `points` together."""

    points: int


class OtherTickets(YardReason, tag="more_tickets"):
    """Drawing tickets is expected to gain the most."""


class TurnsLeft(YardReason, tag="turns_left"):
    """About `turns` of your turns are left in the pass, including this one."""

    turns: int


class StackUnknown(YardReason, tag="stack_unknown"):
    """The cards of your stack are unknown here; the planner assumes average ones."""

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
    """What to do now, and why, with the strongest reason first."""

    reasons: list[AnyYardReason]
