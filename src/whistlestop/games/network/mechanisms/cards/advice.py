"""Reasons to draw a card."""

from __future__ import annotations

from whistlestop.core.fields import DRAW, TAKE
from whistlestop.format import CARDS, Card
from whistlestop.games.network.advice.findings import Findings
from whistlestop.games.network.advice.reasons import Reasons, last, time
from whistlestop.games.network.advice.shapes import NetworkReason


class Collecting(NetworkReason, tag="collecting"):
    """You need the card for these planned routes."""

    card: Card
    routes: list[str]


class Wanted(NetworkReason, tag="wanted"):
    """Each of these cards would help the plan, and a card from the deck may be one of them."""

    cards: list[Card]


class Indifferent(NetworkReason, tag="indifferent"):
    """No available card would speed up the plan."""


def card(findings: Findings, card: int | None) -> list[NetworkReason]:
    """Return the reasons to draw a card; None means a blind draw."""
    routes = findings.observation.ruleset.routes
    helpful = findings.helpful()
    blind = [each for each in helpful if findings.work["pool"][each] > 0]
    if card is None and blind:
        return [Wanted(cards=[CARDS[each] for each in blind])]
    if card is None or card not in helpful:
        open_cards = findings.observation.record["market"]
        return [] if blind or any(each in helpful for each in open_cards) else [Indifferent()]
    return [Collecting(card=CARDS[card], routes=[routes[n].id for n in findings.wanting(card)])]


def reasons(findings: Findings, action: int) -> list[NetworkReason]:
    """Return the reasons to draw blind, or to take a face-up card."""
    r = findings.rules
    found = None if r["action_type"][action] == DRAW else int(r["action_color"][action])
    return [*last(findings), *card(findings, found), *time(findings)]


REASONS: Reasons = {DRAW: reasons, TAKE: reasons}
