"""Reasons to draw a card."""

from __future__ import annotations

from whistlestop.core.fields import DRAW, TAKE, WILD
from whistlestop.format import CARDS, COLORS, Card, Color
from whistlestop.games.yard.advice.findings import Findings
from whistlestop.games.yard.advice.reasons import Reasons
from whistlestop.games.yard.advice.shapes import YardReason
from whistlestop.games.yard.mechanisms.passes.advice import time
from whistlestop.games.yard.mechanisms.tickets.advice import needed


class Denies(YardReason, tag="denies"):
    """It keeps the card from another player, who openly took `cards` cards of the color and still has them."""

    victim: int
    color: Color
    cards: int


class Spare(YardReason, tag="spare"):
    """The plan does not need the card, but later tickets may need it, and a longer row is safer."""


class WantedCards(YardReason, tag="wanted"):
    """The plan needs each of these cards, and a card from the deck may be one of them, or a wild."""

    cards: list[Card]


def denies(findings: Findings, color: int) -> list[YardReason]:
    """Return the opponent known to hold the most cards of the card's color."""
    known = [int(counts[color]) for counts in findings.observation.record["known"]]
    known[findings.seat] = 0
    cards = max(known)
    if color == WILD or cards == 0:
        return []
    return [Denies(victim=known.index(cards), color=COLORS[color], cards=cards)]


def take(findings: Findings, action: int) -> list[YardReason]:
    """Return the reasons to take a card from the market."""
    color = int(findings.rules["action_color"][action])
    findings.try_card(color)
    useful = needed(findings, [color], placed=False) or [*denies(findings, color), Spare()]
    return [*useful, *time(findings)]


def draw(findings: Findings, _action: int) -> list[YardReason]:
    """Return the cards that a blind draw may bring."""
    findings.planned(tried=False)
    lacking = sorted(findings.lacking(placed=False))
    wanted = [WantedCards(cards=[CARDS[color] for color in lacking])] if lacking else []
    return [*wanted, *time(findings)]


REASONS: Reasons = {TAKE: take, DRAW: draw}
