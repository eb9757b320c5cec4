"""The mechanisms' contributions to the planner, combined."""

from __future__ import annotations

from typing import Any

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.games.composing import found
from whistlestop.games.mechanisms import Step
from whistlestop.games.mechanisms.chains import each, first_of, sum_of
from whistlestop.games.yard import mechanisms
from whistlestop.games.yard.bots.planning import Planning, Tools

PLANNINGS: tuple[Planning, ...] = tuple(
    planning for _, planning in found(mechanisms.__name__, mechanisms.NAMES, "planner", "PLANNING")
)
"""The contributions of the mechanisms; a mechanism without a `planner.py` has none."""

look = each(part.look for part in PLANNINGS)
bring = each(part.bring for part in PLANNINGS)
bring_at_once = each(part.bring_at_once for part in PLANNINGS)
clear = each(part.clear for part in PLANNINGS)
choose = each(part.choose for part in PLANNINGS)
gain = sum_of(part.gain for part in PLANNINGS)
sum_up = each(part.sum_up for part in PLANNINGS)
simply = first_of(part.simply for part in PLANNINGS)


def later_with(ticket_gain: Step) -> Step:
    """Return `later(r, n, w, situation) -> points` of all mechanisms."""
    return sum_of(part.later(ticket_gain) for part in PLANNINGS if part.later is not None)


def _better(parts: list[Step]) -> Step:
    if len(parts) == 1:
        return parts[0]
    head, tail = parts[0], _better(parts[1:])

    @jit
    def act(*arguments: Any) -> tuple[int, int]:
        first, most = head(*arguments)
        second, value = tail(*arguments)
        if second != NONE and (first == NONE or value > most):
            return second, value
        return first, most

    return act


def acting_with(tools: Tools) -> Step:
    """Return `act(o, r, n, w) -> (action, points)`: the best action of all mechanisms."""
    ordered = sorted(PLANNINGS, key=lambda part: not part.preferred)
    return _better([part.act(tools) for part in ordered if part.act is not None])


def deciding_with(tools: Tools) -> Step:
    """Return `decide(o, r, n, w) -> action` for the phases of all mechanisms; it returns BEYOND in other phases."""
    return first_of(part.decide(tools) for part in PLANNINGS if part.decide is not None)
