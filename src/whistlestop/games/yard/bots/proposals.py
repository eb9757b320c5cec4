"""Candidate actions for a search of the card game."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import COLORS, DECLARATION, KEEP, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Integers, Observation, Observations, Rules, RulesArray
from whistlestop.games.searching import add_unless_default, list_keeps
from whistlestop.games.yard.machine import MACHINE
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.games.yard.sizes import ACTION, MOST_LEGAL

TRIOS = 3
"""The maximum number of proposed combinations of three singles."""
legal_actions = MACHINE.legal


@jit
def largest_set(r: Rules, legal: Actions, count: int, color: int) -> int:
    """Return the largest set of a color with the fewest wilds; NONE if there is no set of it."""
    best = NONE
    least = 0
    for n in range(count):
        action = int(legal[n])
        if r["action_type"][action] == SET and r["action_color"][action] == color:
            cost = int(r["action_wild"][action]) * 100 - int(r["action_colored"][action])
            if best == NONE or cost < least or (cost == least and action < best):
                best = action
                least = cost
    return best


@jit
def list_sets(r: Rules, legal: Actions, count: int, out: Integers, size: int) -> int:
    """Write the largest set of each color with the fewest wilds, and the next with one more wild."""
    done = 0
    for n in range(count):
        color = int(r["action_color"][legal[n]])
        if r["action_type"][legal[n]] != SET or (done >> color) & 1:
            continue
        done |= 1 << color
        best = largest_set(r, legal, count, color)
        size = add_unless_default(out, size, best)
        for m in range(count):
            other = int(legal[m])
            if (
                r["action_type"][other] == SET
                and r["action_color"][other] == color
                and r["action_wild"][other] == r["action_wild"][best] + 1
                and r["action_colored"][other] == r["action_colored"][best]
            ):
                size = add_unless_default(out, size, other)
    return size


@jit
def held(o: Observation, r: Rules, action: int) -> int:
    """Return how many cards the hand has of the colors of a trio."""
    colors = int(r["action_arg"][action])
    cards = 0
    for color in range(COLORS):
        if (colors >> color) & 1:
            cards += int(o["hand"][o["seat"], color])
    return cards


@jit
def list_trios(o: Observation, r: Rules, legal: Actions, count: int, out: Integers, size: int) -> int:
    """Write the trios of the colors of which the hand has the fewest cards."""
    last_cards = NONE
    last = NONE
    for _ in range(TRIOS):
        best = NONE
        fewest = 0
        for n in range(count):
            action = int(legal[n])
            if r["action_type"][action] != TRIO:
                continue
            cards = held(o, r, action)
            if cards < last_cards or (cards == last_cards and action <= last):
                continue
            if best == NONE or cards < fewest or (cards == fewest and action < best):
                best = action
                fewest = cards
        if best == NONE:
            break
        size = add_unless_default(out, size, best)
        last_cards = fewest
        last = best
    return size


@jit
def propose(observations: Observations, rules: RulesArray, i: int, default: int, out: Integers) -> int:
    """Write the default first, then other legal actions of the seat; return their number.

    The others are: every choice of tickets and every card; for each color, the largest set with the fewest wilds, and
    the next with one more wild; trios of the colors of which the hand has the fewest. Of the declarations, only the
    default.
    """
    o = observations[i]
    r = rules[0]
    out[0] = default
    if o["seat"] == NONE or o["phase"] == DECLARATION:
        return 1
    legal = np.empty(MOST_LEGAL, ACTION)
    count = legal_actions(observations, rules, i, int(o["seat"]), legal)
    if count > 0 and r["action_type"][legal[0]] == KEEP:
        return list_keeps(r, legal, count, default, out)
    size = list_sets(r, legal, count, out, 1)
    for n in range(count):
        kind = r["action_type"][legal[n]]
        if kind not in (SET, TRIO):
            size = add_unless_default(out, size, int(legal[n]))
    return list_trios(o, r, legal, count, out, size)
