"""The bot `search`: tries actions in worlds that its seat considers possible, and plays the best.

The planner proposes a move, and the kind of game some others. All are tried in the same worlds; planners continue the
games for some rounds, and then the final scores are estimated. Moves that fall behind are dropped step by step
(sequential halving). The remaining move must beat the planner's move clearly, since the best of several equal moves
always looks better than it is. `games/searching.py` makes most of these decisions; this module controls time and
threads.
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from whistlestop.core.jit import is_compiled
from whistlestop.games.searching import PROGRESS, add, begin, narrow
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

from .bot import Bot
from .playouts import playouts

__all__ = ["OPTIONS", "Candidate", "SearchBot", "Thought"]

OPTIONS = {
    "ms": 1000,  # time for a decision in milliseconds; with `playouts`, only if it is set explicitly
    "playouts": 0,  # playouts for a decision; 0: as many as the time allows
    "rounds": 4,  # rounds before the final scores are estimated; 0: games are played to their ends
    "clear": 100,  # standard errors, in hundredths, by which a move must be better than the planner's
    "scale": 25,  # lead, in points, at which a game is about three quarters won
    "cores": 1,  # threads
}

UNKNOWN = 1_000_000
"""The assumed limit of playouts before any has been timed."""


@dataclass
class Budget:
    """How many playouts a decision may still use, limited by number, by time, or both."""

    playouts: int
    """0: no limit except the time."""
    seconds: float
    spent: int = 0

    def __post_init__(self) -> None:
        """Start the timer."""
        self._began = time.perf_counter()

    def left(self) -> int:
        """Return the playouts left. Before the first ones are timed, the number is only an upper limit."""
        most = self.playouts - self.spent if self.playouts else sys.maxsize
        if self.seconds == math.inf:
            return most
        if not self.spent:
            return min(most, UNKNOWN)
        gone = time.perf_counter() - self._began
        return min(most, int((self.seconds - gone) / gone * self.spent))


@dataclass(frozen=True)
class Candidate:
    """The findings of a search about an action."""

    action: int
    """As the engine's number."""
    worlds: int
    """The number of worlds in which it was played."""
    margin: float
    """The mean number of points ahead of the best opponent."""
    value: float
    """The mean value of these margins: 0 is lost, 1 is won."""
    better: float
    """The mean difference between its value and that of the planner's action, in the same worlds."""
    error: float
    """Its standard error; 0 for the planner's action."""


@dataclass(frozen=True)
class Thought:
    """The result of a search."""

    action: int
    """The action to play."""
    candidates: tuple[Candidate, ...]
    """All actions that were tried, the planner's first; none if there was only one."""


class SearchBot:
    """Searches with the planner as its model of all players. The observation's ruleset determines the game.

    With a number of playouts the choice depends only on seed and observation, unless a time limit interferes; with a
    time limit it plays as many playouts as it can. While the rules run interpreted, it plays like the planner.
    """

    __slots__ = ("options", "planner", "seconds", "seed")

    def __init__(self, options: Mapping[str, int], seed: int, planner: Bot) -> None:
        self.options = {**OPTIONS, **options}
        unlimited = self.options["playouts"] and "ms" not in options
        self.seconds = math.inf if unlimited else self.options["ms"] / 1000
        self.planner = planner
        self.seed = seed

    def choose(self, observation: Observation) -> int:
        """Return the action to play."""
        return self.think(observation).action

    def think(self, observation: Observation) -> Thought:
        """Return the action to play, with the findings about each action that was tried."""
        options = self.options
        default = int(self.planner.choose(observation))
        if not (is_compiled() or options["playouts"]):
            return Thought(default, ())
        budget = Budget(options["playouts"], self.seconds)
        digest = hashlib.sha256(str(self.seed).encode() + observation.tobytes()).digest()
        seed = int.from_bytes(digest[:8], "little")
        proposed = kind_of(observation.ruleset).bots.search.proposals(observation, default)
        searches = np.zeros(1, PROGRESS)
        begin(searches, int(observation.record["seat"]), np.array(proposed, np.int64), budget.left())
        search = searches[0]
        while worlds := int(search["next"]):
            found = playouts(
                observation,
                search["actions"][search["places"][: search["kept"]]].tolist(),
                worlds,
                seed=seed,
                first=int(search["worlds"]),
                cores=options["cores"],
                rounds=options["rounds"],
            )
            add(searches, np.ascontiguousarray(found.scores.swapaxes(0, 1)), options["scale"])
            budget.spent = int(search["spent"])
            narrow(searches, budget.left(), options["clear"])
        return thought(search)


def thought(search: np.void) -> Thought:
    """Return the result of a finished search."""
    tried = range(int(search["size"])) if search["spent"] else ()
    candidates = (
        Candidate(
            int(search["actions"][place]),
            int(search["played"][place]),
            float(search["margin"][place] / search["played"][place]),
            float(search["value"][place] / search["played"][place]),
            float(search["better"][place]),
            float(search["error"][place]),
        )
        for place in tried
    )
    return Thought(int(search["chosen"]), tuple(candidates))
