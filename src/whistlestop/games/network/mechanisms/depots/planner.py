"""How bots place depots, choose warehouses to fill, and take warehouses (EUR-42 to EUR-46)."""

from __future__ import annotations

from whistlestop.core.fields import NONE, TURN
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.network.bots.planner.numbers import TEMPO
from whistlestop.games.network.bots.planning import Planning, Tools
from whistlestop.games.network.mechanisms.cities import is_free

from .rules import COLLECTING, DEPOT, PLACING, STORING, can_collect

FULL = 4
"""Cards that make a player's own warehouse worth another depot."""
WORTH_TAKING = 3
"""Cards for which bots without a plan take a warehouse."""
SAVED = 300
"""Turns that an unknown card saves, in thousandths: less than half a turn, since the plan may not need it."""
CHANCE_OF_MOST = 3
"""Players with the same number of depots all get the bonus. About one depot in this many decides whether a player gets
it."""


@jit
def fullest(o: Observation, player: int) -> int:
    """Return the owner of the fullest warehouse that the player may take, NONE if there is none."""
    best = NONE
    for owner in range(o["players"]):
        if can_collect(o, player, owner) and (
            best == NONE or o["warehouse_size"][owner] > o["warehouse_size"][best]
        ):
            best = owner
    return best


@jit
def take_or_leave(r: Rules, owner: int, wanted: bool) -> int:
    """Return the action of taking a warehouse if it is wanted, otherwise of leaving all."""
    return int(r["id_collect"]) + owner if wanted else int(r["id_leave"])


@jit
def busiest(o: Observation, r: Rules) -> int:
    """Return the free city with the most open routes."""
    best, most = NONE, -1
    for city in range(r["cities"]):
        if is_free(o, city):
            routes = 0
            for route in range(r["routes"]):
                if r["route_a"][route] == city or r["route_b"][route] == city:
                    routes += 1
            if routes > most:
                best, most = city, routes
    return best


@jit
def planned(r: Rules, w: Work, city: int) -> int:
    """Return how many routes of the plan end in the city."""
    ends = 0
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        if r["route_a"][route] == city or r["route_b"][route] == city:
            ends += 1
    return ends


@jit
def best_city(o: Observation, r: Rules, w: Work) -> int:
    """Return the free city where the most routes of the plan end; without one, the busiest."""
    best, most = NONE, 0
    for city in range(r["cities"]):
        if is_free(o, city):
            ends = planned(r, w, city)
            if ends > most:
                best, most = city, ends
    return best if best != NONE else busiest(o, r)


@jit
def reaches(o: Observation, r: Rules, w: Work, player: int) -> bool:
    """Return whether a route of the plan ends in a city with a depot of the player."""
    for city in range(r["cities"]):
        if o["depot_owner"][city] == player and planned(r, w, city) > 0:
            return True
    return False


@jit
def price_of_depot(o: Observation, r: Rules, player: int) -> int:
    """Return the cost of giving up a depot, in thousandths of a point: the bonus, if the player could get it."""
    others = 0
    for other in range(o["players"]):
        if other != player:
            others = max(others, int(o["depots_left"][other]))
    left = int(o["depots_left"][player])
    return int(r["depot_bonus"]) * 1000 // CHANCE_OF_MOST if left >= others else 0


def decide(tools: Tools) -> Step:
    """Return the planner's function for warehouses and depots."""
    plan = tools.plan

    @jit
    def place(o: Observation, r: Rules, n: Numbers, w: Work, player: int) -> int:
        """Place a depot where the plan needs routes, so that it opens the player's warehouse if that is full enough."""
        if o["phase"] == TURN:
            full = o["warehouse_size"][player] >= FULL and o["depots_left"][player] > 1
            if not full or w["turns_left"] <= 2000:
                return BEYOND
        plan(o, r, n, w, w["hand"])
        city = best_city(o, r, w)
        if o["phase"] == TURN and (city == NONE or planned(r, w, city) == 0 or reaches(o, r, w, player)):
            return BEYOND
        return int(r["id_depot"]) + city

    @jit
    def act(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        player = int(o["seat"])
        if r["depots"] == 0:
            return BEYOND
        if o["phase"] in (PLACING, TURN):
            return place(o, r, n, w, player)
        if o["phase"] == STORING:
            return int(r["id_store"]) + player
        if o["phase"] != COLLECTING:
            return BEYOND
        owner = fullest(o, player)
        points = int(o["warehouse_size"][owner]) * SAVED * n[TEMPO] // 100
        return take_or_leave(r, owner, w["turns_left"] > 1000 and points > price_of_depot(o, r, player))

    return act


@jit
def simply(o: Observation, r: Rules, player: int, _legal: Actions) -> int:
    """Place the first depot in the busiest city, fill the player's own warehouse, and take those with several cards."""
    if o["phase"] == PLACING:
        return int(r["id_depot"]) + busiest(o, r)
    if o["phase"] == STORING:
        return int(r["id_store"]) + player
    if o["phase"] == COLLECTING:
        owner = fullest(o, player)
        return take_or_leave(r, owner, o["warehouse_size"][owner] >= WORTH_TAKING)
    return BEYOND


PLANNING = Planning(decide=decide, simply=simply, not_tried={DEPOT})
