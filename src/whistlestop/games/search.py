"""What a search asks of a kind of game: worlds to try actions in, games played on, and actions worth a try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from whistlestop.core.types import Generator, Numbers, Observations, RulesArray, States
from whistlestop.text.knowledge import Knowledge

from .kernel import Decide, Kernel


@dataclass(frozen=True, kw_only=True)
class Search:
    """The functions of a kind's `bots/`; all but the last are compiled."""

    features: Callable[[Observations, RulesArray, int, int, Numbers], None]
    """Called as `features(observations, rules, i, player, out)`: what the table shows about each ticket and a player
    who may hold it, in thousandths: an array of tickets x features."""
    belief: Mapping[str, float]
    """The features by name, and what a whole one adds to the logarithm of the likelihood that he does."""
    imagine: Callable[[Observations, RulesArray, int, Numbers, Generator, States, int], None]
    """Called as `imagine(observations, rules, j, likely, random, states, i)`: writes into game i a random world that
    agrees with observation j, with tickets in the hands of others as likely as wanted (players x tickets)."""
    play_worlds: Callable[..., None]
    """The compiled loop of playouts; `games.loops` says what it takes."""
    appraise: Decide
    """Called like the decision of a kernel: writes `figures` numbers into the scratch space in which the planner, whose
    numbers it takes, sums up what the observation's seat has, in thousandths. It returns the first, the score."""
    figures: int
    policies: Mapping[str, Kernel]
    """What plays on in playouts alone, for it keeps something from one decision to the next: by name."""
    model: str
    """What a search takes all players for: one of these, or a bot."""
    worlds: int
    """In how many worlds a review tries a decision, unless it is told otherwise: the dearer a playout, the fewer."""
    proposals: Callable[[Knowledge, int], list[int]]
    """The actions that a search should choose from: the one it is given, and others of the observation's seat."""
