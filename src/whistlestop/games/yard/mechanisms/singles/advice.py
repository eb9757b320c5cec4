"""Reasons to place singles."""

from __future__ import annotations

from whistlestop.games.yard.advice.findings import Findings
from whistlestop.games.yard.advice.reasons import Reasons
from whistlestop.games.yard.advice.shapes import YardReason
from whistlestop.games.yard.mechanisms.passes.advice import time
from whistlestop.games.yard.mechanisms.rows.advice import useful
from whistlestop.text.names import numbers_of

from .rules import TRIO


def place(findings: Findings, action: int) -> list[YardReason]:
    """Return the reasons to place the singles."""
    colors = numbers_of([int(findings.rules["action_arg"][action])])
    return [*useful(findings, [(color, 1, 0) for color in colors]), *time(findings)]


REASONS: Reasons = {TRIO: place}
