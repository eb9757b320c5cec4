"""The last turn: whatever adds the most points at once."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, RouteWord, Rules, Work
from whistlestop.games.network.bots.greedy import ticket_gain
from whistlestop.games.network.bots.payments import sparing_claim
from whistlestop.games.network.engine.claims import reach
from whistlestop.games.network.engine.fields import WORDS
from whistlestop.games.network.engine.paths import longest_trail


@jit
def trail_of(r: Rules, word0: RouteWord, word1: RouteWord) -> int:
    """Length of the longest trail in a set of routes."""
    return int(longest_trail(r["route_a"], r["route_b"], r["route_length"], word0, word1))


@jit
def last_claim(o: Observation, r: Rules, w: Work) -> tuple[int, int]:
    """The claim that adds the most to the final score, and how much, in thousandths of a point."""
    player = int(o["seat"])
    rival = 0
    for other in range(o["players"]):
        if other != player:
            rival = max(rival, trail_of(r, o["owned"][other, 0], o["owned"][other, 1]))
    own = trail_of(r, o["owned"][player, 0], o["owned"][player, 1])
    best = NONE
    most = 0
    for word in range(WORDS):
        rest = reach(o, r, player, word)
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            action = sparing_claim(o, r, player, route)
            if action == NONE:
                continue
            length = int(r["route_length"][route])
            value = (int(r["points"][length]) + ticket_gain(o, r, player, route)) * 1000
            if own < rival <= own + length:
                word0 = o["owned"][player, 0]
                word1 = o["owned"][player, 1]
                if word == 0:
                    word0 |= bit(route)
                else:
                    word1 |= bit(route - 64)
                if trail_of(r, word0, word1) >= rival:
                    value += int(r["longest_bonus"]) * 1000
            if value > most:
                best = action
                most = value
    return best, most
