"""The `racer` bot: to have laid its trains before anybody else has carried out a plan.

It lays its trains in as few turns as it can, so it collects for long routes, in whatever color it has most of,
and claims them as they come; neither points nor tickets count. It keeps as few tickets as it may, those with
the least to lose, and draws no others.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, OPENING, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observations, RulesArray, WorkArray
from whistlestop.games.network.bots.collecting import (
    best_by_time,
    cheapest_tickets,
    claim_or_draw,
    pay_surcharge,
)
from whistlestop.games.network.bots.greedy import in_last_turn
from whistlestop.games.network.mechanisms.tunnels.rules import TUNNEL
from whistlestop.games.network.sizes import ROUTES


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
    value = np.zeros(CARDS, np.int64)
    trains = np.zeros(ROUTES, np.int64)
    for route in range(r["routes"]):
        length = int(r["route_length"][route])
        trains[route] = length * length  # a claim is a turn without cards, so long ones are the quicker way
    route = best_by_time(o, r, player, trains, in_last_turn(o), value)
    return claim_or_draw(o, r, player, route, value, w["actions"])
