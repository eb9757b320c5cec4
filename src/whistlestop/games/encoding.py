"""The input of learning programs from a kind of game: observations as numbers, and actions split into parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from whistlestop.core.types import Actions, Observations, RulesArray, Tensors
from whistlestop.format import Ruleset

__all__ = ["Encoding", "Factors"]

Factors: TypeAlias = tuple[str, str | None]
"""An action in two parts: the deed, and how it is paid for. The second is None if the first determines the action.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Encoding:
    """How games of one kind are turned into arrays."""

    tensor: Callable[[Observations, RulesArray, int, int, int, Tensors, int], None]
    """Compiled: write observation j to row i of an array of tensors.

    Called as `tensor(observations, rules, j, paying, declaring, tensors, i)`. `paying` is the target that the seat has
    chosen and must still pay for, numbered by `target`, or NONE. `declaring` is the set of tickets that the seat has
    declared so far.
    """
    addable: Callable[[Observations, RulesArray, int, int, int, Actions], int]
    """Compiled: list the tickets that a seat can add to its declaration in progress.

    Called as `addable(observations, rules, j, seat, declaring, out)`, with observations or states. Writes the tickets
    to `out` and returns their number, or NONE if the seat has no declaration to make.
    """
    factors: Callable[[Ruleset, int], Factors | None]
    """Return the two parts of a catalogue action, or None if the action is never legal in this ruleset."""
    target: Callable[[Ruleset, int], int]
    """Return the number that `tensor` takes as `paying` for an action in two parts."""
