"""The bots of the card game, by name."""

from __future__ import annotations

from whistlestop.games.kernel import Kernel

from . import chance, greedy
from .planner.decide import decide
from .planner.numbers import DEFAULTS
from .work import WORK

KERNELS = {
    "random": Kernel(chance.decide, WORK, level=1),
    "greedy": Kernel(greedy.decide, WORK, level=2),
    "planner": Kernel(decide, WORK, DEFAULTS, level=3),
}
