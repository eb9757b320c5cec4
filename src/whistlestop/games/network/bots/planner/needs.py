"""The cards that a list of routes needs, and the number of turns that a hand takes to get them.

Drawing for one color alone is slow, since the market seldom shows it. Drawing for many colors at once wastes almost
nothing. So the needs of the colors are split into layers: while k colors are still needed, a needed card takes a number
of draws that falls with k.
"""

from __future__ import annotations

from typing import NamedTuple

from whistlestop.core.fields import CARDS, COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Hand, Integers, Numbers, Work

from .numbers import ALONE, GRAY_DRAW, MANY, WILD_DRAW

LOW = 6
"""With fewer cards in the deck, the discard pile counts as available; with fewer in both, waiting gains nothing."""


class Needs(NamedTuple):
    """The needs of a list of routes.

    Its arrays are in the scratch space, so the record is valid until the next list is tallied.
    """

    colored: Integers
    """Cards of each color that wilds may replace."""
    pure: Integers
    """Cards of each color that wilds may not replace."""
    wilds: int
    gray_length: Integers
    """Cards of any one color for each route or piece that takes them, in descending order."""
    gray_pure: Integers
    """Whether wilds may not replace them."""
    grays: int
    """The number of these routes and pieces."""
    claims: int
    """Turns for claims, without cards."""


@jit
def noted(w: Work) -> Needs:
    """Return the needs stored in the scratch space."""
    return Needs(
        w["need"],
        w["need_pure"],
        int(w["need_wild"]),
        w["gray_length"],
        w["gray_pure"],
        int(w["grays"]),
        int(w["claims"]),
    )


@jit
def add_gray(w: Work, length: int, pure: int) -> None:
    """Add cards of any one color to the needs, keeping the descending order."""
    place = w["grays"]
    while place > 0 and w["gray_length"][place - 1] < length:
        w["gray_length"][place] = w["gray_length"][place - 1]
        w["gray_pure"][place] = w["gray_pure"][place - 1]
        place -= 1
    w["gray_length"][place] = length
    w["gray_pure"][place] = pure
    w["grays"] += 1


@jit
def with_card(hand: Hand, card: int, out: Hand) -> None:
    """Write a hand with one more card to `out`."""
    for each in range(CARDS):
        out[each] = hand[each]
    out[card] += 1


@jit
def without(hand: Hand, color: int, colored: int, wild: int, out: Hand) -> None:
    """Write a hand after a payment to `out`."""
    for each in range(CARDS):
        out[each] = hand[each]
    out[color] -= colored
    out[WILD] -= wild


@jit
def gray_color(w: Work, length: int) -> int:
    """Return the best color for a gray route: the smallest sufficient holding, otherwise the largest."""
    best = 0
    for color in range(1, COLORS):
        spare = w["spare"][color]
        most = w["spare"][best]
        if most >= length:
            if length <= spare < most:
                best = color
        elif spare > most:
            best = color
    return best


@jit
def expect(n: Numbers, w: Work, needs: Needs, hand: Hand) -> int:
    """Return the turns, in thousandths, that a hand needs to get all of it, claims included."""
    spare = w["spare"]
    lack = w["lack"]
    pure = 0
    for color in range(COLORS):
        spare[color] = hand[color] - needs.pure[color] - needs.colored[color]
    wilds = hand[WILD] - needs.wilds
    gray_lack = 0
    gray_pure = 0
    for place in range(needs.grays):
        length = needs.gray_length[place]
        color = gray_color(w, length)
        paid = min(length, max(0, spare[color]))
        spare[color] -= paid
        if needs.gray_pure[place]:
            gray_pure += length - paid
        else:
            gray_lack += length - paid
    for color in range(COLORS):
        lack[color] = max(0, -spare[color])
    while wilds > 0:  # a wild replaces the color with the most missing cards
        worst = NONE
        for color in range(COLORS):
            pure = max(0, needs.pure[color] - hand[color])
            if lack[color] > pure and (worst == NONE or lack[color] > lack[worst]):
                worst = color
        if worst == NONE:
            break
        lack[worst] -= 1
        wilds -= 1
    paid = min(max(0, wilds), gray_lack)
    wilds -= paid
    gray_lack -= paid
    draws = (gray_lack + gray_pure) * n[GRAY_DRAW] * 10
    if wilds < 0:
        draws -= wilds * n[WILD_DRAW] * 10
    for color in range(COLORS):
        lack[color] = lack[color] * w["scarce"][color]
    # layers: sort, then take the differences
    for last in range(1, COLORS):
        amount = lack[last]
        place = last
        while place > 0 and lack[place - 1] < amount:
            lack[place] = lack[place - 1]
            place -= 1
        lack[place] = amount
    for place in range(COLORS):
        if lack[place] == 0:
            break
        layer = lack[place] - (lack[place + 1] if place + 1 < COLORS else 0)
        draws += layer * (place + 1) * n[min(ALONE + place, MANY)] // 100
    return int(needs.claims * 1000 + draws // 2)
