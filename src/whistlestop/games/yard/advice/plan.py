"""The cards that a seat's tickets still need."""

from __future__ import annotations

from typing import Any

from whistlestop.core import fields
from whistlestop.format import COLORS
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from .seen import stack_known
from .shapes import YardPlan, YardTicketPlan


def plan(observation: Knowledge, seat: int, look: bool) -> YardPlan:
    """Return the plan of the observation's seat."""
    o = observation.record
    known = stack_known(observation, seat, look)
    hand = [int(count) for count in o["hand"][seat]]
    wilds = hand[fields.WILD] + int(o["row_wild"][seat].sum())
    ready = [int(count) for count in o["row_colored"][seat]]
    if known:
        ready = [count + int(more) for count, more in zip(ready, o["stack"][seat], strict=False)]
        wilds += int(o["stack"][seat][fields.WILD])
    held = [(ticket, False) for ticket in numbers_of(o["tickets"][seat])]
    offer = [(ticket, True) for ticket in observation.offer()]
    return YardPlan(
        version=int(o["ply"]),
        stack_known=known,
        wilds=wilds,
        tickets=[
            _ticket(observation, number, ready, hand, offered=offered) for number, offered in held + offer
        ],
    )


def _ticket(
    observation: Knowledge, number: int, ready: list[int], hand: list[int], *, offered: bool
) -> YardTicketPlan:
    """Return the cards that a ticket needs in addition to those that are ready."""
    needed: Any = observation.ruleset.rules["ticket_need"][0, number]
    place = [max(0, int(need) - have) for need, have in zip(needed, ready, strict=True)]
    ticket = observation.ruleset.tickets[number]
    return YardTicketPlan(
        id=ticket.id,
        offered=offered,
        points=ticket.points[0],
        place={COLORS[color]: count for color, count in enumerate(place) if count},
        draw={COLORS[color]: count - hand[color] for color, count in enumerate(place) if count > hand[color]},
    )
