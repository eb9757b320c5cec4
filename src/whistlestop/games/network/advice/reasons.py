"""Why to do something: what each mechanism says of its actions, and what is said of any.

A mechanism has an `advice.py` beside its `rules.py`, which makes `REASONS`: functions of the planner's thoughts and an
action, by the type of the action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .shapes import LastTurn, NetworkReason, Time
from .thoughts import Thoughts

Reasons: TypeAlias = Mapping[int, Callable[[Thoughts, int], list[NetworkReason]]]


def last(thoughts: Thoughts) -> list[NetworkReason]:
    """Say that this is the last turn."""
    return [LastTurn()] if thoughts.last_turn else []


def time(thoughts: Thoughts, *, only_tickets: bool = False) -> list[NetworkReason]:
    """How long the plan takes, and how long there is; nothing where there is no plan, or no time to plan for."""
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
