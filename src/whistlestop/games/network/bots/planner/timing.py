"""How long a list of routes takes: the yardstick for cards.

`tally` adds up what the routes need; `expect` says how many turns they take with a given hand. What a card,
a draw or a payment is worth is the difference that it makes there.

Drawing for one color alone is slow, for the market seldom shows it; drawing for many at once wastes nearly
nothing. So the needs of the colors are taken in layers: while k colors are still needed a needed card takes
a number of draws that falls with k.
"""

from __future__ import annotations

from whistlestop.core.fields import CARDS, COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Hand, Numbers, Rules, Work

from .numbers import ALONE, GRAY_DRAW, MANY, WILD_DRAW
from .survey import NEW_STATION, OWN_STATION

RESERVED = 1  # cards that are to be left for the surcharge of a tunnel


@jit
def add_gray(w: Work, length: int, pure: int) -> None:
    """Add cards of any one color to the needs; the longest lists come first."""
    place = w["grays"]
    while place > 0 and w["gray_length"][place - 1] < length:
        w["gray_length"][place] = w["gray_length"][place - 1]
        w["gray_pure"][place] = w["gray_pure"][place - 1]
        place -= 1
    w["gray_length"][place] = length
    w["gray_pure"][place] = pure
    w["grays"] += 1


@jit
def add_need(r: Rules, w: Work, route: int) -> None:
    """Add a route's cards and its claim to the needs."""
    loan = w["loan"][route]
    if loan == OWN_STATION:
        return
    w["claims"] += 1
    if loan == NEW_STATION:  # costs like a gray route, each more than the one before (EUR-23)
        add_gray(w, w["stations"] + w["next_station"], 0)
        w["stations"] += 1
        return
    length = int(r["route_length"][route])
    fixed = int(r["claim_wild_min"][route])
    color = int(w["color"][route])
    w["need_wild"] += fixed
    length -= fixed
    if r["route_tunnel"][route] and r["surcharge_cards"]:
        length += RESERVED
    if color == WILD:
        add_gray(w, length, 1 - w["wild_ok"][route])
    elif w["wild_ok"][route]:
        w["need"][color] += length
    else:
        w["need_pure"][color] += length


@jit
def clear_needs(w: Work) -> None:
    """Begin a new list of routes."""
    w["need"][:] = 0
    w["need_pure"][:] = 0
    w["need_wild"] = 0
    w["grays"] = 0
    w["claims"] = 0
    w["stations"] = 0


@jit
def tally(r: Rules, w: Work, size: int, left_out: int) -> None:
    """The needs of the first `size` routes of the plan but one (NONE: of all)."""
    clear_needs(w)
    for place in range(size):
        route = int(w["list"][place])
        if route != left_out:
            add_need(r, w, route)


@jit
def with_card(hand: Hand, card: int, out: Hand) -> None:
    """Write into `out` a hand with one more card."""
    for each in range(CARDS):
        out[each] = hand[each]
    out[card] += 1


@jit
def without(hand: Hand, color: int, colored: int, wild: int, out: Hand) -> None:
    """Write into `out` a hand after a payment."""
    for each in range(CARDS):
        out[each] = hand[each]
    out[color] -= colored
    out[WILD] -= wild


@jit
def gray_color(w: Work, length: int) -> int:
    """The color that pays best for a gray route: the least that suffices, otherwise the most there is."""
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
def expect(n: Numbers, w: Work, hand: Hand) -> int:
    """Turns that the tallied routes take with a hand, claims included; in thousandths."""
    spare = w["spare"]
    lack = w["lack"]
    pure = 0
    for color in range(COLORS):
        spare[color] = hand[color] - w["need_pure"][color] - w["need"][color]
    wilds = hand[WILD] - w["need_wild"]
    gray_lack = 0
    gray_pure = 0
    for place in range(w["grays"]):
        length = w["gray_length"][place]
        color = gray_color(w, length)
        paid = min(length, max(0, spare[color]))
        spare[color] -= paid
        if w["gray_pure"][place]:
            gray_pure += length - paid
        else:
            gray_lack += length - paid
    for color in range(COLORS):
        lack[color] = max(0, -spare[color])
    while wilds > 0:  # a wild stands in for the color that lacks the most cards
        worst = NONE
        for color in range(COLORS):
            pure = max(0, w["need_pure"][color] - hand[color])
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
    return int(w["claims"] * 1000 + draws // 2)
