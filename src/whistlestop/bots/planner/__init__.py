"""The `planner` bot: plans all its tickets together and does what brings the plan on fastest.

survey.py looks at the situation, ways.py finds cheapest paths, goals.py joins the tickets into one plan,
program.py adds routes for points, timing.py reckons how long it all takes; cards.py, claims.py, offers.py,
stations.py and ending.py judge the actions by that, and decide.py compares them. numbers.py holds what was
tuned.
"""

from __future__ import annotations

from whistlestop.bots.base import KernelBot
from whistlestop.bots.work import new_work

from .decide import decide
from .numbers import DEFAULTS, numbers

KIND = 2
OPTIONS = tuple(DEFAULTS)


def make(seed: int, **options: int) -> KernelBot:
    """Make a bot; the options replace numbers by name."""
    return KernelBot(KIND, decide, seed, numbers(**options), new_work())
