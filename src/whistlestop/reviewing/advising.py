"""Recommend an expert's action, and estimate its gain over the planner's."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from whistlestop.bots import SearchBot, ask, make
from whistlestop.bots.playouts import playouts
from whistlestop.errors import BotError
from whistlestop.text.advice import Searched

from .chances import HANDICAP, Estimate, chances, estimate

if TYPE_CHECKING:
    from whistlestop.observation import Observation

__all__ = ["advise", "gain"]

WORLDS = 96
"""Maximum number of worlds in which the two actions are compared."""
FEWEST = 24
"""Minimum number of worlds for a reported gain."""
FIRST = 4
"""Number of worlds played to measure the time per world."""
CLEAR = 2.0
"""Standard errors that a reported gain must exceed."""
LEAST = 0.01
"""Smallest reported gain."""


def advise(observation: Observation, spec: str, seed: int = 0, seconds: float = math.inf) -> Searched:
    """Let a search choose for the observation's seat, and compare its choice with the planner's.

    If the search's choice is not better, the planner's is advised. Without time limits, the same arguments give the
    same result.

    spec: the bot and its budget for the choice, such as `search:playouts=200`.
    seconds: time for the comparison; if it is too short, there is none.

    Raises BotError for a bot that does not search.
    """
    bot = make(spec, seed)
    if not isinstance(bot, SearchBot):
        raise BotError(f"the bot {spec} does not search: use search or expert")
    action, planned = ask(bot, observation), ask(bot.planner, observation)
    found = gain(observation, action, planned, seed, seconds)
    if found is None:
        return Searched(action)
    more, error = found
    if more < 0:  # no better in worlds that were not used to select it
        return Searched(planned)
    return Searched(action, more if more >= max(LEAST, CLEAR * error) else None)


def gain(
    observation: Observation, action: int, planned: int, seed: int = 0, seconds: float = math.inf
) -> Estimate | None:
    """Return how much an action adds to the winning chance of the planner's, with the standard error.

    Both are played in new worlds, because an action looks too good in the worlds that selected it. Returns None if both
    are the same or time is too short.
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
    seat = int(observation.record["seat"])
    return estimate(own[1, :, seat] - own[0, :, seat])
