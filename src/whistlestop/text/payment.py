"""Cards as text: `purple*3+wild`."""

from __future__ import annotations

import re

from whistlestop.errors import NotationError, short
from whistlestop.format import KINDS

_PART = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?")


def payment_text(cards: dict[str, int]) -> str:
    """Cards as text, colors in the fixed order and the wild last: `purple*3+wild`."""
    parts = [kind if cards[kind] == 1 else f"{kind}*{cards[kind]}" for kind in KINDS if cards.get(kind)]
    return "+".join(parts)


def parse_payment(text: str) -> dict[str, int]:
    """The cards of a payment text, parts in any order; raises NotationError."""
    cards: dict[str, int] = {}
    for part in text.split("+"):
        match = _PART.fullmatch(part)
        if match is None or match[1] not in KINDS or match[1] in cards:
            raise NotationError(
                f"{short(part)} in {short(text)} is not a kind of card and a number, as in purple*3+wild"
            )
        cards[match[1]] = int(match[2] or 1)
    return cards
