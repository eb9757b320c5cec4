"""Scratch space of the compiled bots: written and read within one decision, and kept by no bot that plays.

It is one record so that the kernels allocate next to nothing. All counters are 64 bits wide, so that plain
Python (NUMBA_DISABLE_JIT=1) computes the same numbers.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS
from whistlestop.games.kernel import KEPT
from whistlestop.games.network.sizes import ACTIONS, CITIES, ROUTES, TICKETS, WORDS

from .figures import FIGURES
from .planner.rooms import PLANNINGS

GOALS = 32
"""Tickets that a plan can be about; a player with more open ones plans for the first so many."""

i1, i2, i8, u8 = np.int8, np.int16, np.int64, np.uint64

WORK = np.dtype(
    [
        KEPT,  # for how many turns there has been a plan to go on with (planner/committed.py)
        ("actions", i2, ACTIONS),
        # the situation (planner/survey.py)
        ("hand", i8, CARDS),
        ("first_hand", i8, CARDS),  # with a first card drawn
        ("trial", i8, CARDS),  # a hand that is being tried
        ("pool", i8, CARDS),  # cards not seen
        ("pool_size", i8),
        ("scarce", i8, CARDS),  # how much rarer than usual a color is, in thousandths
        ("turns_left", i8),  # own turns until the game ends, in thousandths
        ("touched", u8),  # cities that another player's routes touch
        ("network", u8),  # cities that own routes touch
        ("color", i1, ROUTES),  # of a route; WILD for gray
        ("wild_ok", i1, ROUTES),  # wilds may pay for the route
        ("danger", i8, ROUTES),  # chance that another player takes the route in one round, in thousandths
        (
            "want",
            i8,
            ROUTES,
        ),  # tickets of others that need the route, as expected, in thousandths (planner/rivals.py)
        ("rival_path", u8, (TICKETS, WORDS)),  # what the likely way of a ticket lacks
        ("turns", i8, ROUTES),  # turns to get the route, in thousandths
        ("cost", i8, ROUTES),  # what using the route costs a plan, in thousandths of a point
        ("trial_cost", i8, ROUTES),  # and what it would cost if trains were dearer or a route were gone
        ("usable", u8, WORDS),
        ("owned", u8, WORDS),
        # cheapest ways (planner/ways.py)
        ("dist", i8, CITIES),
        ("via", i2, CITIES),
        # the joint plan for tickets (planner/goals.py)
        ("goals", i8),
        ("goal", i2, GOALS),  # ticket
        ("now", i8, GOALS),  # what the ticket is worth as things stand
        ("order", i2, GOALS),
        ("gain", i8, GOALS),  # points that the planned path adds, 0 if none is planned
        ("path", u8, (GOALS, WORDS)),
        ("barred", i1, GOALS),  # given up
        ("best_gain", i8, GOALS),
        ("best_path", u8, (GOALS, WORDS)),
        ("plan", u8, WORDS),
        # the routes of the whole plan (planner/program.py): for tickets first, then for points
        ("list", i2, ROUTES),
        ("list_size", i8),
        ("list_goals", i8),  # how many of them serve tickets
        ("open_then", u8, WORDS),  # what the player could claim when it was made, where it is kept
        # what a list of routes needs (planner/timing.py)
        ("need", i8, COLORS),  # colored cards for which wilds may stand in
        ("need_pure", i8, COLORS),  # and for which not
        ("need_wild", i8),
        ("grays", i8),
        ("gray_length", i8, ROUTES),
        ("gray_pure", i8, ROUTES),
        ("claims", i8),
        ("spare", i8, COLORS),
        ("lack", i8, COLORS),
        ("values", i8, TICKETS),  # of tickets that could be drawn
        ("figures", i8, FIGURES),  # what the planner makes of the situation (appraisal.py)
        *(field for part in PLANNINGS for field in part.work),
    ],
    align=True,
)
