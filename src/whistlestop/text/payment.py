"""Payments: as text, `purple*3+wild`, and as counts of cards."""

from __future__ import annotations

import re

from whistlestop.core.fields import WILD
from whistlestop.errors import NotationError, short
from whistlestop.format import CARDS, Card, Counts

_PART = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?")
_CARDS: dict[str, Card] = {card: card for card in CARDS}


def paid(color: int, colored: int, wild: int) -> Counts:
    """Return the payment of cards of a color and wilds; color WILD: wilds alone."""
    cards: Counts = {} if color == WILD else {CARDS[color]: int(colored)}
    return cards | ({"wild": int(wild)} if wild else {})


def payment_text(cards: Counts) -> str:
    """Return cards as text, with colors in the fixed order and wilds last: `purple*3+wild`."""
    parts = [card if cards[card] == 1 else f"{card}*{cards[card]}" for card in CARDS if cards.get(card)]
    return "+".join(parts)


def parse_payment(text: str) -> Counts:
    """Return the cards of a payment text, with parts in any order. Raises NotationError."""
    cards: Counts = {}
    for part in text.split("+"):
        match = _PART.fullmatch(part)
        card = _CARDS.get(match[1]) if match is not None else None
        if match is None or card is None or card in cards:
            raise NotationError(
                f"{short(part)} in {short(text)} is not a card and a number, as in purple*3+wild"
            )
        cards[card] = int(match[2] or 1)
    return cards
