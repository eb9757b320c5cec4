"""Scratch space of the compiled bots for games of the yard machine: written and read within one decision, never kept.

It is one record so that the kernels allocate nothing. All counters are 64 bits wide, so that plain Python
(NUMBA_DISABLE_JIT=1) computes the same numbers.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from whistlestop.core.fields import CARDS, COLORS
from whistlestop.games.kernel import KEPT
from whistlestop.games.yard.sizes import ACTION, CITIES, COLORED, MOST_LEGAL, TICKETS

LONGEST = 12
"""Cards of a row that the planner looks at."""
MOST_TURNS = 48
"""Own turns that it looks ahead."""
MOST_NAMED = 12
"""Tickets to the same city that it tells apart by their number."""
FIGURES = 15
"""Figures in which a situation is summed up (appraisal.py)."""

i1, i8, u8 = np.int8, np.int64, np.uint64

SITUATION = np.dtype(
    [
        ("stock", i8, CARDS),  # cards that are or will be on the stack, in thousandths
        ("hand", i8, CARDS),
        ("time", i8),  # own turns still to come, in thousandths
        ("count", i8),
        ("ticket", i8, TICKETS),  # the tickets held, in the order in which a plan serves them
    ],
    align=True,
)
"""What a player has, as it is or as an action would leave it."""
Situation: TypeAlias = np.void
"""A SITUATION record."""

WORK = np.dtype(
    [
        KEPT,  # nothing is
        ("actions", ACTION, MOST_LEGAL),
        # greedy.py: what the tickets lack, one ticket after the other
        ("left", i8, CARDS),  # cards of stack and siding that no ticket has been given
        ("needed", i8, COLORS),  # cards that tickets lack
        ("worth", i8, (COLORS, COLORED)),  # what each of them is worth, the best first
        ("served", i1, TICKETS),
        # the situation (planner/survey.py); shares and chances in thousandths
        ("pool", i8, CARDS),  # cards not seen
        ("pool_size", i8),
        ("unseen", u8),  # tickets not seen
        ("later", i8, MOST_TURNS),  # chance of at least so many own turns after this one
        ("time", i8),  # how many there will be
        ("next_time", i8),  # own turns of the next pass
        (
            "arriving",
            i8,
            (COLORS, LONGEST + 1, LONGEST + 1),
        ),  # by color and size of a row, for its first so many cards
        (
            "city",
            i8,
            (CITIES, MOST_NAMED),
        ),  # what a ticket is worth to whoever completes so many others to the city
        ("city_done", i8, CITIES),  # own tickets completed in earlier passes
        ("now", SITUATION),
        ("ending", SITUATION),  # the same if the pass ends after one more turn
        ("trial", SITUATION),  # after an action that is being tried
        # the plan (planner/plan.py)
        ("chance", i8, TICKETS),  # that the ticket will be completed in this pass; 0 if it is not planned
        ("need", i8, COLORS),  # cards of its tickets
        ("cities", i8, CITIES),  # tickets that name the city
        ("gain", i8, CARDS),  # what one more of a card adds to its worth (planner/cards.py)
        ("figures", i8, FIGURES),  # what the planner makes of the situation (appraisal.py)
    ],
    align=True,
)
