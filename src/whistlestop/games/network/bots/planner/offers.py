"""Which tickets to keep, and when to draw more."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import NONE, OPENING
from whistlestop.core.jit import jit
from whistlestop.core.tickets import keep_min, subset_size
from whistlestop.core.types import Integers, Numbers, Observation, RouteSet, Rules, Work
from whistlestop.games.network.mechanisms.tickets.decks import most_drawn
from whistlestop.games.network.mechanisms.tickets.unknown import placed

from .goals import add_goal, own_goals, spaces, unite, value_now
from .numbers import FAIL, KEEP_TIME, KEEP_TRAIN, TICKET_MORE, TICKET_SHARE
from .paths import nearest, spread, targets_of
from .program import plan_tickets
from .survey import price


@jit
def choose_tickets(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Return the subset of the offer with the most valuable joint plan."""
    player = int(o["seat"])
    least = keep_min(r, o["phase"] == OPENING)
    price(o, r, n, w, n[KEEP_TRAIN], w["cost"])
    best = NONE
    most = 0
    for subset in range(1 << int(o["offer_size"][player])):
        if subset_size(subset) < least:
            continue
        own_goals(o, r, w)
        value = 0
        for place in range(o["offer_size"][player]):
            if (subset >> place) & 1:
                ticket = int(o["offer"][player, place])
                add_goal(o, r, w, ticket)
                value += value_now(o, r, ticket) * 1000
        value += plan_tickets(o, r, n, w, w["hand"], w["turns_left"] * n[KEEP_TIME] // 100)
        for goal in range(w["goals"]):
            missing = spaces(r, w, w["path"][goal])[0]
            value -= w["gain"][goal] * min(1000, missing * n[FAIL]) // 1000
        if best == NONE or value > most:
            best = subset
            most = value
    return int(r["id_keep"]) + best


@jit
def worth_of_ticket(
    o: Observation, r: Rules, n: Numbers, w: Work, ticket: int, free: RouteSet, trains: int, turns: int
) -> int:
    """Return the value of another ticket in addition to the plan, in thousandths of a point."""
    now = value_now(o, r, ticket) * 1000
    best = now
    spread(r, w, w["cost"], r["ticket_origin"][ticket], free, targets_of(r, ticket))
    for target in range(r["ticket_targets"][ticket]):
        city = nearest(w, r["ticket_target"][ticket, target])
        if city == NONE:
            continue
        length = 0
        needed = 0
        here = city
        while w["via"][here] != NONE:
            route = int(w["via"][here])
            if (free[route >> 6] & bit(route & 63)) == np.uint64(0):
                length += int(r["route_trains"][route])
                needed += w["turns"][route]
            here = int(r["route_a"][route]) + int(r["route_b"][route]) - here
        if length <= trains and needed <= turns:
            points = int(r["ticket_points"][ticket, target]) * 1000
            gain = points + int(r["ticket_loss"][ticket]) * 1000
            share = n[TICKET_SHARE] if w["dist"][city] > 0 else 100
            best = max(best, points - gain * (100 - share) // 100 - w["dist"][city])
    return best


@jit
def insert(values: Integers, size: int, value: int) -> None:
    """Insert a value into the first `size` values, which are in descending order."""
    place = size
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        place -= 1
    values[place] = value


@jit
def mean_of_best(values: Integers, size: int, drawn: int) -> int:
    """Return the expected maximum of `drawn` random values out of `size`, which are in descending order."""
    total = 1
    for each in range(drawn):
        total = total * (size - each) // (each + 1)
    best = 0
    for place in range(size - drawn + 1):  # probability of being highest: the others come after it
        ways = 1
        for each in range(drawn - 1):
            ways = ways * (size - place - 1 - each) // (each + 1)
        best += values[place] * ways
    return int(best // total)


@jit
def worth_of_drawing(
    o: Observation, r: Rules, n: Numbers, w: Work, trains: int, turns: int, long: int
) -> int:
    """Return the expected value of drawing tickets of one sort, in thousandths of a point, in addition to the plan.

    `trains` and `turns` are left over by the plan for the present tickets.
    """
    free = np.empty(2, np.uint64)
    unite(w, NONE, free)
    values = w["values"]
    size = 0
    positive = 0
    for ticket in range(r["tickets"]):
        if r["ticket_long"][ticket] != long or placed(o, ticket):
            continue
        value = worth_of_ticket(o, r, n, w, ticket, free, trains, turns)
        insert(values, size, value)
        positive += max(0, value)
        size += 1
    drawn = min(most_drawn(o, r, long), size)
    if drawn == 0:
        return -(1 << 40)
    best = mean_of_best(values, size, drawn)
    return int(best + max(0, positive * drawn // size - max(0, best)) * n[TICKET_MORE] // 100)
