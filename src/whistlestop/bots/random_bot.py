"""The `random` bot: any legal action, each as likely as the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.engine.jit import jit
from whistlestop.engine.legal import random_action

from .base import KernelBot
from .work import new_work

KIND = 0


@jit
def decide(observations: Any, rules: Any, i: int, random: Any, numbers: Any, work: Any) -> int:
    """Choose uniformly from the legal actions of the observation's seat."""
    o = observations[i]
    return random_action(o, rules[0], int(o["seat"]), random, work[0]["actions"])


def make(seed: int) -> KernelBot:
    """Make a bot; the same seed gives the same choices."""
    return KernelBot(KIND, decide, seed, np.zeros(0, np.int64), new_work())
