"""Cards as text: `purple*3+wild`."""

from __future__ import annotations

import re

from whistlestop.errors import NotationError, short
from whistlestop.format import KINDS, Card, Counts

_PART = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?")
_KINDS: dict[str, Card] = {kind: kind for kind in KINDS}


def payment_text(cards: Counts) -> str:
    """Cards as text, colors in the fixed order and the wild last: `purple*3+wild`."""
    parts = [kind if cards[kind] == 1 else f"{kind}*{cards[kind]}" for kind in KINDS if cards.get(kind)]
    return "+".join(parts)


def parse_payment(text: str) -> Counts:
    """The cards of a payment text, parts in any order; raises NotationError."""
    cards: Counts = {}
    for part in text.split("+"):
        match = _PART.fullmatch(part)
        kind = _KINDS.get(match[1]) if match is not None else None
        if match is None or kind is None or kind in cards:
            raise NotationError(
                f"{short(part)} in {short(text)} is not a kind of card and a number, as in purple*3+wild"
            )
        cards[kind] = int(match[2] or 1)
    return cards
