"""Reasons to place a row."""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.format import COLORS, Color
from whistlestop.games.plain import plain
from whistlestop.games.yard.advice import queries
from whistlestop.games.yard.advice.findings import Findings
from whistlestop.games.yard.advice.reasons import Reasons
from whistlestop.games.yard.advice.shapes import YardReason
from whistlestop.games.yard.mechanisms.cards.advice import Spare
from whistlestop.games.yard.mechanisms.passes.advice import time
from whistlestop.games.yard.mechanisms.tickets.advice import needed

from .rules import SET


class Robs(YardReason, tag="robs"):
    """The action robs another player of a row of `cards` cards (CARD-27)."""

    victim: int
    color: Color
    cards: int


def useful(findings: Findings, rows: list[tuple[int, int, int]]) -> list[YardReason]:
    """Return the uses of the cards of rows; each row is given by its color, colored cards and wilds."""
    findings.try_card()
    for color, colored, wild in rows:
        plain(queries.try_row)(findings.work, color, colored, wild)
    return needed(findings, [color for color, _, _ in rows], placed=True) or [Spare()]


def robs(findings: Findings, color: int) -> list[YardReason]:
    """Return the player who is robbed of a row."""
    o = findings.observation.record
    owner = int(plain(queries.row_owner)(o, color))
    if owner in (NONE, findings.seat):
        return []
    return [Robs(victim=owner, color=COLORS[color], cards=int(plain(queries.row_size)(o, owner, color)))]


def place(findings: Findings, action: int) -> list[YardReason]:
    """Return the reasons to place a row."""
    r = findings.rules
    color = int(r["action_color"][action])
    row = (color, int(r["action_colored"][action]), int(r["action_wild"][action]))
    return [*robs(findings, color), *useful(findings, [row]), *time(findings)]


REASONS: Reasons = {SET: place}
