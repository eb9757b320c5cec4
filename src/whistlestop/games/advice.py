"""Advice that a player can request in addition to the view: plans and hints.

Plain Python, since it runs once per request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import get_type_hints

import numpy as np
import numpy.typing as npt

from whistlestop.text.advice import Hint, Plan, Searched
from whistlestop.text.knowledge import Knowledge


@dataclass(frozen=True, eq=False, kw_only=True)
class Advice:
    """The advice functions of a kind of game. The functions take the flag `look` from the table option of that name."""

    plan: Callable[[Knowledge, int, bool], Plan]
    """`plan(observation, seat, look)`: the plan to complete the tickets of the observation's seat."""
    hint: Callable[[Knowledge, int, bool, Searched | None], Hint]
    """`hint(observation, seat, look, searched)`: the suggested action for the observation's seat, which must have a
    decision to make: the result of the search in `searched`, or else the planner's choice."""
    numbers: Callable[[str], npt.NDArray[np.int64]]
    """`numbers(board)`: the planner's numbers for figures that are shown to players, by the board's id."""
    keeping_numbers: Callable[[str], npt.NDArray[np.int64]] | None = None
    """The same for a plan that keeps to its tickets, for kinds whose hints have plans."""
    as_shown: Callable[[Knowledge, int, bool], Knowledge]
    """`as_shown(observation, seat, look)`: a player's observation without the parts that their view hides."""

    @cached_property
    def plan_type(self) -> type[Plan]:
        """Return the record type that `plan` returns."""
        found: type[Plan] = get_type_hints(self.plan)["return"]
        return found

    @cached_property
    def hint_type(self) -> type[Hint]:
        """Return the record type that `hint` returns."""
        found: type[Hint] = get_type_hints(self.hint)["return"]
        return found
