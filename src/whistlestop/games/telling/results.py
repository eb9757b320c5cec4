"""Tables of simulations and results: the columns of all mechanisms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whistlestop.format import Ruleset

from .parts import Telling


def results(every: Sequence[Telling]) -> dict[str, Any]:
    """Return `parts`, `numbers`, `lists`, `listed` and `move_numbers` of a `Kind`."""

    def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
        return tuple(
            found
            for each in every
            if each.listed is not None
            for found in each.listed(ruleset, states, player)
        )

    return {
        "parts": {name: field for each in every for name, field in each.parts.items()},
        "numbers": {name: number for each in every for name, number in each.numbers.items()},
        "lists": {name: kind for each in every for name, kind in each.lists.items()},
        "listed": listed,
        "move_numbers": {name: number for each in every for name, number in each.move_numbers.items()},
    }
