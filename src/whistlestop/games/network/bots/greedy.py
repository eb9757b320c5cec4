"""The `greedy` bot: pursues the most points per turn, one route at a time.

It is the baseline for stronger bots, so it plays its single idea as well as possible:

- For every route still open it divides the points that the claim would add, completed tickets included, by the turns
  needed: one for the claim and half a turn for every missing card. It claims the best route as soon as it can, with as
  few wilds as possible, and draws cards for it until then.
- From the market it takes the card that helps the best routes. It draws blind if a random card is as good.
- In its last turn it makes the claim that adds the most points.
- It keeps the minimum number of tickets, those with the least to lose, and never draws more. It pays the surcharge of a
  tunnel whenever it can. It builds no stations.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import CARDS, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.network.board.links import connected, join
from whistlestop.games.network.bots.planner import contributions
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.mechanisms.claims.lists import reach
from whistlestop.games.network.sizes import ROUTES, TICKET_WORDS, WORDS

from .collecting import best_by_time, claim_or_draw


@jit
def ticket_gain(o: Observation, r: Rules, player: int, route: int) -> int:
    """Return the points that a claim of the route adds to the player's tickets."""
    label = o["link"][player]
    a = r["route_a"][route]
    b = r["route_b"][route]
    if label[a] == label[b]:
        return 0
    joined = label.copy()
    join(joined, a, b)
    gain = 0
    for word in range(TICKET_WORDS):
        rest = o["tickets"][player, word]
        while rest != np.uint64(0):
            ticket = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            before = -int(r["ticket_loss"][ticket])
            after = before
            for target in range(r["ticket_targets"][ticket]):
                points = int(r["ticket_points"][ticket, target])
                ends = r["ticket_target"][ticket, target]
                if connected(label, r["ticket_origin"][ticket], ends):
                    before = max(before, points)
                if connected(joined, r["ticket_origin"][ticket], ends):
                    after = max(after, points)
            gain += after - before
    return gain


@jit
def count_gains(o: Observation, r: Rules, player: int, gain: Integers) -> None:
    """Write the points that each route within reach would add, completed tickets included."""
    for word in range(WORDS):
        rest = reach(o, r, player, word)
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            gain[route] = int(r["route_points"][route]) + ticket_gain(o, r, player, route)
            gain[route] += contributions.bonus(o, r, player, route)


@jit
def in_last_turn(o: Observation) -> bool:
    """Return whether this is the seat's last turn."""
    return bool(o["final_left"] != NONE and o["final_left"] <= o["players"])


@jit
def act(o: Observation, r: Rules, _n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    gain = np.zeros(ROUTES, np.int64)
    value = np.zeros(CARDS, np.int64)
    count_gains(o, r, player, gain)
    route = best_by_time(o, r, player, gain, in_last_turn(o), value)
    return claim_or_draw(o, r, player, route, value, w["actions"])


decide = one_idea(__name__, act)
