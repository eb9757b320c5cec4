"""Scratch space of the compiled bots for the card game, written and read within one decision and never kept.

It is a single record so that the kernels allocate nothing. All counters have 64 bits, so that plain Python
(NUMBA_DISABLE_JIT=1) computes the same numbers.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS
from whistlestop.games.kernel import KEPT
from whistlestop.games.yard.sizes import ACTION, COLORED, MOST_LEGAL, TICKETS

from .figures import FIGURES
from .planner.contributions import PLANNINGS
from .planner.situation import SITUATION

MOST_TURNS = 48
"""The maximum number of a player's own turns that bots look ahead."""

i1, i8, u8 = np.int8, np.int64, np.uint64

WORK = np.dtype(
    [
        KEPT,  # always 0: nothing is kept
        ("actions", ACTION, MOST_LEGAL),
        # greedy.py: missing cards, one ticket after the other
        ("left", i8, CARDS),  # cards of stack and siding not assigned to a ticket
        ("needed", i8, COLORS),  # cards that tickets lack
        ("worth", i8, (COLORS, COLORED)),  # the value of each of them, in descending order
        ("served", i1, TICKETS),
        # the situation (planner/survey.py); shares and chances in thousandths
        ("pool", i8, CARDS),  # cards that the seat has not seen
        ("pool_size", i8),
        ("unseen", u8),  # tickets that the seat has not seen
        ("later", i8, MOST_TURNS),  # probability of at least this many turns of the seat after this one
        ("time", i8),  # expected number of these turns
        ("now", SITUATION),
        ("ending", SITUATION),  # the situation if the pass ends after one more turn
        ("trial", SITUATION),  # after the action being evaluated
        # the plan (planner/plan.py)
        ("chance", i8, TICKETS),  # probability of completing the ticket in this pass; 0 if it is not planned
        ("need", i8, COLORS),  # cards of its tickets
        ("figures", i8, FIGURES.count),  # the planner's figures for the situation (appraisal.py)
        *(field for part in PLANNINGS for field in part.work),
    ],
    align=True,
)
