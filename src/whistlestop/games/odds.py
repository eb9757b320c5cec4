"""Winning chances from the scores of playouts, computed with operations that WebAssembly rounds the same way."""

from __future__ import annotations

import math

from whistlestop.core.floats import exp
from whistlestop.core.jit import jit
from whistlestop.core.types import Floats, Integers

TIE = 0.5
"""Points added for a win by tie-break."""
LEAST = 0.02
"""Minimum smoothing, in points, for scores that never differ."""


@jit
def odds(
    scores: Floats, ranks: Integers, seat: int, handicap: float, smoothing: float, chances: Floats
) -> None:
    """Write each seat's winning chance in each game; shape of all three arrays: worlds x actions x seats.

    handicap, smoothing: the seat's handicap and the smoothing of all scores, as shares of the spread of scores.
    """
    worlds, actions, seats = scores.shape
    _lead(scores, ranks, chances)
    spread = _spread(chances)
    for world in range(worlds):
        for action in range(actions):
            chances[world, action, seat] -= handicap * spread
            most = chances[world, action, 0]
            for each in range(1, seats):
                most = max(most, chances[world, action, each])
            total = 0.0
            for each in range(seats):
                lead = chances[world, action, each] - most
                chances[world, action, each] = exp(lead / max(smoothing * spread, LEAST))
                total += chances[world, action, each]
            for each in range(seats):
                chances[world, action, each] /= total


@jit
def _lead(scores: Floats, ranks: Integers, leads: Floats) -> None:
    """Write by how much each score exceeds the mean of its game."""
    worlds, actions, seats = scores.shape
    for world in range(worlds):
        for action in range(actions):
            winners = 0
            for each in range(seats):
                if ranks[world, action, each] == 1:
                    winners += 1
            total = 0.0
            for each in range(seats):
                score = scores[world, action, each]
                if ranks[world, action, each] == 1:
                    score += TIE / winners
                leads[world, action, each] = score
                total += score
            for each in range(seats):
                leads[world, action, each] -= total / seats


@jit
def _spread(leads: Floats) -> float:
    """Return the standard deviation of leads between worlds."""
    worlds, actions, seats = leads.shape
    variance = 0.0
    for action in range(actions):
        for each in range(seats):
            total = 0.0
            for world in range(worlds):
                total += leads[world, action, each]
            for world in range(worlds):
                difference = leads[world, action, each] - total / worlds
                variance += difference * difference
    return math.sqrt(variance / (worlds * actions * seats))


@jit
def mean_and_error(values: Floats, found: Floats) -> None:
    """Write the mean of independent values and its standard error, which needs at least two values."""
    count = len(values)
    total = 0.0
    for place in range(count):
        total += values[place]
    mean = total / count
    squares = 0.0
    for place in range(count):
        squares += (values[place] - mean) * (values[place] - mean)
    found[0] = mean
    found[1] = math.sqrt(squares / max(1, count - 1) / count)
