"""How bots play the games of the yard machine."""

from __future__ import annotations

from whistlestop.bots.base import Kernel

from . import greedy
from .planner.decide import decide
from .planner.numbers import DEFAULTS
from .work import WORK

GREEDY = Kernel(greedy.decide, WORK)
PLANNER = Kernel(decide, WORK, DEFAULTS)
