"""The length of a pass."""

from __future__ import annotations

from whistlestop.games.yard.advice.findings import Findings
from whistlestop.games.yard.advice.reasons import Reasons
from whistlestop.games.yard.advice.shapes import YardReason


class TurnsLeft(YardReason, tag="turns_left"):
    """About `turns` of your turns are left in the round, including this one."""

    turns: int


def time(findings: Findings) -> list[YardReason]:
    """Return how long the pass will last; `time` counts the turns after this one."""
    return [TurnsLeft(turns=round(int(findings.work["time"]) / 1000) + 1)]


REASONS: Reasons = {}
"""A pass has no actions of its own."""
