"""The time it takes to move the cards missing for tickets to the stack, which is the measure for every decision."""

from __future__ import annotations

from whistlestop.core.fields import COLORS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Rules, Work

from .numbers import (
    CARD_DRAW,
    CROWD,
    DECK_TURNS,
    FEW_COLORS,
    HAND_TURNS,
    LONGER,
    PAIR,
    SINGLE,
    THREE,
    WILD_RIDE,
)
from .situation import Situation

MANY = 4  # with this many missing colors almost every drawn card is useful


@jit
def turns_of(n: Numbers, players: int, deck: int, hands: int) -> int:
    """Return the turns that all players need to draw and place the cards of a deck and all hands, in thousandths."""
    crowd = (players - 2) * n[CROWD]
    return int(max(0, deck * (n[DECK_TURNS] + crowd) + hands * (n[HAND_TURNS] + crowd)))


@jit
def placing(n: Numbers, lack: int) -> int:
    """Return the turns to place `lack` thousandths of a card of one color: a share of a trio, or a set."""
    if lack <= 1000:
        return int(lack * n[SINGLE] // 1000)
    if lack <= 2000:
        return int(n[SINGLE] + (lack - 1000) * (n[PAIR] - n[SINGLE]) // 1000)
    if lack <= 3000:
        return int(n[PAIR] + (lack - 2000) * (n[THREE] - n[PAIR]) // 1000)
    return int(n[THREE] + (lack - 3000) * n[LONGER] // 1000)


@jit
def turns_for(r: Rules, n: Numbers, w: Work, situation: Situation, ticket: int) -> int:
    """Return the turns to draw and place the cards missing for the chosen tickets and one more.

    A wild saves the most as a replacement for a card that would have to be drawn.
    """
    turns = 0
    lacking = 0
    absent = 0
    colors = 0
    for color in range(COLORS):
        lack = (w["need"][color] + int(r["ticket_need"][ticket, color])) * 1000 - situation["stock"][color]
        if lack > 0:
            lacking += lack
            turns += placing(n, lack)
            miss = lack - situation["hand"][color] * 1000
            if miss > 0:
                absent += miss
                colors += 1
    if lacking == 0:
        return 0
    share = turns * 1000 // lacking  # turns to place a card, on average
    used = min(situation["stock"][WILD], lacking)
    absent = max(0, absent - used)
    turns -= used * share // 1000
    used = min(situation["hand"][WILD] * 1000, absent)
    absent -= used
    turns -= used * max(0, share - n[WILD_RIDE]) // 1000
    draw = n[CARD_DRAW] + max(0, MANY - colors) * n[FEW_COLORS]
    return int(max(0, turns) + absent * draw // 1000)
