"""The value of one more completed ticket for the majority in a big city (CARD-51)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, popcount
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, TicketSet, Work
from whistlestop.games.yard.bots.planner.chance import at_least
from whistlestop.games.yard.bots.planner.numbers import DENY, own
from whistlestop.games.yard.bots.planning import Planning
from whistlestop.games.yard.sizes import CITIES

from .rules import tickets_to

MOST_NAMED = 12
"""The maximum number of tickets to the same city that the planner distinguishes."""

FINISH = own("finish", 850)  # share of the tickets in other hands that will be completed
GROWTH = own("growth", 250)  # tickets that an opponent will still draw and complete per turn


@jit
def naming(r: Rules, tickets: TicketSet, city: int) -> int:
    """Return how many of the tickets name the city."""
    count = 0
    rest = np.uint64(tickets)
    while rest != np.uint64(0):
        count += (int(r["ticket_cities"][ctz(rest)]) >> city) & 1
        rest &= rest - np.uint64(1)
    return count


@jit
def majority(o: Observation, r: Rules, n: Numbers, w: Work, city: int, count: int) -> int:
    """Return the value of completing `count` tickets to a city: its bonus, and the loss to opponents who do not get it.

    The number that opponents will complete is known for the past and estimated for the tickets in their hands.
    """
    if count == 0:
        return 0
    unseen = max(1, int(popcount(np.uint64(w["unseen"]))))
    share = naming(r, w["unseen"], city)
    tied = 1000  # chance that no opponent has more
    alone = 1000  # chance that no opponent has the same number or more
    for other in range(o["players"]):
        if other != o["seat"]:
            tickets = int(o["ticket_count"][other]) * n[FINISH] + w["time"] * n[GROWTH] // 1000
            mean = tickets * share // unseen
            done = tickets_to(o, r, other, city)
            tied -= tied * at_least(count + 1 - done, mean) // 1000
            alone -= alone * at_least(count - done, mean) // 1000
    denied = alone * n[DENY] // 1000 // (int(o["players"]) - 1)
    return int(r["city_points"][city] * (tied + denied))


@jit
def look(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Write the value of a ticket to a city, by the number of other tickets completed to it."""
    for city in range(r["cities"]):
        w["city_done"][city] = tickets_to(o, r, int(o["seat"]), city)
        before = 0
        for count in range(MOST_NAMED):
            value = majority(o, r, n, w, city, count + 1)
            w["city"][city, count] = value - before
            before = value


@jit
def clear(r: Rules, w: Work) -> None:
    """Start with the tickets completed in earlier passes."""
    for city in range(r["cities"]):
        w["cities"][city] = w["city_done"][city]


@jit
def choose(r: Rules, w: Work, ticket: int) -> None:
    """Count a ticket of the plan for its cities."""
    cities = int(r["ticket_cities"][ticket])
    for city in range(r["cities"]):
        w["cities"][city] += (cities >> city) & 1


@jit
def gain(r: Rules, w: Work, ticket: int) -> int:
    """Return the value of the ticket for the majorities in its cities."""
    total = 0
    cities = int(r["ticket_cities"][ticket])
    for city in range(r["cities"]):
        if (cities >> city) & 1:
            total += int(w["city"][city, min(MOST_NAMED - 1, w["cities"][city])])
    return total


PLANNING = Planning(
    work=[
        # value of a ticket by city and number of other tickets completed to it
        ("city", np.int64, (CITIES, MOST_NAMED)),
        ("city_done", np.int64, CITIES),  # own tickets completed in earlier passes
        ("cities", np.int64, CITIES),  # tickets that name the city, with those of the plan
    ],
    look=look,
    clear=clear,
    choose=choose,
    gain=gain,
)
