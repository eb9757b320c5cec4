"""The bots of map games, by name."""

from __future__ import annotations

from whistlestop.games.kernel import Kernel

from . import chance, greedy
from .planner.decide import decide
from .planner.numbers import DEFAULTS, tuned
from .styles import blocker, hungry, long_route, one_step, path, racer
from .work import WORK

KERNELS = {
    "random": Kernel(chance.decide, WORK, level=1),
    "greedy": Kernel(greedy.decide, WORK, level=2),
    "planner": Kernel(decide, WORK, DEFAULTS, tuned(), level=3),
    "path": Kernel(path.decide, WORK),
    "one_step": Kernel(one_step.decide, WORK),
    "long_route": Kernel(long_route.decide, WORK),
    "hungry": Kernel(hungry.decide, WORK, hungry.NUMBERS),
    "racer": Kernel(racer.decide, WORK),
    "blocker": Kernel(blocker.decide, WORK, blocker.NUMBERS),
}
