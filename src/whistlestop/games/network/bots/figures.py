"""The figures of a situation by name, in the order used to train the networks."""

from __future__ import annotations

from whistlestop.games.figures import Figures

(
    SCORE,  # current score
    TICKETS_NOW,  # points of the held tickets as they stand
    GAIN,  # points that the plan's tickets add
    GOAL_POINTS,  # points for the routes that the plan needs for tickets
    GOAL_TRAINS,
    GOAL_ROUTES,
    GOAL_TURNS,  # turns for these routes
    FILL_POINTS,  # points for the routes that the plan adds for points
    FILL_TRAINS,
    ROUTES,  # routes in the whole plan
    TURNS,
    TURNS_LEFT,  # until another player can end the game
    TRAINS,
    HAND,  # number of cards
    WILDS,
    TRAIL,  # longest path
    TRAIL_PLANNED,  # longest path with the routes of the plan
    TRAIL_OF_OTHERS,  # longest path of any opponent
    TICKETS,  # tickets held
    GOALS,  # tickets that can still score more
    GOALS_PLANNED,
    STATIONS_LEFT,
    WAIT,  # opponents' turns before the seat's next turn
    FINAL,  # whether the final round has begun
) = _NUMBERS = range(24)
SCALE = 1000
"""Figures are in thousandths."""
FIGURES = Figures(len(_NUMBERS))
"""A mechanism adds its own with `FIGURES.own()`."""
