"""The records are distinct types for the type checker, at no cost at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.core import types
from whistlestop.core.seats import is_to_act, pass_turn, seat_is_to_act

if TYPE_CHECKING:

    def swap(
        s: types.State, o: types.Observation, r: types.Rules, states: types.States, rules: types.RulesArray
    ) -> None:
        """If mypy accepted one of these lines, it would report an unused comment."""
        pass_turn(o)  # type: ignore[arg-type]
        is_to_act(r, 0)  # type: ignore[arg-type]
        seat_is_to_act(rules, 0, 0)  # type: ignore[arg-type]
        is_to_act(states, 0)  # type: ignore[arg-type]
        is_to_act(s, 0)
        is_to_act(o, 0)


def test_they_are_records_of_numpy() -> None:
    names = ("State", "Observation", "Rules", "Work", "Known", "Record")
    assert {getattr(types, name) for name in names} == {np.void}
