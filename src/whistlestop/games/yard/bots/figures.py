"""The figures of a situation by name, in the order used to train the networks."""

from __future__ import annotations

from whistlestop.games.figures import Figures

(
    SCORE,  # current score, from completed passes
    WORTH,  # expected points from stack, hand, time and tickets
    WORTH_NOW,  # the same if the pass ended after one more turn
    TICKET_POINTS,  # points of the tickets held
    TICKETS,
    TIME,  # the seat's remaining turns in this pass
    NEXT_TIME,  # its turns in the next pass
    HAND,  # number of cards
    HAND_WILDS,
    STACK,
    STACK_WILDS,
    SIDING,  # number of cards in the rows
    DECK,
    WAIT,  # opponents' turns before the seat's next turn
    FINAL,  # whether the last round of the pass has begun
) = _NUMBERS = range(15)
SCALE = 1000
"""Figures are in thousandths."""
FIGURES = Figures(len(_NUMBERS))
"""A mechanism adds its own with `FIGURES.own()`."""
