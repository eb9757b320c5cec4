"""Reasons to claim a route."""

from __future__ import annotations

from whistlestop.games.network.advice.findings import Findings
from whistlestop.games.network.advice.reasons import Reasons, last, time
from whistlestop.games.network.advice.shapes import NetworkReason

from .rules import CLAIM


class Completes(NetworkReason, tag="completes"):
    """The claim completes these tickets at once; for a tunnel, if it succeeds."""

    tickets: list[str]


class ForTickets(NetworkReason, tag="tickets"):
    """The route is on the planned path of these tickets."""

    route: str
    tickets: list[str]


class AnotherWay(NetworkReason, tag="another_way"):
    """The route is not planned, but lies on another path for these tickets that takes no more trains."""

    route: str
    tickets: list[str]


class ForPoints(NetworkReason, tag="points"):
    """The route scores these points at once."""

    route: str
    points: int


class Joins(NetworkReason, tag="joins"):
    """The route joins two parts of your network."""

    route: str


class Danger(NetworkReason, tag="danger"):
    """Others may take or close the route within a round, with a chance of `chance` %; that would cost `loss` points."""

    route: str
    chance: int
    loss: int


class Contested(NetworkReason, tag="contested"):
    """Others probably need the route for their tickets, judging by their claims."""

    route: str


def claim(findings: Findings, route: int) -> list[NetworkReason]:
    """Return the purposes of the route."""
    shown = findings.observation.ruleset.routes[route]
    reasons: list[NetworkReason] = []
    if completed := findings.completed_by(route):
        reasons.append(Completes(tickets=completed))
    on_the_way = [ticket for ticket in findings.tickets_by(route) if ticket not in completed]
    if on_the_way:
        reasons.append(ForTickets(route=shown.id, tickets=on_the_way))
    elif others := [ticket for ticket in findings.ways_over(route) if ticket not in completed]:
        reasons.append(AnotherWay(route=shown.id, tickets=others))
    if not reasons and findings.joins(route):
        reasons.append(Joins(route=shown.id))
    return [*reasons, ForPoints(route=shown.id, points=shown.points)]


def danger(findings: Findings, route: int) -> list[NetworkReason]:
    """Return the risk that opponents take the route, if it matters."""
    if findings.last_turn:
        return []  # in this case the planner does not assess danger
    found = findings.danger(route)
    if found is None:
        return []
    chance, loss = found
    return [Danger(route=findings.observation.ruleset.routes[route].id, chance=round(chance / 10), loss=loss)]


def contested(findings: Findings, route: int) -> list[NetworkReason]:
    """Return the reason that opponents probably need the route, if they do."""
    if findings.last_turn or not findings.is_contested(route):
        return []
    return [Contested(route=findings.observation.ruleset.routes[route].id)]


def reasons(findings: Findings, action: int) -> list[NetworkReason]:
    """Return the reasons to claim a route."""
    route = int(findings.rules["action_arg"][action])
    return [
        *last(findings),
        *claim(findings, route),
        *danger(findings, route),
        *contested(findings, route),
        *time(findings),
    ]


REASONS: Reasons = {CLAIM: reasons}
