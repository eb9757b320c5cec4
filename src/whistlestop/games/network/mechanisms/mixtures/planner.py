"""Which mixture bots announce (GER-2, GER-3)."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.network.bots.planning import Planning, Tools

from .rules import DEALING, MIXING, fewest_long, most_long

AT_THE_START = 2
"""Long tickets that bots announce in the opening: enough for a choice, and the same number of regular ones that may
suit them."""


@jit
def at_the_start(o: Observation, r: Rules) -> int:
    """Return the mixture that bots announce in the opening."""
    return int(r["id_mix"]) + max(fewest_long(o, r), min(most_long(o, r), AT_THE_START))


def decide(tools: Tools) -> Step:
    """Return the planner's function for mixtures."""
    plan, worth_of_sort = tools.plan, tools.worth_of_sort

    @jit
    def act(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        if o["phase"] == DEALING:
            return at_the_start(o, r)
        if o["phase"] != MIXING:
            return BEYOND
        plan(o, r, n, w, w["hand"])
        regular = worth_of_sort(o, r, n, w, 0)
        long = worth_of_sort(o, r, n, w, 1)
        return int(r["id_mix"]) + (most_long(o, r) if long > regular else fewest_long(o, r))

    return act


@jit
def simply(o: Observation, r: Rules, _player: int, _legal: Actions) -> int:
    """Announce as many long tickets as the planner in the opening, and as few as possible later."""
    if o["phase"] == DEALING:
        return at_the_start(o, r)
    return int(r["id_mix"]) + fewest_long(o, r) if o["phase"] == MIXING else BEYOND


PLANNING = Planning(decide=decide, simply=simply)
