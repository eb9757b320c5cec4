"""The whole plan: the routes for tickets, and the routes for points that use up trains and time."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, Hand, Numbers, Observation, Rules, Work
from whistlestop.games.network.board.paths import longest_trail
from whistlestop.games.network.board.stock import is_small
from whistlestop.games.network.sizes import WORDS

from . import contributions
from .goals import fit_goals, give_up_one, net
from .needs import expect
from .numbers import FILL_FLOOR, LINK, TEMPO, TRAIL
from .opponents import block_worth
from .paths import has
from .survey import time_limit
from .timing import tally

TRIED = 8


@jit
def list_plan(w: Work) -> None:
    """Write the routes of the joint plan into `list`."""
    size = 0
    for word in range(WORDS):
        rest = w["plan"][word] & ~w["owned"][word]
        while rest != np.uint64(0):
            w["list"][size] = word * 64 + ctz(rest)
            size += 1
            rest &= rest - np.uint64(1)
    w["list_size"] = size
    w["list_goals"] = size


@jit
def plan_tickets(o: Observation, r: Rules, n: Numbers, w: Work, hand: Hand, limit: int) -> int:
    """Find the joint plan within trains, stations and time; return its net value in thousandths of a point."""
    value = fit_goals(o, r, n, w)
    list_plan(w)
    while w["list_size"] > 0:
        if expect(n, w, tally(r, w, w["list_size"], NONE), hand) <= limit:
            break
        give_up_one(r, w, w["cost"])
        value = net(w, w["cost"], NONE)
        list_plan(w)
    return value


@jit
def trains_listed(r: Rules, w: Work, size: int) -> tuple[int, int]:
    """Return the trains that the first `size` listed routes take, and how many of them are small (MECH-7)."""
    trains = small = 0
    for place in range(size):
        route = int(w["list"][place])
        if not contributions.lends(w, route):
            trains += int(r["route_trains"][route])
            small += int(r["route_trains"][route]) if is_small(r, route) else 0
    return trains, small


@jit
def closed_by_plan(r: Rules, w: Work, route: int) -> bool:
    """Return whether the plan contains the route or its twin."""
    for place in range(w["list_size"]):
        other = int(w["list"][place])
        if other == route or has(r["twins"][route], other):
            return True
    return False


@jit
def fill_value(
    o: Observation, r: Rules, n: Numbers, w: Work, route: int, turns: int, reached: CitySet
) -> int:
    """Return the value per train of a route for points, in thousandths of a point, if it takes `turns`."""
    trains = int(r["route_trains"][route])
    value = int(r["route_points"][route]) * 1000 - turns * n[TEMPO] // 100 + block_worth(o, n, w, route)
    value += contributions.gain(r, w, route)
    ends = bit(r["route_a"][route]) | bit(r["route_b"][route])
    if (ends & reached) != np.uint64(0):
        value += trains * n[LINK] * 10
    return int(value // trains)


@jit
def trail_with(r: Rules, w: Work, route: int) -> int:
    """Return the longest path's length over the player's routes, the plan and one more route (NONE: without it)."""
    words = np.empty(WORDS, np.uint64)
    for word in range(WORDS):
        words[word] = w["owned"][word]
    for place in range(w["list_size"]):
        planned = int(w["list"][place])
        if not contributions.lends(w, planned):
            words[planned >> 6] |= bit(planned & 63)
    if route != NONE:
        words[route >> 6] |= bit(route & 63)
    return int(longest_trail(r["route_a"], r["route_b"], r["route_length"], words[0], words[1]))


@jit
def add_fillers(o: Observation, r: Rules, n: Numbers, w: Work, hand: Hand) -> None:
    """Add the routes with the most points for their trains and turns, one by one."""
    player = int(o["seat"])
    taken, taken_small = trains_listed(r, w, w["list_size"])
    trains, small = int(o["trains"][player]) - taken, int(o["small_trains"][player]) - taken_small
    limit = time_limit(n, w)
    tried = np.empty(TRIED, np.int64)
    keys = np.empty(TRIED, np.int64)
    reached = np.uint64(w["network"])
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        reached |= bit(r["route_a"][route]) | bit(r["route_b"][route])
    base = expect(n, w, tally(r, w, w["list_size"], NONE), hand)
    longer = n[TRAIL] * int(r["longest_bonus"])  # the number is tuned for a bonus of 10 points
    while trains > r["end_trains"] and base < limit:
        size = 0
        for word in range(WORDS):
            rest = o["open"][player, word]
            while rest != np.uint64(0):
                route = word * 64 + ctz(rest)
                rest &= rest - np.uint64(1)
                stock = small if is_small(r, route) else trains - small
                if r["route_trains"][route] > stock or closed_by_plan(r, w, route):
                    continue
                key = fill_value(o, r, n, w, route, w["turns"][route], reached)
                place = size
                if size == TRIED:
                    place = TRIED - 1
                    if keys[place] >= key:
                        continue
                else:
                    size += 1
                while place > 0 and keys[place - 1] < key:
                    keys[place] = keys[place - 1]
                    tried[place] = tried[place - 1]
                    place -= 1
                keys[place] = key
                tried[place] = route
        best = NONE
        most = n[FILL_FLOOR] * 10
        trail = trail_with(r, w, NONE) if longer else 0
        after = base
        for place in range(size):
            w["list"][w["list_size"]] = tried[place]  # after the plan, for this tally only
            turns = expect(n, w, tally(r, w, w["list_size"] + 1, NONE), hand)
            if turns > limit:
                continue
            route = int(tried[place])
            value = fill_value(o, r, n, w, route, turns - base, reached)
            if longer:
                value += (trail_with(r, w, route) - trail) * longer // int(r["route_trains"][route])
            if value > most:
                best = int(tried[place])
                most = value
                after = turns
        if best == NONE:
            break
        w["list"][w["list_size"]] = best
        w["list_size"] += 1
        trains -= int(r["route_trains"][best])
        if is_small(r, best):
            small -= int(r["route_trains"][best])
        reached |= bit(r["route_a"][best]) | bit(r["route_b"][best])
        base = after


@jit
def make_program(o: Observation, r: Rules, n: Numbers, w: Work, hand: Hand) -> int:
    """Plan everything with a hand; return the net value of the ticket part."""
    value = plan_tickets(o, r, n, w, hand, time_limit(n, w))
    add_fillers(o, r, n, w, hand)
    return value
