"""The best set of tickets that a stack pays for (CARD-42), computed exactly.

This is a depth-first search with a bound: if every card has a price, the undecided tickets can add at most the prices
of the remaining cards, plus the excess of each ticket's value over the price of its cards. Any prices give a bound; the
best prices give a very tight one. They are the dual solution of the linear program in which a ticket may be completed
in part, and `find_prices` approximates them. Since the bound for all tickets is then close to the answer, the search
first looks for a set just below it, and lowers this limit if there is none.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import CARDS, COLORS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Known, Rules
from whistlestop.games.yard.sizes import TICKETS

from .sets import lack, load, spend

# The first three criteria of CARD-42 as one number: points, then tickets, then bonuses.
POINTS = 1 << 20
TICKET = 1 << 14

ROUNDS = 8  # rounds of the search for prices, per ticket
PATIENCE = 12  # rounds without a better bound before the steps become smaller
CLOSE = 1 << 11  # distance below the bound that the first search covers


@jit
def worth(r: Rules, ticket: int) -> int:
    """Return the value of a ticket in a declaration."""
    return int(r["ticket_points"][ticket]) * POINTS + TICKET + int(r["ticket_bonus"][ticket])


@jit
def profit(r: Rules, ticket: int, price: Integers) -> int:
    """Return the excess of a ticket's value over the price of its cards; may be negative."""
    value = worth(r, ticket)
    for color in range(COLORS):
        value -= int(r["ticket_need"][ticket, color]) * price[color]
    return int(value)


@jit
def list_payable(s: Known, r: Rules, player: int, out: Integers) -> int:
    """Write the player's tickets that could be completed on their own; return their number."""
    count = 0
    rest = s["tickets"][player, 0]
    while rest != np.uint64(0):
        ticket = ctz(rest)
        rest &= rest - np.uint64(1)
        if lack(s, r, player, bit(ticket)) <= s["stack"][player, WILD]:
            out[count] = ticket
            count += 1
    return count


@jit
def bound_and_slope(
    s: Known, r: Rules, player: int, tickets: Integers, count: int, price: Integers, slope: Integers
) -> int:
    """Return the bound for all of these tickets; write the surplus of each card to `slope`."""
    total = 0
    for card in range(CARDS):
        slope[card] = s["stack"][player, card]
        total += price[card] * slope[card]
    for place in range(count):
        gain = profit(r, tickets[place], price)
        if gain > 0:
            total += gain
            for color in range(COLORS):
                slope[color] -= int(r["ticket_need"][tickets[place], color])
    return int(total)


@jit
def step_down(price: Integers, free: Integers, slope: Integers, step: int) -> bool:
    """Raise the price of scarce cards and lower that of surplus cards; return False if nothing changes.

    No color may cost more than a wild, which can replace it; `free` are the prices without this limit.
    """
    square = 0
    for color in range(COLORS):
        if free[color] >= free[WILD] and slope[color] < 0:  # wilds replace scarce cards
            slope[WILD] += slope[color]
            slope[color] = 0
    for card in range(CARDS):
        square += slope[card] * slope[card]
    if square == 0:
        return False
    length = 1
    while length * length < square:
        length += 1
    for card in range(CARDS):
        free[card] = max(0, free[card] - slope[card] * step // length)
    for card in range(CARDS):
        price[card] = min(free[card], free[WILD])
    return True


@jit
def find_prices(s: Known, r: Rules, player: int, tickets: Integers, count: int, best_price: Integers) -> int:
    """Find prices with a low bound by the subgradient method; return the bound."""
    price = np.empty(CARDS, np.int64)
    free = np.empty(CARDS, np.int64)
    slope = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        free[card] = 4 * POINTS
        price[card] = free[card]
        best_price[card] = price[card]
    best = bound_and_slope(s, r, player, tickets, count, price, slope)
    step = POINTS
    failures = 0
    for _ in range(ROUNDS * count):
        if failures == PATIENCE:
            failures = 0
            step = step * 2 // 3
            for card in range(CARDS):
                free[card] = best_price[card]
                price[card] = best_price[card]
            bound_and_slope(s, r, player, tickets, count, price, slope)
        if not step_down(price, free, slope, step):
            break
        bound = bound_and_slope(s, r, player, tickets, count, price, slope)
        if bound < best:
            best = bound
            failures = 0
            for card in range(CARDS):
                best_price[card] = price[card]
        else:
            failures += 1
    return best


@jit
def sort_by_profit(r: Rules, tickets: Integers, count: int, price: Integers) -> None:
    """Sort the tickets in the order of the search: the clearest decisions first."""
    for end in range(1, count):
        ticket = tickets[end]
        clear = abs(profit(r, ticket, price))
        place = end
        while place > 0 and abs(profit(r, tickets[place - 1], price)) < clear:
            tickets[place] = tickets[place - 1]
            place -= 1
        tickets[place] = ticket


@jit
def first_in_order(a: int, b: int) -> bool:
    """Return whether a set of tickets comes before another of the same size, as sorted lists of ids."""
    differing = np.uint64(a ^ b)
    return bool(differing != np.uint64(0) and (a >> ctz(differing)) & 1 == 1)


@jit
def search(
    s: Known,
    r: Rules,
    player: int,
    tickets: Integers,
    count: int,
    price: Integers,
    hope: Integers,
    least: int,
) -> int:
    """Return the best feasible set worth at least `least`, otherwise -1."""
    left = np.empty(COLORS, np.int64)
    wilds = load(s, player, left)
    chosen = np.empty(TICKETS, np.int64)  # indices, ascending
    depth = 0
    value = 0
    declared = 0
    best = -1
    most = least
    place = 0
    while True:
        bound = value + hope[place] + wilds * price[WILD]
        for color in range(COLORS):
            bound += max(0, left[color]) * price[color]
        if place < count and bound >= most:
            wilds -= spend(r, left, tickets[place], 1)
            if wilds < 0:
                wilds -= spend(r, left, tickets[place], -1)
            else:
                chosen[depth] = place
                depth += 1
                value += worth(r, tickets[place])
                declared += 1 << tickets[place]
            place += 1
            continue
        if place == count and (
            value > most or (value == most and (best < 0 or first_in_order(declared, best)))
        ):
            best = declared
            most = value
        if depth == 0:
            return best
        depth -= 1
        place = chosen[depth]
        wilds -= spend(r, left, tickets[place], -1)
        value -= worth(r, tickets[place])
        declared -= 1 << tickets[place]
        place += 1


@jit
def best_declaration(s: Known, r: Rules, player: int) -> int:
    """Return the feasible set that the engine declares for a player, exactly by CARD-42."""
    tickets = np.empty(TICKETS, np.int64)
    count = list_payable(s, r, player, tickets)
    price = np.empty(CARDS, np.int64)
    bound = find_prices(s, r, player, tickets, count, price)
    sort_by_profit(r, tickets, count, price)
    hope = np.zeros(TICKETS + 1, np.int64)  # sum of the profits starting at an index
    for place in range(count - 1, -1, -1):
        hope[place] = hope[place + 1] + max(0, profit(r, tickets[place], price))
    below = CLOSE
    while True:
        best = search(s, r, player, tickets, count, price, hope, max(0, bound - below))
        if best >= 0:
            return best
        below *= 2
