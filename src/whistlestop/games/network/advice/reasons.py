"""Reasons for an action: those of each mechanism for its own actions, and general ones.

The `advice.py` beside a mechanism's `rules.py` defines `REASONS`: functions of the planner's findings and an action, by
action type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .findings import Findings
from .shapes import LastTurn, NetworkReason, OutOfPlan, Time

Reasons: TypeAlias = Mapping[int, Callable[[Findings, int], list[NetworkReason]]]


def last(findings: Findings) -> list[NetworkReason]:
    """Return the reason that this is the last turn."""
    return [LastTurn()] if findings.last_turn else []


def time(findings: Findings, *, only_tickets: bool = False) -> list[NetworkReason]:
    """Return how long the plan takes and how much time is left; empty without a plan or without time to plan for.

    These reasons follow the tickets that a plan for all of the seat's tickets gives up: without a reason, these tickets
    would seem to have been overlooked.
    """
    w = findings.work
    size = int(w["list_goals"] if only_tickets else w["list_size"])
    if findings.last_turn or (size == 0 and not only_tickets):
        return []
    turns, turns_left = findings.told_turns(size)
    given_up = [] if only_tickets else findings.unplanned()
    return [
        *(OutOfPlan(ticket=ticket) for ticket in given_up),
        Time(
            turns=turns,
            turns_left=turns_left,
            trains=findings.trains(findings.routes[:size]),
            trains_left=int(findings.observation.record["trains"][findings.seat]),
        ),
    ]
