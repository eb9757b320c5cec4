"""The `long_route` bot: the longest routes of the board, whether its tickets need them or not.

It keeps as few tickets as it may, those with the least to lose. It collects for routes that are among the
longest still open, within one train, and prefers those that lie on the shortest way for one of its tickets;
shorter ones it leaves alone until the long ones are gone.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import OPENING, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.types import (
    Generator,
    Integers,
    Numbers,
    Observation,
    Observations,
    Rules,
    RulesArray,
    Work,
    WorkArray,
)
from whistlestop.games.network.bots.collecting import cheapest_tickets, pay_surcharge
from whistlestop.games.network.mechanisms.tunnels.rules import TUNNEL
from whistlestop.games.network.sizes import ROUTES

from .path import value_ways
from .wanting import pursue_any
from .ways import points_of_routes


@jit
def value_long_routes(o: Observation, r: Rules, w: Work, player: int, worth: Integers) -> None:
    """Into `worth` the length of the longest routes within reach, a little more for those that a ticket needs."""
    ways = np.zeros(ROUTES, np.int64)
    value_ways(o, r, w, player, ways)
    points_of_routes(o, r, player, worth)
    longest = 0
    for route in range(r["routes"]):
        if worth[route] > 0:
            longest = max(longest, int(r["route_length"][route]))
    for route in range(r["routes"]):
        length = int(r["route_length"][route])
        if worth[route] > 0:
            worth[route] = 0 if length < longest - 1 else 2 * length + (1 if ways[route] > 0 else 0)


@jit
def decide(
    observations: Observations,
    rules: RulesArray,
    i: int,
    random: Generator,
    numbers: Numbers,
    work: WorkArray,
) -> int:
    """Choose an action for the observation's seat. Nothing is left to chance."""
    o = observations[i]
    r = rules[0]
    w = work[0]
    player = int(o["seat"])
    phase = o["phase"]
    if phase in (OPENING, TICKET_CHOICE):
        return cheapest_tickets(o, r, player, phase == OPENING)
    if phase == TUNNEL:
        return pay_surcharge(o, r, player, w["actions"])
    worth = np.zeros(ROUTES, np.int64)
    value_long_routes(o, r, w, player, worth)
    return pursue_any(o, r, player, worth, w["actions"])
