"""The score of a declaration."""

from __future__ import annotations

from whistlestop.games.yard.advice.findings import Findings
from whistlestop.games.yard.advice.reasons import OPEN, Reasons
from whistlestop.games.yard.advice.shapes import YardReason
from whistlestop.text.names import numbers_of


class Declares(YardReason, tag="declares"):
    """The declared tickets score `points` together."""

    points: int


def declare(findings: Findings, action: int) -> list[YardReason]:
    """Return the points of the declared tickets."""
    r = findings.rules
    declared = numbers_of([action - int(r["id_declare"])])
    return [Declares(points=sum(int(r["ticket_points"][ticket]) for ticket in declared))]


REASONS: Reasons = {OPEN: declare}
