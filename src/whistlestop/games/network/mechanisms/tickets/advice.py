"""Reasons to keep tickets, and to draw more."""

from __future__ import annotations

from whistlestop.core.fields import KEEP, TAKE_TICKETS
from whistlestop.games.network.advice.findings import Findings
from whistlestop.games.network.advice.queries import plan_kept
from whistlestop.games.network.advice.reasons import Reasons, time
from whistlestop.games.network.advice.shapes import LastTurn, NetworkReason, OutOfPlan
from whistlestop.games.plain import plain


class Planned(NetworkReason, tag="planned"):
    """The ticket fits the plan: it scores `points`, and its path takes `trains` more trains."""

    ticket: str
    points: int
    trains: int


class Together(NetworkReason, tag="together"):
    """These tickets share planned routes."""

    tickets: list[str]
    routes: list[str]


class Connected(NetworkReason, tag="connected"):
    """The ticket is already complete if you keep it."""

    ticket: str


class Unplanned(NetworkReason, tag="unplanned"):
    """The ticket does not fit the plan, but you must keep enough tickets, and this one costs the least."""

    ticket: str


class MoreTickets(NetworkReason, tag="more_tickets"):
    """The plan completes all tickets, and there is time for more."""


class Gamble(NetworkReason, tag="gamble"):
    """In the last turn nothing else wins more often: new tickets between connected cities score at once."""


def keep(findings: Findings, action: int) -> list[NetworkReason]:
    """Return the reasons to keep these tickets: the trains that each takes, and the routes that they share."""
    subset = int(findings.rules["action_arg"][action])
    observation, tickets = findings.observation, findings.observation.ruleset.tickets
    kept = [ticket for place, ticket in enumerate(observation.offer()) if subset >> place & 1]
    # The planner has evaluated other sets since.
    plain(plan_kept)(observation.record, findings.rules, findings.numbers, findings.work, subset)
    paths, unplanned = findings.paths(), findings.unplanned()
    reasons: list[NetworkReason] = []
    for ticket in (tickets[number] for number in kept):
        if ticket.id in paths:
            trains = findings.trains(paths[ticket.id])
            reasons.append(Planned(ticket=ticket.id, points=findings.points(ticket.id), trains=trains))
        elif ticket.id in unplanned:
            own = findings.action == findings.planned
            reasons.append((Unplanned if own else OutOfPlan)(ticket=ticket.id))
        else:
            reasons.append(Connected(ticket=ticket.id))
    return [*together(findings, paths), *reasons, *time(findings, only_tickets=True)]


def together(findings: Findings, paths: dict[str, set[int]]) -> list[NetworkReason]:
    """Return the groups of tickets in which each shares routes with another."""
    routes = findings.observation.ruleset.routes
    groups: list[tuple[set[str], set[int]]] = []
    for ticket, path in paths.items():
        joined, shared = {ticket}, set[int]()
        rest = []
        for members, common in groups:
            both = {route for member in members for route in paths[member] & path}
            if both:
                joined |= members
                shared |= common | both
            else:
                rest.append((members, common))
        groups = [*rest, (joined, shared)]
    return [
        Together(
            tickets=[ticket for ticket in paths if ticket in members],
            routes=[routes[route].id for route in sorted(shared)],
        )
        for members, shared in groups
        if len(members) > 1
    ]


def draw(findings: Findings, action: int) -> list[NetworkReason]:
    """Return the reasons to draw tickets."""
    if findings.last_turn:
        return [LastTurn(), Gamble()]
    own = action == findings.planned or findings.has_time_for_more()
    return [*([MoreTickets()] if own else []), *time(findings, only_tickets=True)]


REASONS: Reasons = {KEEP: keep, TAKE_TICKETS: draw}
