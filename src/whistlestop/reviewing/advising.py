"""What an expert would do now, and how much better that is than what the planner would do."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from whistlestop.bots import SearchBot, ask, make
from whistlestop.bots.playouts import playouts
from whistlestop.errors import BotError
from whistlestop.text.advice import Searched

from .chances import HANDICAP, chances

if TYPE_CHECKING:
    from whistlestop.observation import Observation

__all__ = ["advise", "gain"]

WORLDS = 96
"""In which the two actions are compared at most."""
FEWEST = 24
"""In fewer nothing is told."""
FIRST = 4
"""Worlds that show how long one takes."""
CLEAR = 2.0
"""Standard errors that a gain has to be greater than to be told."""
LEAST = 0.01
"""A gain that is worth telling."""


def advise(observation: Observation, spec: str, seed: int = 0, seconds: float = math.inf) -> Searched:
    """Let a bot that searches choose for the observation's seat, and compare its choice with the planner's.

    What is no better than the planner's there is not advised. spec: the bot, with its budget for the choice, such as
    `search:playouts=200`. seconds: time for the comparison; with less than it takes there is none. Without limits of
    time the same arguments give the same result.

    Raises BotError for a bot that does not search.
    """
    bot = make(spec, seed)
    if not isinstance(bot, SearchBot):
        raise BotError(f"{spec} does not search")
    action, planned = ask(bot, observation), ask(bot.planner, observation)
    found = gain(observation, action, planned, seed, seconds)
    if found is None:
        return Searched(action)
    more, error = found
    if more < 0:  # in worlds that it was not chosen by it is no better
        return Searched(planned)
    return Searched(action, more if more >= max(LEAST, CLEAR * error) else None)


def gain(
    observation: Observation, action: int, planned: int, seed: int = 0, seconds: float = math.inf
) -> tuple[float, float] | None:
    """What an action adds to the chance to win that the planner's has, and the standard error.

    Both are played in new worlds, for those in which one was found to be the best speak too well of it. None where both
    are the same, and where there is too little time.
    """
    if action == planned:
        return None
    began = time.perf_counter()
    fresh = seed + 1
    playouts(observation, [planned, action], FIRST, seed=fresh)
    left = (seconds - (time.perf_counter() - began)) / (time.perf_counter() - began) * FIRST
    worlds = WORLDS if left >= WORLDS else int(left)
    if worlds < FEWEST:
        return None
    own = chances(playouts(observation, [planned, action], worlds, seed=fresh), HANDICAP.of(observation))
    difference = own[1, :, int(observation.record["seat"])] - own[0, :, int(observation.record["seat"])]
    return float(difference.mean()), float(difference.std(ddof=1)) / math.sqrt(worlds)
