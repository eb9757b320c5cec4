"""Candidate actions for a search of the map games."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import KEEP, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Observations, RulesArray
from whistlestop.games.network.machine import MACHINE
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.sizes import ACTION, MOST_LEGAL, ROUTES
from whistlestop.games.searching import add_unless_default, list_keeps

from .claims import list_claims, mark_serving
from .planner.contributions import NOT_TRIED

LEFT_OUT = sum(1 << kind for kind in NOT_TRIED)
"""The types of actions that are not tried, as bits."""
legal_actions = MACHINE.legal


@jit
def propose(observations: Observations, rules: RulesArray, i: int, default: int, out: Integers) -> int:
    """Write the default first, then other legal actions of the seat; return their number.

    The others are, in this order: every choice of tickets, or the cheapest claim of each route that serves one of the
    seat's tickets, of the longest other routes and of those next to the players' networks; every card. No station is
    tried except the default.
    """
    o = observations[i]
    r = rules[0]
    out[0] = default
    if o["seat"] == NONE:
        return 1
    legal = np.empty(MOST_LEGAL, ACTION)
    count = legal_actions(observations, rules, i, int(o["seat"]), legal)
    if count > 0 and r["action_type"][legal[0]] == KEEP:
        return list_keeps(r, legal, count, default, out)
    serving = np.zeros(ROUTES, np.int64)
    mark_serving(o, r, serving)
    size = list_claims(o, r, legal, count, serving, out)
    for n in range(count):
        kind = int(r["action_type"][legal[n]])
        if kind != CLAIM and (LEFT_OUT >> kind) & 1 == 0:
            size = add_unless_default(out, size, int(legal[n]))
    return size
