"""The figures of a situation by name, in the order in which the networks were trained on them."""

from __future__ import annotations

(
    SCORE,  # as it stands
    TICKETS_NOW,  # what the tickets held score as things stand
    GAIN,  # points that the plan's tickets add
    GOAL_POINTS,  # points of the routes that the plan needs for tickets
    GOAL_TRAINS,
    GOAL_ROUTES,
    GOAL_TURNS,  # turns for these
    FILL_POINTS,  # and of those that it adds for points
    FILL_TRAINS,
    ROUTES,  # of the whole plan
    TURNS,
    TURNS_LEFT,  # until another player can end the game
    TRAINS,
    HAND,  # cards
    WILDS,
    TRAIL,  # the longest trail
    TRAIL_PLANNED,  # with the routes of the plan
    TRAIL_OF_OTHERS,  # the longest of them
    TICKETS,  # held
    GOALS,  # of which so many can still score more
    GOALS_PLANNED,
    STATIONS_LEFT,
    WAIT,  # turns of others before the next own one
    FINAL,  # whether the final round has begun
) = _NUMBERS = range(24)
FIGURES = len(_NUMBERS)
SCALE = 1000
"""They are in thousandths."""
