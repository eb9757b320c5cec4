"""Stations: where the plan borrows a route of somebody else (EUR-22, EUR-27)."""

from __future__ import annotations

from whistlestop.core.fields import COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.network.mechanisms.payments import SMALL
from whistlestop.games.network.mechanisms.stations.rules import station_cost

from .numbers import WILD_SPARE
from .timing import expect, without


@jit
def station_payment(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
    """The payment for a station that leaves the best hand for the tallied rest of the plan.

    Returns it as an offset into a city's actions, NONE if there is none, and the turns that the routes then take.
    """
    cost = station_cost(o, r, int(o["seat"]))
    best = NONE
    least = 1 << 40
    if cost == 0:
        return best, least
    for wild in range(min(cost, w["hand"][WILD]) + 1):
        for color in range(COLORS):
            if w["hand"][color] >= cost - wild:
                without(w["hand"], color, cost - wild, wild, w["trial"])
                turns = expect(n, w, w["trial"]) + wild * n[WILD_SPARE]
                if turns < least:
                    best = int(r["small"][color, cost - wild, wild])
                    least = turns
    return best, least


@jit
def station_city(o: Observation, r: Rules, route: int) -> int:
    """The end of a lent route to build at: the first if no station stands there, otherwise the other."""
    a = int(r["route_a"][route])
    return a if o["station_owner"][a] == NONE else int(r["route_b"][route])


@jit
def station_action(o: Observation, r: Rules, route: int, payment: int) -> int:
    """The action that builds where the route can be used."""
    return int(r["id_station"]) + station_city(o, r, route) * SMALL + payment
