"""The safety of rows: the cards that reach the stack before the row is robbed or the pass ends."""

from __future__ import annotations

from whistlestop.core.fields import CARDS, COLORS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Work
from whistlestop.games.yard.bots.work import LONGEST, Situation

from .chance import at_least
from .numbers import ROB_SIZE, ROB_WILD, ROB_WILL


@jit
def survival(o: Observation, n: Numbers, w: Work, color: int, cards: int) -> int:
    """Return the probability that no one robs a row of `cards` cards before the seat's next turn.

    Players can rob it if their hand has more cards of the color and wilds: those seen when taken, plus the expected
    number among their other cards.
    """
    chance = 1000
    for other in range(o["players"]):
        if other == o["seat"]:
            continue
        hidden = int(o["hand_size"][other])
        for card in range(CARDS):
            hidden -= int(o["known"][other, card])
        known = int(o["known"][other, color]) + int(o["known"][other, WILD])
        will = max(0, min(1000, n[ROB_WILL] + (cards - 1) * n[ROB_SIZE]))
        mean = hidden * (w["pool"][color] * 1000 + w["pool"][WILD] * n[ROB_WILD]) // max(1, w["pool_size"])
        chance -= chance * at_least(cards + 1 - known, mean) * will // 1_000_000
    return int(chance)


@jit
def expect_arrivals(o: Observation, n: Numbers, w: Work) -> None:
    """Write how many of the first cards of a row will reach the stack, for rows of every color and size."""
    for color in range(COLORS):
        for cards in range(1, LONGEST + 1):
            chance = 1000
            total = 0
            for moved in range(1, cards + 1):
                chance = chance * survival(o, n, w, color, cards - moved + 1) // 1000
                total += chance * w["later"][moved] // 1000
                w["arriving"][color, cards, moved] = total


@jit
def add_row(w: Work, situation: Situation, color: int, colored: int, wild: int) -> None:
    """Add what a row is expected to bring to the stock, wilds first (CARD-10)."""
    cards = min(LONGEST, colored + wild)
    first = w["arriving"][color, cards, min(wild, cards)]
    situation["stock"][WILD] += first
    situation["stock"][color] += w["arriving"][color, cards, cards] - first
