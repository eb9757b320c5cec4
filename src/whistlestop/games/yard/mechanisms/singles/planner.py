"""The planner's choice of three singles."""

from __future__ import annotations

from whistlestop.core.fields import COLORS, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import Step
from whistlestop.games.yard.bots.planner.situation import copy_situation
from whistlestop.games.yard.bots.planning import Planning, Tools
from whistlestop.games.yard.mechanisms.rows.planner import place_row

from .rules import single_colors


def act(tools: Tools) -> Step:
    """Return the planner's function for placing singles."""
    worth = tools.worth

    @jit
    def best_trio(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
        """Return the best three singles, and the value of the situation after placing them; NONE if there are none."""
        free = single_colors(o, int(o["seat"]))
        best = NONE
        most = 0
        for a in range(COLORS):
            if (free >> a) & 1 == 0:
                continue
            for b in range(a + 1, COLORS):
                if (free >> b) & 1 == 0:
                    continue
                for c in range(b + 1, COLORS):
                    if (free >> c) & 1 == 0:
                        continue
                    copy_situation(w["now"], w["trial"])
                    place_row(w, w["trial"], a, 1, 0)
                    place_row(w, w["trial"], b, 1, 0)
                    place_row(w, w["trial"], c, 1, 0)
                    value = worth(r, n, w, w["trial"])
                    if best == NONE or value > most:
                        best = int(r["trio_id"][a, b, c])
                        most = value
        return best, most

    return best_trio


PLANNING = Planning(act=act, preferred=True)
