"""The `random` bot: any legal action, each as likely as the others.

Of the sets that could be declared (CARD-41) each is possible, but not each as likely.
"""

from __future__ import annotations

from typing import Any

from whistlestop.engine.jit import specialize
from whistlestop.engine.network import legal as network_legal
from whistlestop.engine.yard import legal as yard_legal

from .base import Kernel
from .network.work import WORK as NETWORK_WORK
from .yard.work import WORK as YARD_WORK

random_action: Any = None  # the machine's


def decide(observations: Any, rules: Any, i: int, random: Any, numbers: Any, work: Any) -> int:
    """Choose at random from the legal actions of the observation's seat."""
    o = observations[i]
    return int(random_action(o, rules[0], int(o["seat"]), random, work[0]["actions"]))


NETWORK = Kernel(specialize(decide, random_action=network_legal.random_action), NETWORK_WORK)
YARD = Kernel(specialize(decide, random_action=yard_legal.random_action), YARD_WORK)
