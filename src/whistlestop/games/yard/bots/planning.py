"""The contribution of a mechanism to the planner: values for a plan, actions in a turn, and decisions in its phases.

The `planner.py` beside a mechanism's `rules.py` defines one `Planning`. `planner/contributions.py` combines them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from whistlestop.games.mechanisms import Step

__all__ = ["Planning", "Tools"]


class Tools(NamedTuple):
    """Functions of the planner for mechanisms that make decisions. They include the contributions of all mechanisms."""

    worth: Step
    """`worth(r, n, w, situation) -> points`: the value of a situation."""
    order_tickets: Step
    """`order_tickets(r, n, w, situation)`: sort its tickets in the order in which a plan serves them."""
    clear: Step
    """`clear(r, w, count)`: start a plan for `count` tickets."""
    choose: Step
    """`choose(r, w, ticket)`: add a ticket to the plan."""
    ticket_gain: Step
    """`ticket_gain(r, n, w, ticket) -> points`: the gain in score from completing the ticket, given the plan."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Planning:
    """The contribution of one mechanism. Everything is optional; all functions are compiled.

    `o` is an OBSERVATION record, `r` RULES, `n` the numbers of the planner, `w` its WORK and `situation` a SITUATION.
    Turns, cards and points are in thousandths.
    """

    work: Sequence[Any] = ()
    """Its fields of the WORK record."""

    # The situation.
    look: Step | None = None
    """`look(o, r, n, w)`: store the mechanism's data, after cards, tickets and time have been counted."""
    bring: Step | None = None
    """`bring(o, w, situation)`: add the cards that the mechanism is expected to move to the stack."""
    bring_at_once: Step | None = None
    """`bring_at_once(o, n, w, situation)`: the same if the pass ends after one more turn."""

    # A plan.
    clear: Step | None = None
    """`clear(r, w)`: start a plan without tickets."""
    choose: Step | None = None
    """`choose(r, w, ticket)`: add a ticket to the plan."""
    gain: Step | None = None
    """`gain(r, w, ticket) -> points`: the gain of the ticket in addition to its own points, given the plan."""
    later: Callable[[Step], Step] | None = None
    """Given `Tools.ticket_gain`, returns `later(r, n, w, situation) -> points`: the value of the situation beyond the
    plan for this pass."""

    # Actions.
    act: Callable[[Tools], Step] | None = None
    """Returns `act(o, r, n, w) -> (action, points)`: the mechanism's best action in a turn, and the value of the
    situation after the turn. The action is NONE if there is none."""
    preferred: bool = False
    """Whether its action is preferred to equally valuable ones of other mechanisms."""
    decide: Callable[[Tools], Step] | None = None
    """Returns `decide(o, r, n, w) -> action` for the mechanism's own phases; BEYOND in other phases."""
    simply: Step | None = None
    """`simply(o, r, player) -> action`: the same for bots without a plan."""

    # Search.
    sum_up: Step | None = None
    """`sum_up(o, w)`: write figures for the situation to `figures` of `w`. `FIGURES.own()` defines one."""
