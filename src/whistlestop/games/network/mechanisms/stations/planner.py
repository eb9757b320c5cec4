"""The value of stations for a plan: each station lets it use a route of another player (EUR-22, EUR-27)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, YES
from whistlestop.games.network.bots.figures import SCALE, STATIONS_LEFT
from whistlestop.games.network.bots.planner.needs import Needs, add_gray, expect, without
from whistlestop.games.network.bots.planner.numbers import GRAY_DRAW, TEMPO, WILD_SPARE
from whistlestop.games.network.bots.planning import Planning
from whistlestop.games.network.mechanisms.cities import is_free
from whistlestop.games.network.mechanisms.payments import SMALL
from whistlestop.games.network.sizes import ROUTES, WORDS

from .rules import STATION, station_cost

NO_LOAN, NEW_STATION, OWN_STATION = range(3)
"""How stations could use another player's route: not at all, with a new station, or with an existing one."""
LOAN = 100
"""The cost of using an existing station, in thousandths of a point."""


@jit
def look(o: Observation, r: Rules, w: Work) -> None:
    """Store the cost of the next station, and clear the routes that stations could use."""
    w["loan"][:] = NO_LOAN
    w["next_station"] = int(r["stations"]) - int(o["stations_left"][o["seat"]]) + 1


@jit
def look_at_other(o: Observation, r: Rules, w: Work, route: int) -> None:
    """Store whether stations could use another player's route."""
    if r["stations"] == 0:
        return
    player = int(o["seat"])
    a = int(r["route_a"][route])
    b = int(r["route_b"][route])
    if o["station_owner"][a] == player or o["station_owner"][b] == player:
        w["loan"][route] = OWN_STATION
    elif o["stations_left"][player] > 0 and (is_free(o, a) or is_free(o, b)):
        w["loan"][route] = NEW_STATION


@jit
def lends(w: Work, route: int) -> bool:
    """Return whether a station could use the route."""
    return bool(w["loan"][route] != NO_LOAN)


@jit
def price(_o: Observation, r: Rules, n: Numbers, w: Work, route: int) -> int:
    """Return the cost of another player's route for a plan."""
    if w["loan"][route] == OWN_STATION:
        return LOAN
    if w["loan"][route] == NEW_STATION:
        turns = 1000 + w["next_station"] * n[GRAY_DRAW] * 5
        return int(turns * n[TEMPO] // 100 + int(r["station_value"]) * 1000)
    return BEYOND


@jit
def exceeds(o: Observation, w: Work) -> bool:
    """Return whether the plan builds more stations than are left."""
    stations = 0
    for word in range(WORDS):
        rest = w["plan"][word] & ~w["owned"][word]
        while rest != np.uint64(0):
            if w["loan"][word * 64 + ctz(rest)] == NEW_STATION:
                stations += 1
            rest &= rest - np.uint64(1)
    return bool(stations > o["stations_left"][o["seat"]])


@jit
def clear_needs(w: Work) -> None:
    """Clear the number of stations to build."""
    w["stations"] = 0


@jit
def lent_cards(w: Work, route: int, before: int) -> int:
    """Return the cards for a new station; each costs more than the one before (EUR-23)."""
    if w["loan"][route] == NO_LOAN:
        return BEYOND
    return int(w["next_station"] + before) if w["loan"][route] == NEW_STATION else 0


@jit
def need(_r: Rules, w: Work, route: int) -> int:
    """Add a station; its cost is like that of a gray route."""
    cards = lent_cards(w, route, int(w["stations"]))
    if cards == BEYOND:
        return BEYOND
    if cards > 0:
        w["claims"] += 1
        add_gray(w, cards, 0)
        w["stations"] += 1
    return YES


@jit
def station_payment(o: Observation, r: Rules, n: Numbers, w: Work, needs: Needs) -> tuple[int, int]:
    """Return the payment for a station that leaves the best hand for the rest of the plan.

    The payment is an offset into a city's actions, or NONE. Also returns the turns that the routes then take.
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
                turns = expect(n, w, needs, w["trial"]) + wild * n[WILD_SPARE]
                if turns < least:
                    best = int(r["small"][color, cost - wild, wild])
                    least = turns
    return best, least


@jit
def station_city(o: Observation, r: Rules, route: int) -> int:
    """Return the city to build in for a lent route: its first end if it has no station, otherwise the other."""
    a = int(r["route_a"][route])
    return a if is_free(o, a) else int(r["route_b"][route])


@jit
def station_action(o: Observation, r: Rules, route: int, payment: int) -> int:
    """Return the action that builds a station where it can use the route."""
    return int(r["id_station"]) + station_city(o, r, route) * SMALL + payment


@jit
def act(o: Observation, r: Rules, n: Numbers, w: Work, needs: Needs, route: int) -> tuple[int, int]:
    """Build a station where it can use the route."""
    if w["loan"][route] == NO_LOAN:
        return BEYOND, 0
    if w["loan"][route] == OWN_STATION:
        return NONE, 0
    payment, turns = station_payment(o, r, n, w, needs)
    return (station_action(o, r, route, payment), turns) if payment != NONE else (NONE, 0)


@jit
def last(o: Observation, r: Rules, n: Numbers, w: Work, needs: Needs) -> int:
    """Build a station where it can use the plan's only missing route."""
    if w["stations"] != 1:
        return BEYOND
    payment, _ = station_payment(o, r, n, w, needs)
    return station_action(o, r, int(w["list"][0]), payment) if payment != NONE else BEYOND


@jit
def sum_up(o: Observation, r: Rules, figures: Integers) -> None:
    """Write the number of stations left."""
    if r["stations"]:
        figures[STATIONS_LEFT] = int(o["stations_left"][o["seat"]]) * SCALE


PLANNING = Planning(
    work=[
        ("loan", np.int8, ROUTES),  # NO_LOAN, NEW_STATION or OWN_STATION
        ("next_station", np.int64),  # cards for the next station
        ("stations", np.int64),  # stations to build for the routes tallied last
    ],
    look=look,
    look_at_other=look_at_other,
    price=price,
    lends=lends,
    exceeds=exceeds,
    clear_needs=clear_needs,
    need=need,
    lent_cards=lent_cards,
    act=act,
    last=last,
    sum_up=sum_up,
    not_tried={STATION},
)
