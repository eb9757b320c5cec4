"""The `random` bot: chooses uniformly among the legal actions.

Any set that can be declared (CARD-41) may be chosen, but with different probabilities.
"""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.yard.turn import random_action


@jit
def choose(o: Observation, r: Rules, _n: Numbers, w: Work, random: Generator) -> int:
    """Return a random legal action of the observation's seat."""
    return random_action(o, r, int(o["seat"]), random, w["actions"])


decide = deciding(__name__, choose)
