"""The `random` bot: any legal action, each as likely as the others."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.network.turn import random_action


@jit
def choose(o: Observation, r: Rules, _n: Numbers, w: Work, random: Generator) -> int:
    """Choose at random from the legal actions of the observation's seat."""
    return random_action(o, r, int(o["seat"]), random, w["actions"])


decide = deciding(__name__, choose)
