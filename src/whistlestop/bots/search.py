"""The bot `search`: tries actions in worlds that its seat considers possible, and plays the best.

The planner proposes a move, and the kind of game some others. All are tried in the same worlds; planners continue the
games for some rounds, and then the final scores are estimated. Moves that fall behind are dropped step by step
(sequential halving). The remaining move must beat the planner's move clearly, since the best of several equal moves
always looks better than it is.
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core.jit import is_compiled
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

from .bot import Bot
from .playouts import playouts

__all__ = ["OPTIONS", "SearchBot"]

OPTIONS = {
    "ms": 1000,  # time for a decision in milliseconds; with `playouts`, only if it is set explicitly
    "playouts": 0,  # playouts for a decision; 0: as many as the time allows
    "rounds": 4,  # rounds before the final scores are estimated; 0: games are played to their ends
    "clear": 100,  # standard errors, in hundredths, by which a move must be better than the planner's
    "scale": 25,  # lead, in points, at which a game is about three quarters won
    "cores": 1,  # threads
}
FIRST = 2
"""Worlds used to measure how long a playout takes."""
FEWEST = 8
"""Minimum number of worlds for every action that is tried; if time is short, fewer actions are tried."""
CLEAR = 3.0
"""Standard errors behind the planner's move at which an action is dropped, or ahead of it at which it is played."""
SPREAD, WORLDS = 0.2, 6
"""A typical standard deviation of differences within a world, and its weight as a number of worlds. It stabilizes
estimates from few worlds."""


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


class SearchBot:
    """Searches with the planner as its model of all players. The observation's ruleset determines the game.

    With a number of playouts the choice depends only on seed and observation, unless a time limit interferes; with a
    time it plays as many playouts as it can. While the rules run interpreted, it plays like the planner.
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
        default = int(self.planner.choose(observation))
        if not (is_compiled() or self.options["playouts"]):
            return default
        actions = kind_of(observation.ruleset).bots.search.proposals(observation, default)
        return actions[0] if len(actions) == 1 else self._best(observation, actions)

    def _best(self, observation: Observation, actions: list[int]) -> int:
        """Return the best action; the first one is the planner's."""
        options = self.options
        budget = Budget(options["playouts"], self.seconds)
        digest = hashlib.sha256(str(self.seed).encode() + observation.tobytes()).digest()
        seed = int.from_bytes(digest[:8], "little")
        actions = actions[: max(2, budget.left() // FEWEST)]
        rounds = math.ceil(math.log2(len(actions)))
        worth: npt.NDArray[np.float64] = np.empty((len(actions), 0))
        worlds = FIRST
        while True:
            found = playouts(
                observation,
                actions,
                worlds,
                seed=seed,
                first=worth.shape[1],
                cores=options["cores"],
                rounds=options["rounds"],
            )
            budget.spent += worlds * len(actions)
            worth = np.concatenate([worth, value(found.margins, options["scale"])], axis=1)
            better, error = compare(worth)
            most = budget.left() // FEWEST - 1
            if worth.shape[1] > FIRST:  # the first worlds only measure time
                rounds -= 1
                most = len(better) // 2
            order = np.argsort(-better, kind="stable")[: max(1, most)]
            kept = [int(place) for place in order if better[place] > -CLEAR * error[place]]
            if not kept:
                return actions[0]
            best = kept[0]
            decided = len(kept) == 1 and better[best] > CLEAR * error[best]
            worlds = budget.left() // ((len(kept) + 1) * max(1, rounds))
            if decided or worlds < 1:
                return (
                    actions[best + 1] if better[best] > options["clear"] / 100 * error[best] else actions[0]
                )
            places = [0, *(place + 1 for place in kept)]
            actions, worth = [actions[place] for place in places], worth[places]


def value(margins: npt.NDArray[Any], scale: int) -> npt.NDArray[np.float64]:
    """Return the value of margins, from 0 to 1: a point counts more the closer the game."""
    worth: npt.NDArray[np.float64] = 1 / (1 + np.exp(-margins / scale))
    return worth


def compare(worth: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return by how much the other rows beat the first on average, and the standard errors, from paired worlds."""
    difference = worth[1:] - worth[0]
    worlds = worth.shape[1]
    variance = (difference.var(axis=1) * worlds + SPREAD**2 * WORLDS) / (worlds + WORLDS)
    return difference.mean(axis=1), np.sqrt(variance / worlds)
