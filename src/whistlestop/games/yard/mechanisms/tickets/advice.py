"""Reasons to keep tickets and to draw more, and the tickets that need certain cards."""

from __future__ import annotations

from whistlestop.core.fields import KEEP, TAKE_TICKETS, WILD
from whistlestop.format import CARDS, Card
from whistlestop.games.plain import plain
from whistlestop.games.yard.advice import queries
from whistlestop.games.yard.advice.findings import Findings
from whistlestop.games.yard.advice.reasons import Reasons
from whistlestop.games.yard.advice.shapes import YardReason
from whistlestop.games.yard.mechanisms.passes.advice import time


class Needed(YardReason, tag="needed"):
    """The card is still missing on the stack for these planned tickets."""

    card: Card
    tickets: list[str]


class PlannedTicket(YardReason, tag="planned"):
    """There is time for the ticket, which scores `points`."""

    ticket: str
    points: int


class LeftOut(YardReason, tag="left_out"):
    """The current plan has no time for the ticket in this round."""

    ticket: str


class OtherTickets(YardReason, tag="more_tickets"):
    """Drawing tickets is expected to gain the most."""


def needed(findings: Findings, cards: list[int], *, placed: bool) -> list[YardReason]:
    """Return the tickets that need the drawn or placed cards and can be completed in time after the tried action."""
    r, tickets = findings.rules, findings.observation.ruleset.tickets
    planned = findings.planned(tried=True)
    lacking = findings.lacking(placed=placed)
    reasons: list[YardReason] = []
    for card in cards:
        colors = lacking if card == WILD else lacking & {card}  # a wild can replace any of them
        of = [ticket for ticket in planned if any(r["ticket_need"][ticket, color] for color in colors)]
        if of:
            reasons.append(Needed(card=CARDS[card], tickets=[tickets[ticket].id for ticket in of]))
    return reasons


def keep(findings: Findings, action: int) -> list[YardReason]:
    """Return which of the kept tickets can be completed in time."""
    tickets, subset = findings.observation.ruleset.tickets, int(findings.rules["action_arg"][action])
    kept = [ticket for place, ticket in enumerate(findings.observation.offer()) if subset >> place & 1]
    plain(queries.try_tickets)(
        findings.observation.record, findings.rules, findings.numbers, findings.work, subset
    )
    planned = findings.planned(tried=True)
    return [
        *(
            PlannedTicket(ticket=tickets[number].id, points=tickets[number].points[0])
            if number in planned
            else LeftOut(ticket=tickets[number].id)
            for number in kept
        ),
        *time(findings),
    ]


def draw(findings: Findings, _action: int) -> list[YardReason]:
    """Return the reason to draw tickets."""
    return [OtherTickets(), *time(findings)]


REASONS: Reasons = {KEEP: keep, TAKE_TICKETS: draw}
