"""The planner variant for playouts: it follows its plan until the plan fails.

A planner spends most of its time guessing opponents' intentions and finding the best joint plan, and usually finds the
same plan as a turn ago. This variant checks only the changes. It plans again when an opponent takes a planned route,
when time runs short, when it has new tickets or must pay for a tunnel, and when it is finished.

The plan is kept in the scratch space, so this variant must play every turn of its game.
"""

from __future__ import annotations

from whistlestop.core.fields import NONE, SECOND_DRAW, TURN
from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.network.board.stock import affords
from whistlestop.games.network.sizes import WORDS

from . import contributions
from . import decide as planner
from .needs import expect
from .paths import has
from .program import trains_listed
from .survey import count_cards, find_ends, judge_danger, time_left, time_limit
from .timing import tally


@jit
def drop_claimed(w: Work) -> None:
    """Remove the routes that the player has claimed from the plan."""
    size = 0
    goals = 0
    for place in range(w["list_size"]):
        route = w["list"][place]
        if has(w["owned"], route):
            continue
        w["list"][size] = route
        size += 1
        if place < w["list_goals"]:
            goals += 1
    w["list_size"] = size
    w["list_goals"] = goals
    for goal in range(w["goals"]):
        for word in range(WORDS):
            w["path"][goal, word] &= ~w["owned"][word]


@jit
def is_hit(o: Observation, r: Rules, n: Numbers, w: Work) -> bool:
    """Return whether the plan is no longer feasible, or finished.

    A plan with a lent route is remade each turn, since opponents may build where the lending station should stand.
    """
    player = int(o["seat"])
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        if contributions.lends(w, route) or not has(o["open"][player], route):
            return True
    size = w["list_size"]
    trains, small = trains_listed(r, w, size)
    if size == 0 or not affords(o, player, trains, small):
        return True
    return bool(expect(n, w, tally(r, w, size, NONE), w["hand"]) > time_limit(n, w))


@jit
def look_again(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Mark the routes that are no longer available, and update the danger to planned routes."""
    for word in range(WORDS):
        w["usable"][word] &= o["open"][o["seat"], word] | w["owned"][word] | ~w["open_then"][word]
    for place in range(w["list_size"]):
        route = int(w["list"][place])
        w["danger"][route] = judge_danger(o, r, n, w, route)


@jit
def choose(o: Observation, r: Rules, n: Numbers, w: Work, random: Generator) -> int:
    """Choose an action for the observation's seat, deterministically."""
    phase = o["phase"]
    if w["kept"] > 0 and phase == SECOND_DRAW:
        count_cards(o, r, w)
        return planner.draw_again(o, r, n, w)
    if w["kept"] > 0 and phase == TURN:
        w["turns_left"] = time_left(o, r, n)
        if w["turns_left"] > 1000:
            count_cards(o, r, w)
            find_ends(o, r, w)
            drop_claimed(w)
            if not is_hit(o, r, n, w):
                w["kept"] += 1
                look_again(o, r, n, w)
                return planner.advance(o, r, n, w)
    action = planner.choose(o, r, n, w, random)
    w["kept"] = 0
    if phase == SECOND_DRAW or (phase == TURN and w["turns_left"] > 1000):
        w["kept"] = 1
        w["open_then"][:] = o["open"][o["seat"]]
    return action


decide = deciding(__name__, choose)
