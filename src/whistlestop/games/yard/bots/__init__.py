"""How bots play the card game."""

from __future__ import annotations

from whistlestop.games.kernel import Kernel

from . import chance, greedy
from .planner.decide import decide
from .planner.numbers import DEFAULTS
from .work import WORK

KERNELS = {
    "greedy": Kernel(greedy.decide, WORK),
    "planner": Kernel(decide, WORK, DEFAULTS),
    "random": Kernel(chance.decide, WORK),
}
