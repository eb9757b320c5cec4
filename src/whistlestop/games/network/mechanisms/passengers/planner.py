"""The value of figures for bots, and their choice of figures (GER-8 to GER-10)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import COLORS, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Known, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.network.bots.planning import Planning, Tools
from whistlestop.games.network.sizes import CITIES

from .rules import BOARDING, ENDS


@jit
def chance_gained(ahead: int, left: int) -> int:
    """Return by how much one more figure raises the probability of having the most, in thousandths.

    `ahead` is the present lead, `left` the number of figures that can still change it. Every final lead that half of
    them can reach is equally likely.
    """
    reach = 2 + left
    return 1000 // reach if -reach <= 2 * ahead < reach else 0


@jit
def worth(o: Known, r: Rules, player: int, color: int) -> int:
    """Return the value of one more figure of a color for a player, in thousandths of a point."""
    most = second = left = 0
    for other in range(o["players"]):
        held = int(o["aboard"][other, color])
        if other != player and held > most:
            second = most
            most = held
        elif other != player and held > second:
            second = held
    for city in range(r["cities"]):
        left += int(o["figures"][city, color])
    held = int(o["aboard"][player, color])
    least = int(r["passenger_second"])
    points = (int(r["passenger_first"]) - least) * chance_gained(held - most, left)
    return points + least * chance_gained(held - max(1, second), left)


@jit
def best_color(o: Known, r: Rules, player: int, stop: int) -> int:
    """Return the color of the most valuable figure at a stop; NONE if there is none."""
    best = NONE
    most = -1
    for color in range(COLORS):
        if o["figures"][stop, color] > 0:
            value = worth(o, r, player, color)
            if value > most:
                best = color
                most = value
    return best


@jit
def look(o: Observation, r: Rules, w: Work) -> None:
    """Write the value of the best figure at each city."""
    if r["passengers"] == 0:
        return
    player = int(o["seat"])
    for city in range(r["cities"]):
        stop = int(r["stop"][city])
        color = best_color(o, r, player, stop)
        w["figure_worth"][city] = worth(o, r, player, color) if color != NONE else 0


@jit
def gain(r: Rules, w: Work, route: int) -> int:
    """Return the value of the figures at the ends of a route, in thousandths of a point."""
    if r["passengers"] == 0:
        return 0
    a, b = int(r["route_a"][route]), int(r["route_b"][route])
    return int(w["figure_worth"][a] + (w["figure_worth"][b] if a != b else 0))


@jit
def simply(o: Observation, r: Rules, player: int, _legal: Actions) -> int:
    """Take the most valuable figure."""
    if o["phase"] != BOARDING:
        return BEYOND
    end = 0
    while end < ENDS - 1 and o["boarding"][end] == NONE:
        end += 1
    stop = int(o["boarding"][end])
    return int(r["board_action"][stop, best_color(o, r, player, stop)])


def decide(_tools: Tools) -> Step:
    """Return the planner's function for passengers."""

    @jit
    def act(o: Observation, r: Rules, _n: Numbers, w: Work) -> int:
        return int(simply(o, r, int(o["seat"]), w["actions"]))

    return act


PLANNING = Planning(
    work=[("figure_worth", np.int64, CITIES)],
    look=look,
    gain=gain,
    decide=decide,
    simply=simply,
)
