"""Scratch space of the compiled bots, written and read within one decision.

Only bots for playouts keep data in it longer. It is a single record so that the kernels allocate almost nothing. All
counters have 64 bits, so that plain Python (NUMBA_DISABLE_JIT=1) computes the same numbers.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS
from whistlestop.games.kernel import KEPT
from whistlestop.games.network.sizes import ACTIONS, CITIES, ROUTES, TICKETS, WORDS

from .figures import FIGURES
from .planner.contributions import PLANNINGS

GOALS = 32
"""The maximum number of goals in a plan; with more open tickets, the first ones are planned."""

i1, i2, i8, u8 = np.int8, np.int16, np.int64, np.uint64

WORK = np.dtype(
    [
        KEPT,  # number of turns for which a plan has been kept (planner/committed.py)
        ("actions", i2, ACTIONS),
        # the situation (planner/survey.py)
        ("hand", i8, CARDS),
        ("first_hand", i8, CARDS),  # the hand after a first card
        ("trial", i8, CARDS),  # a hand under evaluation
        ("pool", i8, CARDS),  # cards that the seat has not seen
        ("pool_size", i8),
        ("scarce", i8, CARDS),  # how much rarer than usual a color is, in thousandths
        ("turns_left", i8),  # the seat's turns until the game ends, in thousandths
        ("touched", u8),  # cities that another player's routes touch
        ("network", u8),  # cities on the player's routes
        ("color", i1, ROUTES),  # color of a route; WILD for gray
        ("wild_ok", i1, ROUTES),  # wilds may pay for the route
        ("danger", i8, ROUTES),  # chance that an opponent takes the route in one round, in thousandths
        (
            "want",
            i8,
            ROUTES,
        ),  # expected number of opponents' tickets that need the route, in thousandths (planner/opponents.py)
        ("rival_path", u8, (TICKETS, WORDS)),  # missing routes on the likely path of a ticket
        ("turns", i8, ROUTES),  # turns to claim the route, in thousandths
        ("cost", i8, ROUTES),  # cost of using the route in a plan, in thousandths of a point
        ("trial_cost", i8, ROUTES),  # the same with a higher price of trains, or without one route
        ("usable", u8, WORDS),
        ("owned", u8, WORDS),
        # cheapest paths (planner/paths.py)
        ("dist", i8, CITIES),
        ("via", i2, CITIES),
        # the joint plan for tickets and other goals (planner/goals.py)
        ("goals", i8),
        ("goal", i2, GOALS),  # ticket; NONE for cities to connect (planner/aims.py)
        ("aim", u8, GOALS),  # these cities
        ("worth", i8, GOALS),  # points of the goal; for a ticket, those of its first target
        ("now", i8, GOALS),  # points of the goal as it stands
        ("order", i2, GOALS),
        ("gain", i8, GOALS),  # points that the planned path adds, 0 if none is planned
        ("path", u8, (GOALS, WORDS)),
        ("barred", i1, GOALS),  # whether the goal was given up
        ("best_gain", i8, GOALS),
        ("best_path", u8, (GOALS, WORDS)),
        ("plan", u8, WORDS),
        # the routes of the whole plan (planner/program.py): for tickets first, then for points
        ("list", i2, ROUTES),
        ("list_size", i8),
        ("list_goals", i8),  # how many of them serve tickets
        ("open_then", u8, WORDS),  # for a kept plan: the routes that the player could claim when it was made
        # the needs of a list of routes (planner/timing.py)
        ("need", i8, COLORS),  # colored cards that wilds may replace
        ("need_pure", i8, COLORS),  # colored cards that wilds may not replace
        ("need_wild", i8),
        ("grays", i8),
        ("gray_length", i8, ROUTES),
        ("gray_pure", i8, ROUTES),
        ("claims", i8),
        ("spare", i8, COLORS),
        ("lack", i8, COLORS),
        ("values", i8, TICKETS),  # values of the tickets that could be drawn
        ("figures", i8, FIGURES.count),  # the planner's figures for the situation (appraisal.py)
        *(field for part in PLANNINGS for field in part.work),
    ],
    align=True,
)
