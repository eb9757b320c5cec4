"""The messages of plans and hints in the card game.

Players may not look at their own stack (CARD-22), and later information does not reveal its cards (RUL-61). If the view
does not show the stack, plans and hints do not use it, and they say so.
"""

from __future__ import annotations

from msgspec import Struct

from whistlestop.format import Color
from whistlestop.games.yard.format.schema import YardData
from whistlestop.text import advice


class YardTicketPlan(Struct, kw_only=True):
    """The cards that a ticket needs by itself: colored cards to `place`, and those of them to `draw` first.

    Wilds are not counted; each could replace one of these cards.
    """

    id: str
    offered: bool
    points: int
    place: dict[Color, int]
    draw: dict[Color, int]


class YardPlan(advice.Plan, kw_only=True, tag=YardData.machine):
    """A seat's needs for its tickets and those on offer; upper bounds if its stack is unknown.

    `wilds`: those in the hand, in the siding and, if known, on the stack.
    """

    stack_known: bool
    wilds: int
    tickets: list[YardTicketPlan]


class YardReason(Struct, kw_only=True, tag_field="reason"):
    """A reason for the action of a hint, from the planner's estimates.

    Each mechanism has its reasons in its `advice.py`; hints can contain any record that extends this one.
    """


class NoChoice(YardReason, tag="only"):
    """No other action is legal."""
