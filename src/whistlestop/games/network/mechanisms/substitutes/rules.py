"""Any cards in place of one: on ferries for a locomotive, on certain routes for a colored card (NOR-9, NOR-10).

A claim whose payment has fewer cards than the route has spaces is paid in two parts. First the payment is made and the
route is claimed; then the player gives the other cards one at a time, before the turn ends.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import CARDS, NONE, TURN, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Actions, Integers, Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism
from whistlestop.games.network.mechanisms.claims.lists import reach
from whistlestop.games.network.mechanisms.claims.rules import CLAIM, build
from whistlestop.games.network.mechanisms.codes import ACTION_TYPES, PHASES
from whistlestop.games.network.mechanisms.payments import can_pay, held, pay
from whistlestop.games.network.sizes import ROUTES

GIVE = next(ACTION_TYPES)
"""The type of action: give one card of any kind."""
GIVING = next(PHASES)
"""The phase in which the player gives the cards that replace others."""


@jit
def replaced(r: Rules, action: int) -> int:
    """Return how many cards of a claim are replaced by others; 0 for ordinary claims."""
    if r["action_type"][action] != CLAIM:
        return 0
    route = int(r["action_arg"][action])
    paid = int(r["action_colored"][action]) + int(r["action_wild"][action])
    return int(r["route_length"][route]) - paid


@jit
def others(r: Rules, action: int) -> int:
    """Return how many cards of any kind a claim takes in addition to its payment."""
    return int(r["substitute_cards"][r["action_arg"][action]]) * replaced(r, action)


@jit
def affords(s: State, r: Rules, player: int, action: int) -> bool:
    """Return whether the hand has the payment of a claim and, in addition, the other cards."""
    paid = int(r["action_colored"][action]) + int(r["action_wild"][action])
    return s["hand_size"][player] - paid >= others(r, action) and can_pay(s, r, player, action)


@jit
def within_reach(s: Known, r: Rules, player: int, route: int) -> bool:
    """Return whether the player may claim a route that takes substitutes, and has enough cards for one substitute."""
    each = int(r["substitute_cards"][route])
    if each == 0 or s["hand_size"][player] < r["route_length"][route] - 1 + each:
        return False
    return bool((reach(s, r, player, route >> 6) & bit(route & 63)) != np.uint64(0))


@jit
def list_turn(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the claims that substitutes pay for (NOR-9, NOR-10)."""
    for place in range(r["substitute_routes"]):
        route = int(r["substitute_route"][place])
        if within_reach(s, r, player, route):
            first = int(r["substitute_base"][route])
            for action in range(first, first + int(r["substitute_claims"][route])):
                if affords(s, r, player, action):
                    out[size] = action
                    size += 1
    return size


@jit
def count_turn(s: State, r: Rules, player: int, _counts: Integers, _at: int) -> int:
    """Return the number of claims that substitutes pay for."""
    found = 0
    for place in range(r["substitute_routes"]):
        route = int(r["substitute_route"][place])
        if within_reach(s, r, player, route):
            first = int(r["substitute_base"][route])
            for action in range(first, first + int(r["substitute_claims"][route])):
                if affords(s, r, player, action):
                    found += 1
    return found


@jit
def nth_turn(s: State, r: Rules, player: int, index: int, _counts: Integers, _at: int) -> int:
    """Return the n-th claim in the order of `list_turn`."""
    for place in range(r["substitute_routes"]):
        route = int(r["substitute_route"][place])
        if within_reach(s, r, player, route):
            first = int(r["substitute_base"][route])
            for action in range(first, first + int(r["substitute_claims"][route])):
                if affords(s, r, player, action):
                    if index == 0:
                        return action
                    index -= 1
    return NONE


@jit
def list_phase(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write the cards that the player can give."""
    if s["phase"] != GIVING:
        return BEYOND
    size = 0
    for card in range(CARDS):
        if held(s, player, card) > 0:
            out[size] = r["id_give"] + card
            size += 1
    return size


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether a claim with substitutes, or giving a card, is legal."""
    if r["action_type"][action] == GIVE:
        return YES if s["phase"] == GIVING and can_pay(s, r, player, action) else NO
    if s["phase"] == GIVING:
        return NO
    if replaced(r, action) == 0:
        return BEYOND
    route = int(r["action_arg"][action])
    fits = s["phase"] == TURN and within_reach(s, r, player, route)
    return YES if fits and affords(s, r, player, action) else NO


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Pay and claim, then give the other cards one at a time."""
    if r["action_type"][action] == GIVE:
        pay(s, r, player, action)
        s["owed"] -= 1
        if s["owed"] > 0:
            return GOES_ON
        s["owed_for"] = NONE
        return ENDED
    if replaced(r, action) == 0:
        return BEYOND
    pay(s, r, player, action)
    s["owed"] = others(r, action)
    s["owed_for"] = r["action_arg"][action]
    s["phase"] = GIVING
    build(s, r, player, int(r["action_arg"][action]))
    return GOES_ON


MECHANISM = Mechanism(
    columns=[
        # cards of any kind that replace one card of the route; 0: none do
        ("substitute_cards", i2, ROUTES),
        ("substitute_routes", i2),
        ("substitute_route", i2, ROUTES),  # the routes that take substitutes
        ("substitute_base", i2, ROUTES),  # first claim of the route with substitutes
        ("substitute_claims", i2, ROUTES),  # number of these claims
        ("id_give", i2),
    ],
    fields=[
        Field("owed", PUBLIC, i2),  # cards of any kind still to be given
        Field("owed_for", PUBLIC, i2, empty=NONE),  # the route that they pay for
    ],
    list_turn=list_turn,
    count_turn=count_turn,
    nth_turn=nth_turn,
    list_phase=list_phase,
    judge=judge,
    play=play,
)
