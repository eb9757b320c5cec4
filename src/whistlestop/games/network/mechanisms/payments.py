"""Payments of one to three cards, shared by several mechanisms: one color and wilds, or wilds alone."""

from __future__ import annotations

from typing import Any

from whistlestop.core.deck import discard, lose_cards
from whistlestop.core.fields import COLORS, WILD, i2
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Rules, State

MOST = 3  # maximum cards of a small payment
SMALL = 51  # payments of one to three cards: 8 colors x 6 mixes, and 3 of wilds only
COLUMNS: list[Any] = [
    ("small", i2, (COLORS, MOST + 1, MOST + 1)),  # (color, colored, wild) -> payment of up to three cards
]


@jit
def held(s: State, player: int, card: int) -> int:
    """Return how many copies of a card are in a hand."""
    return int(s["hand"][player, card])


@jit
def has_payment(s: State, player: int, color: int, colored: int, wild: int) -> bool:
    """Return whether the player holds these cards."""
    if held(s, player, WILD) < wild:
        return False
    return color == WILD or held(s, player, color) >= colored


@jit
def can_pay(s: State, r: Rules, player: int, action: int) -> bool:
    """Return whether the player holds the cards that pay for an action."""
    color = int(r["action_color"][action])
    return has_payment(s, player, color, int(r["action_colored"][action]), int(r["action_wild"][action]))


@jit
def pay(s: State, r: Rules, player: int, action: int) -> None:
    """Discard the cards that pay for an action."""
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
    if colored:
        color = int(r["action_color"][action])
        lose_cards(s, player, color, colored)
        discard(s, color, colored)
    if wild:
        lose_cards(s, player, WILD, wild)
        discard(s, WILD, wild)


@jit
def list_small(
    s: State, r: Rules, player: int, color: int, total: int, out: Actions, size: int, base: int
) -> int:
    """Write the payments of `total` cards: of a color and wilds, or of wilds alone (color WILD).

    base: the action of the first small payment.
    """
    wilds = held(s, player, WILD)
    if color == WILD:
        if wilds >= total:
            out[size] = base + r["small"][0, 0, total]
            size += 1
        return size
    for wild in range(min(wilds, total - 1) + 1):
        if held(s, player, color) >= total - wild:
            out[size] = base + r["small"][color, total - wild, wild]
            size += 1
    return size
