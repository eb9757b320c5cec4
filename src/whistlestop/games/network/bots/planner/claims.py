"""Which planned route to claim now, and with which cards."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, popcount
from whistlestop.core.fields import COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, RouteSet, Rules, Work
from whistlestop.games.mechanisms import BEYOND
from whistlestop.games.network.bots.payments import can_pay
from whistlestop.games.network.mechanisms.claims.lists import claim_id

from . import contributions
from .goals import gain_at, unite
from .needs import Needs, expect, without
from .numbers import CLAIM_BIAS, FILL_LOSS, GOAL_CLAIM, GOAL_FIRST, HURRY, RISK, TEMPO, WILD_SPARE
from .opponents import block_worth
from .paths import FAR, has
from .timing import tally


@jit
def best_payment(o: Observation, r: Rules, n: Numbers, w: Work, needs: Needs, route: int) -> tuple[int, int]:
    """Return the payment for a route that leaves the best hand for the rest of the plan.

    Returns the action, or NONE if the hand cannot pay, and the turns that the rest of the plan then takes.
    """
    length = int(r["route_length"][route])
    wilds = min(w["hand"][WILD], length)
    best = NONE
    least = 1 << 40
    for wild in range(wilds + 1):
        for color in range(COLORS):
            held = w["hand"][color]
            if held >= length - wild and can_pay(r, route, color, held, wild):
                without(w["hand"], color, length - wild, wild, w["trial"])
                action = claim_id(r, route, color, wild)
                turns = (
                    expect(n, w, needs, w["trial"])
                    + wild * n[WILD_SPARE]
                    + contributions.risk(o, r, w, action)
                )
                if turns < least:
                    best = action
                    least = turns
    if can_pay(r, route, WILD, 0, length) and w["hand"][WILD] >= length:
        without(w["hand"], WILD, 0, length, w["trial"])
        action = claim_id(r, route, WILD, 0)
        turns = expect(n, w, needs, w["trial"]) + length * n[WILD_SPARE] + contributions.risk(o, r, w, action)
        if turns < least:
            best = action
            least = turns
    return best, least


@jit
def loss_without(r: Rules, w: Work, route: int, free: RouteSet) -> int:
    """Return the loss to the goals' plan without the route, in thousandths of a point."""
    total = 0
    cost = w["trial_cost"]
    for each in range(r["routes"]):
        cost[each] = w["cost"][each]
    cost[route] = FAR
    for goal in range(w["goals"]):
        if w["gain"][goal] == 0 or not has(w["path"][goal], route):
            continue
        unite(w, NONE, free)
        free[route >> 6] &= ~bit(route & 63)
        best = gain_at(r, w, cost, goal, free)
        total += max(0, w["gain"][goal] - w["cost"][route] - best)
    return total


@jit
def share_of_goals(w: Work, route: int) -> int:
    """Return the route's share in the gains of the goals that need it, in thousandths of a point."""
    total = 0
    for goal in range(w["goals"]):
        if w["gain"][goal] > 0 and has(w["path"][goal], route):
            missing = popcount(w["path"][goal, 0]) + popcount(w["path"][goal, 1])
            total += w["gain"][goal] // missing
    return int(total)


@jit
def choose_claim(o: Observation, r: Rules, n: Numbers, w: Work, base: int) -> tuple[int, int]:
    """Return the best planned route to claim now, and its merit.

    The merit is the number of turns, in thousandths, by which the claim is better than losing a turn. `base` is the
    number of turns that the whole plan takes. The action is NONE if no planned route can be claimed.
    """
    free = np.empty(2, np.uint64)
    best = NONE
    most = -(1 << 40)
    merit_of_best = most
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        needs = tally(r, w, w["list_size"], route)
        points = 0
        action, turns = contributions.act(o, r, n, w, needs, route)
        if action == BEYOND:
            points = int(r["route_points"][route]) * 1000 + contributions.gain(r, w, route)
            action, turns = best_payment(o, r, n, w, needs, route)
        if action == NONE:
            continue
        merit = base - turns - 1000 + n[CLAIM_BIAS]
        loss = points * n[FILL_LOSS] // 100 + block_worth(o, n, w, route)
        if place < w["list_goals"]:
            loss += loss_without(r, w, route, free)
        merit += loss * w["danger"][route] // 1000 * n[RISK] // n[TEMPO]
        at_stake = points + share_of_goals(w, route) if place < w["list_goals"] else points
        merit += at_stake * n[HURRY] // n[TEMPO] * 1000 // w["turns_left"] * 1000 // w["turns_left"]
        merit -= contributions.delay(r, n, route)
        first = 0
        if place < w["list_goals"] and points:
            merit += n[GOAL_CLAIM]
            first = n[GOAL_FIRST]
        if merit + first > most:
            best = action
            most = merit + first
            merit_of_best = merit
    return best, merit_of_best
