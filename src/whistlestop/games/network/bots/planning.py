"""The contribution of a mechanism to the bots: costs and values for a plan, and decisions in its phases.

The `planner.py` beside a mechanism's `rules.py` defines one `Planning`. `planner/contributions.py` combines them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from whistlestop.games.mechanisms import Step

__all__ = ["Planning", "Tools"]


class Tools(NamedTuple):
    """Functions of the planner for mechanisms that make decisions in their own phases."""

    plan: Step
    """`plan(o, r, n, w, hand)`: plan everything with a hand."""
    tally: Step
    """`tally(r, w, size, left_out) -> Needs`: the needs of the first `size` routes of the plan, without `left_out`."""
    worth_of_sort: Step
    """`worth_of_sort(o, r, n, w, long) -> int`: the merit of drawing regular (0) or long (1) tickets, after `plan`."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Planning:
    """The contribution of one mechanism. Everything is optional; all functions are compiled.

    `o` is an OBSERVATION record, `r` RULES, `n` the numbers of the planner and `w` its WORK. Turns and points are in
    thousandths. A lent route belongs to another player, but the mechanism lets the plan use it.
    """

    work: Sequence[Any] = ()
    """Its fields of the WORK record."""

    # The situation.
    look: Step | None = None
    """`look(o, r, w)`: store the mechanism's data about the situation."""
    look_at_other: Step | None = None
    """`look_at_other(o, r, w, route)`: called after `look` for each route of another player."""
    turns: Step | None = None
    """`turns(r, route) -> int`: turns that a claim costs in addition to the cards of its length."""
    gain: Step | None = None
    """`gain(r, w, route) -> points`: the value of a claim in addition to the points of the route."""
    price: Step | None = None
    """`price(o, r, n, w, route) -> points`: cost of a lent route for a plan, or BEYOND."""

    # Goals.
    aim: Step | None = None
    """`aim(o, r, w)`: add goals that are not tickets, with `aims.add`."""
    bonus: Step | None = None
    """`bonus(o, r, player, route) -> points`: points at the end that a claim of the route adds at once."""
    standing: Step | None = None
    """`standing(o, r, player) -> points`: points at the end for a player's present network, if they are public.
    """

    # A plan.
    lends: Step | None = None
    """`lends(w, route) -> bool`: whether the route is lent and therefore takes no trains."""
    exceeds: Step | None = None
    """`exceeds(o, w) -> bool`: whether the joint plan needs more of the mechanism's pieces than are left."""
    clear_needs: Step | None = None
    """`clear_needs(w)`: start a new list of needs."""
    need: Step | None = None
    """`need(r, w, route) -> int`: add the needs of a lent route; YES, or BEYOND for other routes."""
    lent_cards: Step | None = None
    """`lent_cards(w, route, before) -> int`: cards of any one color that a lent route takes after `before` other lent
    routes of the plan; 0 if it takes none, BEYOND for other routes."""
    reserve: Step | None = None
    """`reserve(r, route) -> int`: cards that should remain in the hand after a claim."""

    # Actions.
    act: Callable[..., tuple[int, int]] | None = None
    """`act(o, r, n, w, needs, route) -> (action, turns)`: the action that makes a lent route usable, and the turns that
    the rest of the plan then takes, given its needs. The action is NONE if none is possible now, BEYOND for other
    routes."""
    risk: Step | None = None
    """`risk(o, r, w, action) -> turns`: the expected loss of a claim."""
    delay: Step | None = None
    """`delay(r, n, route) -> turns`: the margin by which a claim must be better than other actions."""
    last: Step | None = None
    """`last(o, r, n, w, needs) -> action`: an action for the last turn that completes the plan immediately, given its
    needs; BEYOND if there is none."""
    decide: Callable[[Tools], Step] | None = None
    """Returns `decide(o, r, n, w) -> action` for the mechanism's own phases; BEYOND in other phases."""
    simply: Step | None = None
    """`simply(o, r, player, legal) -> action`: the same for bots without a plan; `legal` is an array for actions."""

    # Search.
    sum_up: Step | None = None
    """`sum_up(o, r, figures)`: write figures for the situation. `FIGURES.own()` defines one."""
    not_tried: Collection[int] = ()
    """Action types that a search tries only if the planner chooses them."""
