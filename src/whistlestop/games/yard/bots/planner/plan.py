"""The value of a player's cards and tickets: the points of the best plan for the tickets."""

from __future__ import annotations

from whistlestop.core.fields import COLORS, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Rules, Work

from . import contributions
from .chance import less_than
from .numbers import (
    SLACK_WORTH,
    SPARE_HAND,
    SPARE_STOCK,
    SPARE_WILD,
    TAIL,
    TICKET_SPREAD,
)
from .situation import Situation
from .timing import turns_for

AT_LEAST = 200  # minimum turns, in thousandths, counted for a ticket
USE = 4000  # turns left, in thousandths, with which half of the spare cards will still be useful


@jit
def ticket_gain(r: Rules, _n: Numbers, w: Work, ticket: int) -> int:
    """Return the gain from completing a ticket: its points twice, since a failure costs them, and mechanisms' gains."""
    return int(r["ticket_points"][ticket]) * 2000 + int(contributions.gain(r, w, ticket))


later = contributions.later_with(ticket_gain)


@jit
def choose(r: Rules, w: Work, ticket: int) -> None:
    """Add a ticket to the plan."""
    for color in range(COLORS):
        w["need"][color] += int(r["ticket_need"][ticket, color])
    contributions.choose(r, w, ticket)


@jit
def clear(r: Rules, w: Work, count: int) -> None:
    """Start a plan for `count` tickets, with none chosen."""
    for color in range(COLORS):
        w["need"][color] = 0
    contributions.clear(r, w)
    for place in range(count):
        w["chance"][place] = 0


@jit
def order_tickets(r: Rules, n: Numbers, w: Work, situation: Situation) -> None:
    """Sort the tickets in the order in which plans choose them: the most points per turn first."""
    clear(r, w, situation["count"])
    turns = 0
    for first in range(situation["count"]):
        best = first
        best_rate = 0
        best_turns = 0
        for place in range(first, situation["count"]):
            ticket = int(situation["ticket"][place])
            after = turns_for(r, n, w, situation, ticket)
            rate = ticket_gain(r, n, w, ticket) * 1000 // (max(0, after - turns) + AT_LEAST)
            if rate > best_rate:
                best = place
                best_rate = rate
                best_turns = after
        ticket = int(situation["ticket"][best])
        for place in range(best, first, -1):
            situation["ticket"][place] = situation["ticket"][place - 1]
        situation["ticket"][first] = ticket
        choose(r, w, ticket)
        turns = best_turns


@jit
def plan_now(r: Rules, n: Numbers, w: Work, situation: Situation, budget: int) -> tuple[int, int]:
    """Choose the tickets for this pass, one by one; return points and turns."""
    total = 0
    turns = 0
    for place in range(situation["count"]):
        ticket = int(situation["ticket"][place])
        after = turns_for(r, n, w, situation, ticket)
        chance = 1000 if after == turns else less_than(budget, after, after * n[TICKET_SPREAD] // 1000)
        gain = ticket_gain(r, n, w, ticket) * chance // 1000
        if gain * 1000 > (after - turns) * n[SLACK_WORTH]:
            w["chance"][place] = chance
            choose(r, w, ticket)
            total += gain
            turns = after
    return total, min(turns, budget)


@jit
def spare_worth(n: Numbers, w: Work, situation: Situation) -> int:
    """Return the value of the cards that the plan does not need, at the beginning of a pass."""
    total = situation["stock"][WILD] * n[SPARE_STOCK] // 1000 + situation["hand"][WILD] * n[SPARE_WILD]
    for color in range(COLORS):
        rest = situation["stock"][color] - w["need"][color] * 1000
        total += max(0, rest) * n[SPARE_STOCK] // 1000
        rest = min(0, rest) + situation["hand"][color] * 1000
        total += max(0, rest) * n[SPARE_HAND] // 1000
    return int(total)


@jit
def worth(r: Rules, n: Numbers, w: Work, situation: Situation) -> int:
    """Return the value of a situation in thousandths of a point: stack, hand, time, and the tickets in order."""
    total = 0
    clear(r, w, situation["count"])
    for place in range(situation["count"]):
        total -= int(r["ticket_points"][situation["ticket"][place]]) * 1000
    budget = max(0, situation["time"] - n[TAIL])
    points, turns = plan_now(r, n, w, situation, budget)
    total += points + (budget - turns) * n[SLACK_WORTH] // 1000
    total += spare_worth(n, w, situation) * budget // (budget + USE)
    return int(total + later(r, n, w, situation))
