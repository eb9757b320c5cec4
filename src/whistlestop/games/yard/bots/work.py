"""Scratch space of the compiled bots for the card game, written and read within one decision and never kept.

It is a single record so that the kernels allocate nothing. All counters have 64 bits, so that plain Python
(NUMBA_DISABLE_JIT=1) computes the same numbers.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from whistlestop.core.fields import CARDS, COLORS
from whistlestop.games.kernel import KEPT
from whistlestop.games.yard.sizes import ACTION, CITIES, COLORED, MOST_LEGAL, TICKETS

LONGEST = 12
"""The maximum number of cards of a row that the planner considers."""
MOST_TURNS = 48
"""The maximum number of its own turns that it looks ahead."""
MOST_NAMED = 12
"""The maximum number of tickets to the same city that it distinguishes."""
FIGURES = 15
"""The number of figures that summarize a situation (appraisal.py)."""

i1, i8, u8 = np.int8, np.int64, np.uint64

SITUATION = np.dtype(
    [
        ("stock", i8, CARDS),  # cards that are or will be on the stack, in thousandths
        ("hand", i8, CARDS),
        ("time", i8),  # own remaining turns, in thousandths
        ("count", i8),
        ("ticket", i8, TICKETS),  # the tickets held, in the order in which a plan serves them
    ],
    align=True,
)
"""What a player has, now or after an action."""
Situation: TypeAlias = np.void
"""A SITUATION record."""

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
        ("pool", i8, CARDS),  # cards not seen
        ("pool_size", i8),
        ("unseen", u8),  # tickets not seen
        ("later", i8, MOST_TURNS),  # probability of at least this many own turns after this one
        ("time", i8),  # expected number of these turns
        ("next_time", i8),  # own turns of the next pass
        (
            "arriving",
            i8,
            (COLORS, LONGEST + 1, LONGEST + 1),
        ),  # by color and size of a row, and number of its first cards counted
        (
            "city",
            i8,
            (CITIES, MOST_NAMED),
        ),  # value of a ticket by city and number of other tickets completed to it
        ("city_done", i8, CITIES),  # own tickets completed in earlier passes
        ("now", SITUATION),
        ("ending", SITUATION),  # the situation if the pass ends after one more turn
        ("trial", SITUATION),  # after the action being evaluated
        # the plan (planner/plan.py)
        ("chance", i8, TICKETS),  # probability of completing the ticket in this pass; 0 if it is not planned
        ("need", i8, COLORS),  # cards of its tickets
        ("cities", i8, CITIES),  # tickets that name the city
        ("gain", i8, CARDS),  # what one more of a card adds to the value (planner/cards.py)
        ("figures", i8, FIGURES),  # the planner's figures for the situation (appraisal.py)
    ],
    align=True,
)
