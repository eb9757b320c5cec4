"""Reasons for an action: those of each mechanism for its own actions, and general ones.

The `advice.py` beside a mechanism's `rules.py` defines `REASONS`: functions of the planner's thoughts and an action, by
action type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .shapes import LastTurn, NetworkReason, Time
from .thoughts import Thoughts

Reasons: TypeAlias = Mapping[int, Callable[[Thoughts, int], list[NetworkReason]]]


def last(thoughts: Thoughts) -> list[NetworkReason]:
    """Return the reason that this is the last turn."""
    return [LastTurn()] if thoughts.last_turn else []


def time(thoughts: Thoughts, *, only_tickets: bool = False) -> list[NetworkReason]:
    """Return how long the plan takes and how much time is left; empty without a plan or without time to plan for."""
    w = thoughts.work
    size = int(w["list_goals"] if only_tickets else w["list_size"])
    if thoughts.last_turn or (size == 0 and not only_tickets):
        return []
    turns, turns_left = thoughts.told_turns(size)
    return [
        Time(
            turns=turns,
            turns_left=turns_left,
            trains=thoughts.trains(thoughts.routes[:size]),
            trains_left=int(thoughts.observation.record["trains"][thoughts.seat]),
        )
    ]
