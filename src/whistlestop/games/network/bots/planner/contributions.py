"""The mechanisms' contributions to the planner, combined."""

from __future__ import annotations

from typing import Any

from whistlestop.core.jit import jit
from whistlestop.games.composing import found
from whistlestop.games.mechanisms import BEYOND
from whistlestop.games.mechanisms.chains import any_of, each, first_of, sum_of
from whistlestop.games.network import mechanisms
from whistlestop.games.network.bots.planning import Planning, Tools

PLANNINGS: tuple[Planning, ...] = tuple(
    planning for _, planning in found(mechanisms.__name__, mechanisms.NAMES, "planner", "PLANNING")
)
"""The contributions of the mechanisms; a mechanism without a `planner.py` has none."""

look = each(part.look for part in PLANNINGS)
look_at_other = each(part.look_at_other for part in PLANNINGS)
extra_turns = sum_of(part.turns for part in PLANNINGS)
gain = sum_of(part.gain for part in PLANNINGS)
price = first_of(part.price for part in PLANNINGS)
aim = each(part.aim for part in PLANNINGS)
bonus = sum_of(part.bonus for part in PLANNINGS)
standing = sum_of(part.standing for part in PLANNINGS)
lends = any_of(part.lends for part in PLANNINGS)
exceeds = any_of(part.exceeds for part in PLANNINGS)
clear_needs = each(part.clear_needs for part in PLANNINGS)
need = first_of(part.need for part in PLANNINGS)
lent_cards = first_of(part.lent_cards for part in PLANNINGS)
reserve = sum_of(part.reserve for part in PLANNINGS)
risk = sum_of(part.risk for part in PLANNINGS)
delay = sum_of(part.delay for part in PLANNINGS)
last = first_of(part.last for part in PLANNINGS)
simply = first_of(part.simply for part in PLANNINGS)
sum_up = each(part.sum_up for part in PLANNINGS)
NOT_TRIED = frozenset(kind for part in PLANNINGS for kind in part.not_tried)


def _acting(parts: list[Any]) -> Any:
    if not parts:

        @jit
        def nothing(*_arguments: Any) -> tuple[int, int]:
            return BEYOND, 0

        return nothing
    head, tail = parts[0], _acting(parts[1:])

    @jit
    def act(*arguments: Any) -> tuple[int, int]:
        action, turns = head(*arguments)
        if action != BEYOND:
            return action, turns
        found: tuple[int, int] = tail(*arguments)
        return found

    return act


act = _acting([part.act for part in PLANNINGS if part.act is not None])


def deciding_with(tools: Tools) -> Any:
    """Return `decide(o, r, n, w) -> action` for the phases of all mechanisms; it returns BEYOND in other phases."""
    return first_of(part.decide(tools) for part in PLANNINGS if part.decide is not None)
