"""The planner's figures for a situation, from which `bots/values.py` learns the value of a position."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import CARDS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import (
    Generator,
    Numbers,
    Observation,
    Rules,
    Work,
)
from whistlestop.games.deciding import deciding
from whistlestop.games.network.sizes import TICKET_WORDS

from .figures import (
    FILL_POINTS,
    FILL_TRAINS,
    FINAL,
    GAIN,
    GOAL_POINTS,
    GOAL_ROUTES,
    GOAL_TRAINS,
    GOAL_TURNS,
    GOALS,
    GOALS_PLANNED,
    HAND,
    ROUTES,
    SCALE,
    SCORE,
    TICKETS,
    TICKETS_NOW,
    TRAIL,
    TRAIL_OF_OTHERS,
    TRAIL_PLANNED,
    TRAINS,
    TURNS,
    TURNS_LEFT,
    WAIT,
    WILDS,
)
from .planner import contributions
from .planner.ending import trail_of
from .planner.goals import own_goals, value_now
from .planner.needs import expect
from .planner.program import make_program, trail_with
from .planner.survey import survey
from .planner.timing import tally


@jit
def held_now(o: Observation, r: Rules) -> int:
    """Return the points of the player's tickets as they stand, without stations."""
    total = 0
    for word in range(TICKET_WORDS):
        rest = o["tickets"][o["seat"], word]
        while rest != np.uint64(0):
            total += value_now(o, r, word * 64 + ctz(rest))
            rest &= rest - np.uint64(1)
    return total


@jit
def sum_up_plan(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Write the figures of the current plan."""
    figures = w["figures"]
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        if contributions.lends(w, route):
            continue
        trains = int(r["route_trains"][route])
        if place < w["list_goals"]:
            figures[GOAL_POINTS] += int(r["route_points"][route]) * SCALE
            figures[GOAL_TRAINS] += trains * SCALE
        else:
            figures[FILL_POINTS] += int(r["route_points"][route]) * SCALE
            figures[FILL_TRAINS] += trains * SCALE
    figures[GOAL_ROUTES] = w["list_goals"] * SCALE
    figures[ROUTES] = w["list_size"] * SCALE
    figures[TURNS] = expect(n, w, tally(r, w, w["list_size"], NONE), w["hand"])
    figures[GOAL_TURNS] = expect(n, w, tally(r, w, w["list_goals"], NONE), w["hand"])
    for goal in range(w["goals"]):
        figures[GAIN] += w["gain"][goal]
        if w["gain"][goal] > 0:
            figures[GOALS_PLANNED] += SCALE


@jit
def sum_up(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> int:
    """Write the seat's figures, in thousandths, to the scratch space and return the first."""
    player = int(o["seat"])
    figures = w["figures"]
    figures[:] = 0
    survey(o, r, n, w)
    own_goals(o, r, w)
    make_program(o, r, n, w, w["hand"])
    sum_up_plan(o, r, n, w)
    figures[SCORE] = int(o["score"][player]) * SCALE
    figures[TICKETS_NOW] = held_now(o, r) * SCALE
    figures[TURNS_LEFT] = w["turns_left"]
    figures[TRAINS] = int(o["trains"][player]) * SCALE
    for card in range(CARDS):
        figures[HAND] += w["hand"][card] * SCALE
    figures[WILDS] = w["hand"][WILD] * SCALE
    for other in range(o["players"]):
        trail = trail_of(r, o["owned"][other, 0], o["owned"][other, 1]) * SCALE
        whose = TRAIL if other == player else TRAIL_OF_OTHERS
        figures[whose] = max(figures[whose], trail)
    figures[TRAIL_PLANNED] = trail_with(r, w, NONE) * SCALE
    figures[TICKETS] = int(o["ticket_count"][player]) * SCALE
    figures[GOALS] = w["goals"] * SCALE
    contributions.sum_up(o, r, figures)
    figures[WAIT] = (player - int(o["player"])) % int(o["players"]) * SCALE
    figures[FINAL] = SCALE if o["final_left"] != NONE else 0
    return int(figures[SCORE])


appraise = deciding(__name__, sum_up, "appraise")
