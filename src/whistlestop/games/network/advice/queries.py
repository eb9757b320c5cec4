"""The queries of advice to the planner: interpreted in Python, since they are rare, and compiled for JavaScript.

`o` is an OBSERVATION record, `r` the RULES record, `n` the planner's numbers, `w` its scratch space.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import CARDS, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.network.board import links
from whistlestop.games.network.bots.planner import (
    cards,
    claims,
    contributions,
    goals,
    needs,
    opponents,
    paths,
    program,
    survey,
    timing,
)
from whistlestop.games.network.bots.planner.numbers import FILL_LOSS, GRAY_DRAW, KEEP_TIME, RISK, TEMPO, TRAIN
from whistlestop.games.network.mechanisms.stations.planner import LOAN
from whistlestop.games.network.sizes import ROUTES, WORDS

NOTICED = 100
"""The smallest danger that is mentioned, in thousandths of a turn."""
CONTESTED = 500
"""The smallest value, in thousandths of a point, at which opponents' need for a route is mentioned."""

# Paths of single tickets (`journeys.py`).


@jit
def look_around(o: Observation, r: Rules, n: Numbers, w: Work, present: Integers, empty: Integers) -> None:
    """Survey the situation as if the game never ended.

    Writes the cost of every route with the present hand and with an empty hand, in thousandths of a point.
    """
    survey.count_cards(o, r, w)
    survey.find_ends(o, r, w)
    w["turns_left"] = paths.FAR
    for route in range(r["routes"]):
        survey.look_at_route(r, w, route)
    _costs(r, n, w, present)
    survey.price(o, r, n, w, n[TRAIN], w["cost"])  # find the usable routes
    for card in range(CARDS):
        w["trial"][card] = w["hand"][card]
        w["hand"][card] = 0
    _costs(r, n, w, empty)
    for card in range(CARDS):
        w["hand"][card] = w["trial"][card]


@jit
def _costs(r: Rules, n: Numbers, w: Work, costs: Integers) -> None:
    """Write the cost of every route with the hand."""
    for route in range(r["routes"]):
        w["turns"][route] = survey.judge_turns(r, n, w, route)
        costs[route] = 0
        if not paths.has(w["owned"], route):
            trains = int(r["route_trains"][route]) * n[TRAIN] * 10
            costs[route] = w["turns"][route] * n[TEMPO] // 100 + trains


@jit
def cost_of_way(r: Rules, n: Numbers, w: Work, claimed: Integers, size: int, new: int, trains: int) -> int:
    """Return the cost of a whole path, in thousandths of a point.

    claimed: the routes to be claimed, `size` of them with `trains` trains. new: the number of stations to be built.
    """
    timing.clear_needs(w)
    for place in range(size):
        timing.add_need(r, w, int(claimed[place]))
    for number in range(new):
        needs.add_gray(w, int(w["next_station"]) + number, 0)
    w["claims"] += new
    turns = needs.expect(n, w, needs.noted(w), w["hand"])
    return int(turns * n[TEMPO] // 100 + trains * n[TRAIN] * 10 + new * int(r["station_value"]) * 1000)


@jit
def cost_of_loan(r: Rules, n: Numbers, w: Work, built: int, new: int) -> int:
    """Return the cost of another player's route in a path, in thousandths of a point.

    built: 1 if the station already exists. new: the number of stations to be built earlier on the path.
    """
    if built != 0:
        return LOAN
    turns = 1000 + (int(w["next_station"]) + new) * n[GRAY_DRAW] * 5
    return int(turns * n[TEMPO] // 100 + int(r["station_value"]) * 1000)


# The planner's findings after a decision (`findings.py`).


@jit
def turns_of_plan(r: Rules, n: Numbers, w: Work, size: int, left_out: int) -> int:
    """Return the turns that the first `size` routes of the plan take with the present hand, in thousandths."""
    return needs.expect(n, w, timing.tally(r, w, size, left_out), w["hand"])


@jit
def turns_with_card(n: Numbers, w: Work, card: int) -> int:
    """Return the turns for the last tally if the hand had one more card, in thousandths."""
    return cards.after_card(n, w, needs.noted(w), w["hand"], card)


@jit
def turns_left(o: Observation, r: Rules, n: Numbers) -> int:
    """Return an estimate of the seat's turns left, in thousandths."""
    return survey.time_left(o, r, n)


@jit
def trains_from(o: Observation, r: Rules, w: Work, city: int, left_out: int) -> None:
    """Write the trains from a city to each city, over owned or open routes except `left_out`, to `w["dist"]`."""
    trains = np.empty(ROUTES, np.int64)
    for route in range(ROUTES):
        trains[route] = paths.FAR
        if route == left_out:
            continue
        if paths.has(w["owned"], route):
            trains[route] = 0
        elif paths.has(o["open"][o["seat"]], route):
            trains[route] = r["route_trains"][route]
    everywhere = ~np.uint64(0)
    paths.spread(r, w, trains, bit(city), np.zeros(WORDS, np.uint64), everywhere)


@jit
def completes(o: Observation, r: Rules, route: int, ticket: int) -> bool:
    """Return whether a claim of the route would complete the ticket for the seat."""
    label = o["link"][o["seat"]]
    if links.best_target(r, label, ticket) >= 0:
        return False
    after = label.copy()
    links.join(after, int(r["route_a"][route]), int(r["route_b"][route]))
    return bool(links.best_target(r, after, ticket) >= 0)


@jit
def lends(w: Work, route: int) -> bool:
    """Return whether the plan uses the route of another player."""
    return bool(contributions.lends(w, route))


@jit
def lent_cards(w: Work, route: int, built: int) -> int:
    """Return the cards that using the route of another player takes, after that number of other new stations."""
    return int(contributions.lent_cards(w, route, built))


@jit
def reserve(r: Rules, route: int) -> int:
    """Return the cards that the planner holds back for a route."""
    return int(contributions.reserve(r, route))


@jit
def loss_at_stake(r: Rules, n: Numbers, w: Work, route: int) -> int:
    """Return the cost of losing the route, in thousandths of a point.

    Returns NONE if the route is not planned, or if the danger is not worth mentioning.
    """
    for place in range(w["list_size"]):
        if w["list"][place] == route:
            loss = int(r["route_points"][route]) * 1000 * n[FILL_LOSS] // 100
            if place < w["list_goals"]:
                loss += claims.loss_without(r, w, route, np.zeros(WORDS, np.uint64))
            weight = loss * w["danger"][route] // 1000 * n[RISK] // n[TEMPO]
            return int(loss) if weight >= NOTICED else NONE
    return NONE


@jit
def is_contested(o: Observation, n: Numbers, w: Work, route: int) -> bool:
    """Return whether opponents' probable need for the route is large enough to matter."""
    return bool(opponents.block_worth(o, n, w, route) >= CONTESTED)


@jit
def plan_kept(o: Observation, r: Rules, n: Numbers, w: Work, kept: int) -> None:
    """Plan the held tickets together with a subset of the offer."""
    seat = int(o["seat"])
    goals.own_goals(o, r, w)
    for place in range(o["offer_size"][seat]):
        if (kept >> place) & 1:
            goals.add_goal(o, r, w, int(o["offer"][seat, place]))
    program.plan_tickets(o, r, n, w, w["hand"], int(w["turns_left"]) * n[KEEP_TIME] // 100)
