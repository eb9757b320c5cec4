"""A search in steps: candidate actions are played in worlds, and those that fall behind are dropped.

A search is a record. It needs only the results of playouts, world by world. A caller may stop between any two worlds,
or divide the worlds by number; only the order in which it adds the results matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from whistlestop.core.bits import popcount, wrapping_add, wrapping_mul
from whistlestop.core.fields import NONE
from whistlestop.core.floats import exp
from whistlestop.core.jit import entries, jit
from whistlestop.core.types import (
    Actions,
    Floats,
    Generator,
    Integers,
    Numbers,
    Observations,
    Rules,
    RulesArray,
    WorkArray,
)

FIRST = 2
"""Worlds used to measure how long a playout takes."""
FEWEST = 8
"""Minimum number of worlds for every action that is tried; if time is short, fewer actions are tried."""
CLEAR = 3.0
"""Standard errors behind the planner's move at which an action is dropped, or ahead of it at which it is played."""
SPREAD, WORLDS = 0.2, 6
"""A typical standard deviation of differences within a world, and its weight as a number of worlds. It stabilizes
estimates from few worlds."""
KEEPS = 16
"""If there are at most this many choices of tickets, all are proposed; otherwise only those that differ from the
default by one ticket."""
BOUND = 8.0
"""Bound of a log-likelihood, so that no evidence counts as certain."""
STEP = np.uint64(0xD1B5_4A32_D192_ED03)

CANDIDATES = 64
"""The maximum number of actions that a search compares."""
PROGRESS = np.dtype(
    [
        ("seat", "i8"),
        ("size", "i8"),  # the number of candidates
        ("actions", "i8", (CANDIDATES,)),  # the planner's first
        ("kept", "i8"),  # the number of candidates still compared, with the planner's
        ("places", "i8", (CANDIDATES,)),  # their places in `actions`, the planner's first, then best first
        ("rounds", "i8"),  # about how often candidates will be dropped
        ("worlds", "i8"),  # played by those still compared; also the number of the next world
        ("next", "i8"),  # number of worlds to play next; 0: the search is over
        ("spent", "i8"),  # playouts so far
        ("chosen", "i8"),  # the action to play once it is over; NONE before
        # By place:
        ("played", "i8", (CANDIDATES,)),  # worlds
        ("margin", "f8", (CANDIDATES,)),  # sum of the points ahead of the best opponent
        ("value", "f8", (CANDIDATES,)),  # sum of the values of these margins
        ("lead", "f8", (CANDIDATES,)),  # sum of the values minus the planner's in the same worlds
        ("square", "f8", (CANDIDATES,)),  # sum of the squares of these differences
        ("better", "f8", (CANDIDATES,)),  # mean difference
        ("error", "f8", (CANDIDATES,)),  # its standard error
    ]
)


@jit
def world_seeds(start: Generator, first: int, seeds: Generator) -> None:
    """Write the generators of worlds from number `first`: independent streams, from a search's own start."""
    for world in range(len(seeds)):
        seeds[world] = wrapping_add(start[0], wrapping_mul(np.uint64(first + world), STEP))


@jit
def add_unless_default(out: Integers, size: int, action: int) -> int:
    """Write an action unless it is the default, which is out[0]; return the new size."""
    if action != out[0]:
        out[size] = action
        size += 1
    return size


@jit
def list_keeps(r: Rules, legal: Actions, count: int, default: int, out: Integers) -> int:
    """Write the default and other legal choices of tickets; return their number. See `KEEPS`."""
    size = 1
    out[0] = default
    for near in (False, True):
        size = 1
        for n in range(count):
            differing = np.uint64((int(legal[n]) - r["id_keep"]) ^ (default - r["id_keep"]))
            if not near or popcount(differing) == 1:
                size = add_unless_default(out, size, int(legal[n]))
        if size <= KEEPS:
            break
    return size


@jit
def value(margin: float, scale: int) -> float:
    """Return the value of a margin, from 0 to 1: a point counts more the closer the game."""
    return 1 / (1 + exp(-margin / scale))


@jit
def compare(lead: float, square: float, worlds: int) -> tuple[float, float]:
    """Return the mean of differences and its standard error, from their sum and the sum of their squares."""
    mean = lead / worlds
    variance = max(0.0, square / worlds - mean * mean)
    variance = (variance * worlds + SPREAD * SPREAD * WORLDS) / (worlds + WORLDS)
    return mean, math.sqrt(variance / worlds)


@jit
def begin(searches: WorkArray, seat: int, actions: Integers, left: int) -> None:
    """Begin a search for the best of a seat's actions, the planner's first. left: the playouts that may be used."""
    s = searches[0]
    size = min(len(actions), CANDIDATES, max(2, left // FEWEST))
    s["seat"] = seat
    s["size"] = s["kept"] = size
    for place in range(size):
        s["actions"][place] = actions[place]
        s["places"][place] = place
        s["played"][place] = 0
        s["margin"][place] = s["value"][place] = s["lead"][place] = s["square"][place] = 0.0
        s["better"][place] = s["error"][place] = 0.0
    s["rounds"] = 0
    while 1 << s["rounds"] < size:
        s["rounds"] += 1
    s["worlds"] = s["spent"] = 0
    s["next"] = FIRST if size > 1 else 0
    s["chosen"] = NONE if size > 1 else actions[0]


@jit
def add(searches: WorkArray, scores: Floats, scale: int) -> None:
    """Add the points in the next worlds, or in the first of them: worlds x candidates still compared x seats."""
    s = searches[0]
    seat, kept = int(s["seat"]), int(s["kept"])
    for world in range(len(scores)):
        first = 0.0
        for n in range(kept):
            rival = -np.inf
            for other in range(scores.shape[2]):
                if other != seat:
                    rival = max(rival, scores[world, n, other])
            margin = scores[world, n, seat] - rival
            worth = value(margin, scale)
            if n == 0:
                first = worth
            place = s["places"][n]
            s["played"][place] += 1
            s["margin"][place] += margin
            s["value"][place] += worth
            lead = worth - first
            s["lead"][place] += lead
            s["square"][place] += lead * lead
    s["worlds"] += len(scores)
    s["next"] -= len(scores)
    s["spent"] += len(scores) * kept


@jit
def narrow(searches: WorkArray, left: int, clear: int) -> None:
    """Once all worlds are added, drop the actions that fall behind; choose how many worlds follow, or the action.

    left: the playouts that may still be used. clear: `OPTIONS` of the bot `search`.
    """
    s = searches[0]
    if s["next"] > 0:
        return
    places, better, error = s["places"], s["better"], s["error"]
    others = int(s["kept"]) - 1
    for n in range(1, others + 1):
        place = places[n]
        better[place], error[place] = compare(s["lead"][place], s["square"][place], int(s["worlds"]))
    most = left // FEWEST - 1
    if s["worlds"] > FIRST:  # the first worlds only measure time
        s["rounds"] -= 1
        most = others // 2
    for n in range(2, others + 1):  # best first; equals stay in order
        place = places[n]
        at = n
        while at > 1 and better[places[at - 1]] < better[place]:
            places[at] = places[at - 1]
            at -= 1
        places[at] = place
    kept = 0
    for n in range(1, min(others, max(1, most)) + 1):
        place = places[n]
        if better[place] > -CLEAR * error[place]:
            kept += 1
            places[kept] = place
    s["kept"] = kept + 1
    best = places[1]
    decided = kept == 0 or (kept == 1 and better[best] > CLEAR * error[best])
    s["next"] = 0 if decided else max(0, left // ((kept + 1) * max(1, int(s["rounds"]))))
    if s["next"] == 0:
        is_better = kept > 0 and better[best] > clear / 100 * error[best]
        s["chosen"] = s["actions"][best if is_better else 0]


def likelihoods_of(module: str, features: Callable[..., None]) -> Callable[..., None]:
    """Return the function of a kind's search that weighs features; the module stores it as `likelihoods`."""

    @jit
    def likelihoods(
        observations: Observations, rules: RulesArray, i: int, weights: Floats, likely: Numbers
    ) -> None:
        """Write the relative likelihood that each player holds each ticket, in thousandths: players x tickets.

        weights: the amounts that full features add to the log-likelihood. The seat itself, and players without tickets,
        get equal likelihoods.
        """
        o = observations[i]
        found = np.zeros((likely.shape[1], len(weights)), np.int64)
        for player in range(len(likely)):
            likely[player, :] = 1
            if player == o["seat"] or o["ticket_count"][player] == 0:
                continue
            features(observations, rules, i, player, found)
            for ticket in range(len(found)):
                evidence = 0.0
                for each in range(len(weights)):
                    evidence += found[ticket, each] / 1000 * weights[each]
                evidence = min(max(evidence, -BOUND), BOUND)
                likely[player, ticket] = max(1, int(np.rint(1000 * exp(evidence))))

    found: Callable[..., None] = entries(module, {"likelihoods": likelihoods})["likelihoods"]
    return found
