"""What a person may ask for besides the view. Plain Python, as it runs once for a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import get_type_hints

from whistlestop.text.advice import Hint, Plan, Searched
from whistlestop.text.knowledge import Knowledge


@dataclass(frozen=True, eq=False, kw_only=True)
class Advice:
    """What a kind of game advises. The flag `look` is the option of that name."""

    plan: Callable[[Knowledge, int, bool], Plan]
    """`plan(observation, seat, look)`: what the tickets of the observation's seat would take."""
    hint: Callable[[Knowledge, int, bool, Searched | None], Hint]
    """`hint(observation, seat, look, searched)`: what to do in place of the observation's seat, which owes a decision:
    what a search has found, or the planner's choice."""
    as_shown: Callable[[Knowledge, int, bool], Knowledge]
    """`as_shown(observation, seat, look)`: the observation of a player without what a view of it does not show."""

    @cached_property
    def plan_type(self) -> type[Plan]:
        """The record that `plan` returns."""
        found: type[Plan] = get_type_hints(self.plan)["return"]
        return found

    @cached_property
    def hint_type(self) -> type[Hint]:
        """The record that `hint` returns."""
        found: type[Hint] = get_type_hints(self.hint)["return"]
        return found
