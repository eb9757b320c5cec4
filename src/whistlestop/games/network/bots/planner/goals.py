"""The joint plan for tickets and other goals: which to complete, and by which routes.

Tickets share routes, so their paths are found together. Each path is laid as cheaply as the earlier ones allow, in
several orders; then paths are laid again, one by one, until the plan no longer gets cheaper. This is the usual
heuristic for Steiner forests; tests compare it with the optimum on small boards. A ticket is planned only if it adds
more than its path costs. If trains, stations or time do not suffice, tickets are given up, starting with the smallest
loss.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, RouteSet, Rules, Work
from whistlestop.games.network.board.links import connected
from whistlestop.games.network.board.stock import affords, is_small
from whistlestop.games.network.bots.work import GOALS
from whistlestop.games.network.sizes import TICKET_WORDS, WORDS

from . import aims, contributions
from .numbers import TRAIN
from .paths import FAR, has, nearest, spread, targets_of, trace
from .survey import price

ORDERS = 4
SMALL = 3000  # added to the cost of a small train if there are too few, in thousandths of a point


@jit
def value_now(o: Observation, r: Rules, ticket: int) -> int:
    """Return the points of a ticket as it stands, without stations."""
    label = o["link"][o["seat"]]
    best = -int(r["ticket_loss"][ticket])
    for target in range(r["ticket_targets"][ticket]):
        points = int(r["ticket_points"][ticket, target])
        if points > best and connected(label, r["ticket_origin"][ticket], r["ticket_target"][ticket, target]):
            best = points
    return best


@jit
def add_goal(o: Observation, r: Rules, w: Work, ticket: int) -> None:
    """Make a ticket a goal if it can still score more."""
    now = value_now(o, r, ticket)
    most = now
    for target in range(r["ticket_targets"][ticket]):
        most = max(most, int(r["ticket_points"][ticket, target]))
    if most > now and w["goals"] < GOALS:
        place = w["goals"]
        w["goal"][place] = ticket
        w["worth"][place] = r["ticket_points"][ticket, 0]
        w["now"][place] = now
        w["barred"][place] = 0
        w["goals"] += 1


@jit
def own_goals(o: Observation, r: Rules, w: Work) -> None:
    """Make goals of the player's tickets, and add the goals of mechanisms."""
    w["goals"] = 0
    for word in range(TICKET_WORDS):
        rest = o["tickets"][o["seat"], word]
        while rest != np.uint64(0):
            add_goal(o, r, w, word * 64 + ctz(rest))
            rest &= rest - np.uint64(1)
    contributions.aim(o, r, w)


@jit
def lay_aim(r: Rules, w: Work, cost: Integers, goal: int, free: RouteSet) -> None:
    """Plan the routes that connect the cities of a goal, if they are worth their cost."""
    gain = (w["worth"][goal] - w["now"][goal]) * 1000
    price = aims.connect(r, w, cost, w["aim"][goal], free, w["path"][goal])
    if price < gain:
        w["gain"][goal] = gain
    else:
        w["path"][goal][:] = 0


@jit
def gain_at(r: Rules, w: Work, cost: Integers, goal: int, free: RouteSet) -> int:
    """Return the maximum gain of a goal minus the cost of its routes, at least 0; routes in `free` cost nothing."""
    ticket = int(w["goal"][goal])
    if ticket == NONE:
        price = aims.connect(r, w, cost, w["aim"][goal], free, np.empty(WORDS, np.uint64))
        return max(0, int((w["worth"][goal] - w["now"][goal]) * 1000 - price))
    spread(r, w, cost, r["ticket_origin"][ticket], free, targets_of(r, ticket))
    best = 0
    for target in range(r["ticket_targets"][ticket]):
        city = nearest(w, r["ticket_target"][ticket, target])
        if city != NONE:
            gain = (int(r["ticket_points"][ticket, target]) - w["now"][goal]) * 1000
            best = max(best, int(gain - w["dist"][city]))
    return best


@jit
def lay(r: Rules, w: Work, cost: Integers, goal: int, free: RouteSet) -> None:
    """Plan the most profitable path of one goal, where the routes in `free` cost nothing.

    The path is empty if none is worth its cost.
    """
    ticket = int(w["goal"][goal])
    w["gain"][goal] = 0
    w["path"][goal][:] = 0
    if w["barred"][goal]:
        return
    if ticket == NONE:
        lay_aim(r, w, cost, goal, free)
        return
    spread(r, w, cost, r["ticket_origin"][ticket], free, targets_of(r, ticket))
    best = 0
    end = NONE
    for target in range(r["ticket_targets"][ticket]):
        gain = (int(r["ticket_points"][ticket, target]) - w["now"][goal]) * 1000
        city = nearest(w, r["ticket_target"][ticket, target])
        if city != NONE and gain - w["dist"][city] > best:
            best = gain - w["dist"][city]
            end = city
            w["gain"][goal] = gain
    if end != NONE:
        trace(r, w, end, w["path"][goal])


@jit
def unite(w: Work, left_out: int, out: RouteSet) -> None:
    """Write the player's routes and the paths of all goals but one to `out`."""
    for word in range(WORDS):
        out[word] = w["owned"][word]
        for goal in range(w["goals"]):
            if goal != left_out:
                out[word] |= w["path"][goal, word]


@jit
def cost_of(w: Work, cost: Integers, routes: RouteSet) -> int:
    """Return the total cost of a set of routes."""
    total = 0
    for word in range(WORDS):
        rest = routes[word] & ~w["owned"][word]
        while rest != np.uint64(0):
            total += cost[word * 64 + ctz(rest)]
            rest &= rest - np.uint64(1)
    return total


@jit
def net(w: Work, cost: Integers, left_out: int) -> int:
    """Return the gains of the planned paths of all goals but one, minus the cost of their routes."""
    unite(w, left_out, w["plan"])
    total = -cost_of(w, cost, w["plan"])
    for goal in range(w["goals"]):
        if goal != left_out:
            total += w["gain"][goal]
    return total


@jit
def sort_goals(w: Work, order: int) -> None:
    """Sort the goals by their gain.

    Even orders are descending, odd ones ascending; orders 2 and 3 are rotated by one.
    """
    goals = w["goals"]
    for goal in range(goals):
        key = w["worth"][goal] - w["now"][goal]
        place = goal
        while place > 0:
            other = int(w["order"][place - 1])
            before = w["worth"][other] - w["now"][other]
            if before >= key if order % 2 == 0 else before <= key:
                break
            w["order"][place] = w["order"][place - 1]
            place -= 1
        w["order"][place] = goal
    if order >= 2 and goals > 2:
        first = w["order"][0]
        for place in range(goals - 1):
            w["order"][place] = w["order"][place + 1]
        w["order"][goals - 1] = first


@jit
def improve(r: Rules, w: Work, cost: Integers) -> int:
    """Lay each path again as long as that improves the plan; return the net value."""
    value = net(w, cost, NONE)
    old = np.empty(WORDS, np.uint64)
    for _ in range(4):
        better = False
        for goal in range(w["goals"]):
            gain = w["gain"][goal]
            old[:] = w["path"][goal]
            unite(w, goal, w["plan"])
            lay(r, w, cost, goal, w["plan"])
            new = net(w, cost, NONE)
            if new > value:
                value = new
                better = True
            else:
                w["gain"][goal] = gain
                w["path"][goal][:] = old
        if not better:
            break
    net(w, cost, NONE)
    return value


@jit
def join_goals(r: Rules, w: Work, cost: Integers) -> int:
    """Find the joint plan. Writes `gain`, `path` and `plan`, and returns the net value."""
    goals = w["goals"]
    best = -1
    orders = ORDERS if goals > 2 else goals
    for order in range(orders):
        sort_goals(w, order)
        for goal in range(goals):
            w["gain"][goal] = 0
            w["path"][goal][:] = 0
        for place in range(goals):
            goal = int(w["order"][place])
            unite(w, goal, w["plan"])
            lay(r, w, cost, goal, w["plan"])
        value = improve(r, w, cost)
        if value > best:
            best = value
            w["best_gain"][:] = w["gain"]
            w["best_path"][:] = w["path"]
    if goals:
        w["gain"][:] = w["best_gain"]
        w["path"][:] = w["best_path"]
    return net(w, cost, NONE)


@jit
def spaces(r: Rules, w: Work, routes: RouteSet) -> tuple[int, int]:
    """Return the trains that a set of routes still needs, and how many of them are small (MECH-7)."""
    trains = small = 0
    for word in range(WORDS):
        rest = routes[word] & ~w["owned"][word]
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            if not contributions.lends(w, route):
                trains += int(r["route_trains"][route])
                small += int(r["route_trains"][route]) if is_small(r, route) else 0
    return trains, small


@jit
def lacks_trains(o: Observation, r: Rules, w: Work) -> bool:
    """Return whether the joint plan needs more trains than are left, of either kind (MECH-7)."""
    trains, small = spaces(r, w, w["plan"])
    return not affords(o, int(o["seat"]), trains, small)


@jit
def give_up_one(r: Rules, w: Work, cost: Integers) -> None:
    """Bar the goal whose removal leaves the best plan, and lay the other paths again."""
    best = NONE
    most = 0
    for goal in range(w["goals"]):
        if w["gain"][goal] > 0:
            value = net(w, cost, goal)
            if best == NONE or value > most:
                best = goal
                most = value
    w["barred"][best] = 1
    w["gain"][best] = 0
    w["path"][best][:] = 0
    improve(r, w, cost)


@jit
def avoid_small(r: Rules, w: Work, cost: Integers) -> None:
    """Raise the costs of the routes that take small trains (MECH-7)."""
    for route in range(r["routes"]):
        if is_small(r, route) and not has(w["owned"], route) and not contributions.lends(w, route):
            cost[route] = min(FAR, cost[route] + int(r["route_trains"][route]) * SMALL)


@jit
def fit_goals(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Find the joint plan within the available trains and stations; return its net value."""
    cost = w["cost"]
    value = join_goals(r, w, cost)
    if lacks_trains(o, r, w):  # a higher price of trains leads to plans that save trains
        price(o, r, n, w, n[TRAIN] + 60, w["trial_cost"])
        if spaces(r, w, w["plan"])[1] > o["small_trains"][o["seat"]]:
            avoid_small(r, w, w["trial_cost"])
        join_goals(r, w, w["trial_cost"])
        value = net(w, cost, NONE)
    while lacks_trains(o, r, w) or contributions.exceeds(o, w):
        give_up_one(r, w, cost)
        value = net(w, cost, NONE)
    return value
