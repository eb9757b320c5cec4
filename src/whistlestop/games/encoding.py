"""What learning programs get of a kind of game: an observation as numbers, and actions in smaller parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from whistlestop.core.types import Actions, Observations, RulesArray, Tensors
from whistlestop.format import Ruleset

__all__ = ["Encoding", "Factors"]

Factors: TypeAlias = tuple[str, str | None]
"""An action in two parts: what is done, and how it is paid for, None if the first part says everything."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Encoding:
    """How the games of one kind are turned into arrays."""

    tensor: Callable[[Observations, RulesArray, int, int, int, Tensors, int], None]
    """Compiled: writes observation j as row i of an array of tensors.

    It is called as `tensor(observations, rules, j, paying, declaring, tensors, i)`. `paying` is what the seat has said
    that it pays for, as `target` numbers it, or NONE; `declaring` the set of tickets that it has begun to declare.
    """
    addable: Callable[[Observations, RulesArray, int, int, int, Actions], int]
    """Compiled: the tickets that can be added to the declaration that a seat has begun.

    It is called as `addable(observations, rules, j, seat, declaring, out)` with observations or states, writes the
    tickets to `out` and returns their number, or NONE if the seat owes no declaration.
    """
    factors: Callable[[Ruleset, int], Factors | None]
    """The two parts of an action of the catalogue; None for one that is never legal in this ruleset."""
    target: Callable[[Ruleset, int], int]
    """What an action of two parts is about, for `tensor`."""
