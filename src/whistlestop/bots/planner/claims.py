"""Which planned route to claim now, and with which cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.bots.payments import can_pay
from whistlestop.engine.bits import bit
from whistlestop.engine.claims import claim_id
from whistlestop.engine.fields import COLORS, NONE, WILD
from whistlestop.engine.jit import jit

from .goals import unite
from .numbers import CLAIM_BIAS, HURRY, RISK, TEMPO, WILD_SPARE
from .survey import FAR, has
from .timing import expect, tally
from .ways import nearest, spread


@jit
def best_payment(o: Any, r: Any, n: Any, w: Any, route: int) -> tuple[int, int]:
    """The payment for a route that leaves the best hand for the tallied rest of the plan.

    Returns the action, NONE if the hand cannot pay, and the turns that the rest then takes.
    """
    length = int(r["route_length"][route])
    wilds = min(w["hand"][WILD], length)
    best = NONE
    least = 1 << 40
    w["trial"][:] = w["hand"]
    for wild in range(wilds + 1):
        for color in range(COLORS):
            held = w["hand"][color]
            if held >= length - wild and can_pay(r, route, color, held, wild):
                w["trial"][color] -= length - wild
                w["trial"][WILD] -= wild
                turns = expect(n, w, w["trial"]) + wild * n[WILD_SPARE]
                w["trial"][color] += length - wild
                w["trial"][WILD] += wild
                if turns < least:
                    best = claim_id(r, route, color, wild)
                    least = turns
    if can_pay(r, route, WILD, 0, length) and w["hand"][WILD] >= length:
        w["trial"][WILD] -= length
        turns = expect(n, w, w["trial"]) + length * n[WILD_SPARE]
        w["trial"][WILD] += length
        if turns < least:
            best = claim_id(r, route, WILD, 0)
            least = turns
    return best, least


@jit
def loss_without(o: Any, r: Any, w: Any, route: int, free: Any) -> int:
    """What the tickets' plan would lose if the route were gone, in thousandths of a point."""
    total = 0
    kept = w["cost"][route]
    w["cost"][route] = FAR
    for goal in range(w["goals"]):
        if w["gain"][goal] == 0 or not has(w["path"][goal], route):
            continue
        unite(w, NONE, free)
        free[route >> 6] &= ~bit(route & 63)
        ticket = int(w["goal"][goal])
        spread(r, w, r["ticket_origin"][ticket], free)
        best = 0
        for target in range(r["ticket_targets"][ticket]):
            city = nearest(w, r["ticket_target"][ticket, target])
            if city != NONE:
                gain = (int(r["ticket_points"][ticket, target]) - w["now"][goal]) * 1000
                best = max(best, gain - w["dist"][city])
        total += max(0, w["gain"][goal] - kept - best)
    w["cost"][route] = kept
    return total


@jit
def surcharge_risk(o: Any, r: Any, w: Any, action: int) -> int:
    """The chance, in thousandths, that a tunnel asks for more cards than the hand has left."""
    route = int(r["action_arg"][action])
    if not r["route_tunnel"][route] or r["surcharge_cards"] == 0 or w["pool_size"] == 0:
        return 0
    color = int(r["action_color"][action])
    left = w["hand"][WILD] - int(r["action_wild"][action])
    match = w["pool"][WILD]
    if color != WILD:
        left += w["hand"][color] - int(r["action_colored"][action])
        match += w["pool"][color]
    hit = 1000 * match // w["pool_size"]
    miss = 1000 - hit
    if left == 0:
        return int(1000 - miss * miss * miss // 1_000_000)
    if left == 1:
        return int((3 * hit * hit * miss + hit * hit * hit) // 1_000_000)
    if left == 2:
        return int(hit * hit * hit // 1_000_000)
    return 0


@jit
def choose_claim(o: Any, r: Any, n: Any, w: Any, base: int) -> tuple[int, int]:
    """The best planned route to claim now, and its merit.

    The merit says by how many turns, in thousandths, the claim is better than losing a turn.
    `base` are the turns that the whole plan takes. The action is NONE if nothing planned can be claimed.
    """
    free = np.empty(2, np.uint64)
    best = NONE
    most = -(1 << 40)
    hurry = 0
    if w["turns_left"] < 12_000:
        hurry = n[HURRY] * 1_000_000 // (w["turns_left"] * w["turns_left"] // 1000 + 1000)
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        if w["loan"][route]:
            continue
        tally(r, w, route)
        action, turns = best_payment(o, r, n, w, route)
        if action == NONE:
            continue
        merit = base - turns - 1000 + n[CLAIM_BIAS]
        points = int(r["points"][r["route_length"][route]]) * 1000
        loss = points // 3
        if place < w["list_goals"]:
            loss += loss_without(o, r, w, route, free)
        merit += loss * w["danger"][route] // 1000 * n[RISK] // n[TEMPO]
        merit += (points + loss) // 100 * hurry // 100 // n[TEMPO]
        failing = surcharge_risk(o, r, w, action)
        merit -= failing
        if merit > most:
            best = action
            most = merit
    tally(r, w, NONE)
    return best, most
