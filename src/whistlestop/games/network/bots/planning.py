"""What a mechanism adds to the bots: what it costs a plan or is worth to it, and what to do in its phases.

A mechanism has a `planner.py` beside its `rules.py`, which makes one `Planning`. `planner/rooms.py` composes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from whistlestop.games.mechanisms import Step

__all__ = ["Planning", "Tools"]


class Tools(NamedTuple):
    """Functions of the planner for a mechanism that decides in phases of its own."""

    plan: Step
    """`plan(o, r, n, w, hand)`: plan everything with a hand."""
    tally: Step
    """`tally(r, w, size, left_out) -> Needs`: what the first routes of the plan need, but for one."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Planning:
    """The part of one mechanism. Everything is optional; all functions are compiled.

    `o` is an OBSERVATION record, `r` RULES, `n` the numbers of the planner and `w` its WORK. Turns and points
    are in thousandths. A route is lent if it is another player's and the mechanism lets the plan use it.
    """

    work: Sequence[Any] = ()
    """Its fields of the WORK record."""

    # The situation.
    look: Step | None = None
    """`look(o, r, w)`: note what the mechanism knows of the situation."""
    look_at_other: Step | None = None
    """`look_at_other(o, r, w, route)`: after `look`, note one route of another player; called for each of them."""
    turns: Step | None = None
    """`turns(r, route) -> int`: turns that a claim costs beyond the cards of its length."""
    price: Step | None = None
    """`price(o, r, n, w, route) -> points`: what a lent route costs a plan, or BEYOND."""

    # A plan.
    lends: Step | None = None
    """`lends(w, route) -> bool`: whether the route is lent, so that it takes no trains."""
    exceeds: Step | None = None
    """`exceeds(o, w) -> bool`: whether the joint plan needs more of the mechanism's pieces than are left."""
    clear_needs: Step | None = None
    """`clear_needs(w)`: begin a new list of needs."""
    need: Step | None = None
    """`need(r, w, route) -> int`: add what a lent route needs; YES, or BEYOND for other routes."""
    lent_cards: Step | None = None
    """`lent_cards(w, route, before) -> int`: cards of any one color that a lent route takes when so many others of the
    plan come before it; 0 if it takes none, BEYOND for other routes."""
    reserve: Step | None = None
    """`reserve(r, route) -> int`: cards that a claim should leave in the hand."""

    # Actions.
    act: Callable[..., tuple[int, int]] | None = None
    """`act(o, r, n, w, needs, route) -> (action, turns)`: how to make use of a lent route, and the turns that the rest,
    which has these needs, then takes; the action is NONE if there is none now, BEYOND for other routes."""
    risk: Step | None = None
    """`risk(o, r, w, action) -> turns`: what a claim may lose."""
    delay: Step | None = None
    """`delay(r, n, route) -> turns`: by which a claim must be better."""
    last: Step | None = None
    """`last(o, r, n, w, needs) -> action`: an action of the last turn that at once completes the plan, which has these
    needs; BEYOND if there is none."""
    decide: Callable[[Tools], Step] | None = None
    """Returns `decide(o, r, n, w) -> action`, for phases of the mechanism's own; BEYOND in others."""
    simply: Step | None = None
    """`simply(o, r, player, legal) -> action`: the same for bots that do not plan; `legal` is an array for actions."""

    # Searching.
    sum_up: Step | None = None
    """`sum_up(o, r, figures)`: write figures of the situation."""
    not_tried: Collection[int] = ()
    """Types of actions that a search does not try unless the planner would."""
