"""The interface of a kind of game for search: sampled worlds, playouts, and candidate actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from whistlestop.core.types import (
    Floats,
    Generator,
    Integers,
    Numbers,
    Observations,
    RulesArray,
    States,
)
from whistlestop.text.advice import RoutePlan
from whistlestop.text.knowledge import Knowledge

from .kernel import Decide, Kernel


@dataclass(frozen=True)
class Outlook:
    """The planner's plan for a seat."""

    routes: list[str]
    """The routes to claim, in the order of the plan."""
    due: list[int]
    """About how many turns from now each is claimed, in thousandths."""
    turns: int
    """About how many turns it takes, in thousandths."""
    with_card: list[int]
    """The turns with one more card of each color, and with a wild."""
    unseen: list[int]
    """The number of cards of each kind that the seat has not seen."""


@dataclass(frozen=True, kw_only=True)
class Search:
    """The functions of a kind's `bots/`; all but the last two are compiled."""

    features: Callable[[Observations, RulesArray, int, int, Numbers], None]
    """Called as `features(observations, rules, i, player, out)`: writes the public evidence that a player holds each
    ticket, in thousandths, as an array of tickets x features."""
    belief: Mapping[str, float]
    """The features by name; each value is the amount that a full feature adds to the log-likelihood of holding the
    ticket."""
    likelihoods: Callable[[Observations, RulesArray, int, Floats, Numbers], None]
    """Called as `likelihoods(observations, rules, i, weights, likely)`; weights: the values of `belief`. Writes how
    likely each player holds each ticket (players x tickets) judging by public information."""
    imagine: Callable[[Observations, RulesArray, int, Numbers, Generator, States, int], None]
    """Called as `imagine(observations, rules, j, likely, random, states, i)`: writes to game i a random world that
    agrees with observation j, with tickets in opponents' hands according to `likely` (players x tickets)."""
    play_worlds: Callable[..., None]
    """The compiled loop of playouts; `games.loops` describes its arguments."""
    appraise: Decide
    """Called like the decision of a kernel: writes `figures` numbers, in thousandths, to the scratch space. They
    summarize the situation of the observation's seat, using the planner's numbers. Returns the first, the score."""
    figures: int
    policies: Mapping[str, Kernel]
    """Policies only for playouts, by name: they keep data between decisions."""
    model: str
    """The name of the model for all players in a search: one of these policies, or a bot."""
    worlds: int
    """The default number of worlds in which a review tries a decision; fewer if playouts are expensive."""
    propose: Callable[[Observations, RulesArray, int, int, Integers], int]
    """Called as `propose(observations, rules, i, default, out)`: writes the candidate actions for a search: the given
    one, and others of the observation's seat. Returns their number; `out` has room for all legal actions and one more.
    """
    outlook: Callable[[Knowledge], Outlook] | None = None
    """The plan of the observation's seat, for kinds whose planner counts turns."""
    plan_kept: Callable[[Knowledge, int], RoutePlan | None] | None = None
    """The plan with the tickets that an action keeps, for the same kinds."""

    def proposals(self, observation: Knowledge, default: int) -> list[int]:
        """Return the candidate actions for a search, the default first."""
        ruleset = observation.ruleset
        out = np.empty(ruleset.machine.MOST_LEGAL + 1, np.int64)
        found: list[int] = out[: self.propose(observation.array, ruleset.rules, 0, default, out)].tolist()
        return found
