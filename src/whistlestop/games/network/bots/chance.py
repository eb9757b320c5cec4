"""The `random` bot: any legal action, each as likely as the others."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observations, RulesArray, WorkArray
from whistlestop.games.network.turn import random_action


@jit
def decide(
    observations: Observations,
    rules: RulesArray,
    i: int,
    random: Generator,
    numbers: Numbers,
    work: WorkArray,
) -> int:
    """Choose at random from the legal actions of the observation's seat."""
    o = observations[i]
    return random_action(o, rules[0], int(o["seat"]), random, work[0]["actions"])
