"""The bot `search`: tries actions in worlds that its seat thinks possible, and plays the best.

The planner proposes a move and the kind of game some others. All are played in the same worlds, on by planners for some
rounds, after which it is judged what everybody will have in the end; those that fall behind are dropped by and by
(sequential halving). What is left has to beat the planner's move clearly, for the best of several equals always looks
better than it is.
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
    "ms": 1000,  # time for a decision in milliseconds; beside a number of playouts only if it is given as well
    "playouts": 0,  # playouts for a decision; 0: as many as there is time for
    "rounds": 4,  # after which a game is judged instead of played on; 0: all are played to their ends
    "clear": 100,  # standard errors, in hundredths, by which a move must be better than the planner's
    "scale": 25,  # points by which a game is about three quarters won
    "cores": 1,  # threads
}
FIRST = 2
"""Worlds that show how long a playout takes."""
FEWEST = 8
"""Worlds that there shall be playouts for, for every action that is tried; otherwise fewer actions are."""
CLEAR = 3.0
"""Standard errors behind the planner's move at which an action is dropped, or before it at which it is played."""
SPREAD, WORLDS = 0.2, 6
"""A usual standard deviation of differences within a world, and as how many worlds it counts: a few tell too little."""


UNKNOWN = 1_000_000
"""Playouts that there may be time for, before any has been timed."""


@dataclass
class Budget:
    """How many playouts a decision may still take: so many, as many as there is time for, or the fewer of both."""

    playouts: int
    """0: no limit but the time."""
    seconds: float
    spent: int = 0

    def __post_init__(self) -> None:
        """Begin to count the time."""
        self._began = time.perf_counter()

    def left(self) -> int:
        """Playouts that may still be played; before the first ones nobody knows how long they take."""
        most = self.playouts - self.spent if self.playouts else sys.maxsize
        if self.seconds == math.inf:
            return most
        if not self.spent:
            return min(most, UNKNOWN)
        gone = time.perf_counter() - self._began
        return min(most, int((self.seconds - gone) / gone * self.spent))


class SearchBot:
    """Searches with the planner as its model of everybody. The ruleset of what it observes says what it plays.

    With a number of playouts it chooses the same for the same seed and observation, if no time limits it; with a time
    it plays as many as it can. As long as the rules are interpreted it plays as the planner does.
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
        """The best action; the first one is the planner's."""
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
            if worth.shape[1] > FIRST:  # before that there was only time taken
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
    """What margins are worth, from 0 to 1: a point counts the more the closer the game."""
    worth: npt.NDArray[np.float64] = 1 / (1 + np.exp(-margins / scale))
    return worth


def compare(worth: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """How much better than the first row the others are on average, and the standard errors, from paired worlds."""
    difference = worth[1:] - worth[0]
    worlds = worth.shape[1]
    variance = (difference.var(axis=1) * worlds + SPREAD**2 * WORLDS) / (worlds + WORLDS)
    return difference.mean(axis=1), np.sqrt(variance / worlds)
