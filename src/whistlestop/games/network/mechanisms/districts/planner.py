"""Districts as goals of a plan (MECH-1)."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Work
from whistlestop.games.network.board.links import join
from whistlestop.games.network.bots.planner import aims
from whistlestop.games.network.bots.planning import Planning

from .rules import is_complete, points_of, standing


@jit
def aim(o: Observation, r: Rules, w: Work) -> None:
    """Make every incomplete district a goal."""
    label = o["link"][o["seat"]]
    for district in range(r["districts"]):
        if not is_complete(label, r["district_cities"][district]):
            aims.add(w, r["district_cities"][district], int(r["district_values"][district]))


@jit
def bonus(o: Observation, r: Rules, player: int, route: int) -> int:
    """Return the points of the districts that a claim of the route completes."""
    label = o["link"][player]
    a, b = int(r["route_a"][route]), int(r["route_b"][route])
    if r["districts"] == 0 or label[a] == label[b]:
        return 0
    joined = label.copy()
    join(joined, a, b)
    return int(points_of(r, joined) - points_of(r, label))


PLANNING = Planning(aim=aim, bonus=bonus, standing=standing)
