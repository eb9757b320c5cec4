"""Reasons why one action is better than another, which mechanisms find in the final states of their playouts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from whistlestop.format import Ruleset

SHARE = 0.15
"""Minimum difference in shares of worlds for a reason."""

Reason: TypeAlias = Literal["ticket", "blocked", "points", "turns"]
"""The words of reasons in a review."""
Worlds: TypeAlias = Sequence[Mapping[str, int]]
"""The results of `at_end`, by world."""


@dataclass(frozen=True)
class Difference:
    """A difference between the playouts of two actions."""

    reason: Reason
    played: float
    better: float
    what: str
    points: float
    """Its approximate value in points, by which reasons are ranked."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The comparison of one mechanism."""

    at_end: Callable[[Ruleset, Any, int], Mapping[str, int]]
    """`at_end(ruleset, states, seat)`: numbers by name, from a scored STATE array."""
    differences: Callable[[Ruleset, int, Worlds, Worlds], list[Difference]]
    """`differences(ruleset, better, worlds_played, worlds_better)`: the differences that are large enough for a reason;
    `better` is the action."""
    instead_of: Collection[str] = ()
    """Columns of parts of the score that are not reported in addition to one of these differences."""
    never: Collection[str] = ()
    """Columns of parts of the score that are never reported."""


def _completed(_ruleset: Ruleset, _better: int, before: Worlds, after: Worlds) -> list[Difference]:
    """Return the tickets that the better action completes more often."""
    worth = {name: abs(points) for world in (*before, *after) for name, points in world.items()}
    found = []
    for name, points in worth.items():
        old, new = (
            sum(world.get(name, 0) > 0 for world in worlds) / len(worlds) for worlds in (before, after)
        )
        if new - old >= SHARE:
            found.append(Difference("ticket", old, new, name, 2 * points * (new - old)))
    return found


def tickets_compared(
    scores: Callable[[Ruleset, Any, int], Mapping[str, int]], never: Collection[str] = ()
) -> Comparison:
    """Return the comparison of completed tickets; `scores` returns the score of each, negative if it failed."""
    return Comparison(at_end=scores, differences=_completed, instead_of={"tickets"}, never=never)
