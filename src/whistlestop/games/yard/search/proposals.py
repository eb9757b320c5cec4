"""Candidate actions for a search of the card game."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core.fields import COLORS, DECLARATION, KEEP
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.text.knowledge import Knowledge

KEEPS = 16
"""Up to this many choices of tickets are all proposed; beyond it, only those that differ from the default by one
ticket."""
TRIOS = 3
"""The maximum number of proposed combinations of three singles."""


def proposals(observation: Knowledge, default: int) -> list[int]:
    """Return the default first, then other legal actions of the observation's seat.

    They are: every choice of tickets and every card; of the sets of a color the largest with the fewest wilds, and the
    next with one more wild; trios of the colors of which the hand has the fewest. Of the declarations, only the
    default.
    """
    record, rules = observation.record, observation.ruleset.rules[0]
    if record["phase"] == DECLARATION:
        return [default]
    legal = np.array(observation.legal_ids(), np.int64)
    kinds = rules["action_type"][legal]
    if len(legal) and kinds[0] == KEEP:
        base = int(rules["id_keep"])
        every = [action for action in legal.tolist() if action != default]
        if len(every) >= KEEPS:
            every = [action for action in every if (action - base ^ default - base).bit_count() == 1]
        return [default, *every]
    sets, trios = legal[kinds == SET], legal[kinds == TRIO]
    others = legal[(kinds != SET) & (kinds != TRIO)].tolist()
    return list(dict.fromkeys([default, *_sets(rules, sets), *others, *_trios(observation, trios)]))


def _sets(rules: Any, sets: Any) -> list[int]:
    """Return the largest set of each color with the fewest wilds, and the next with one more wild."""
    by_color: dict[int, list[tuple[int, int, int]]] = {}
    for action in sets.tolist():
        color, colored = int(rules["action_color"][action]), int(rules["action_colored"][action])
        by_color.setdefault(color, []).append((int(rules["action_wild"][action]), -colored, action))
    found = []
    for every in by_color.values():
        wilds, colored, action = min(every)
        found.append(action)
        found += [other for wild, size, other in every if wild == wilds + 1 and size == colored]
    return found


def _trios(observation: Knowledge, trios: Any) -> list[int]:
    """Return trios of the colors of which the hand has the fewest cards."""
    rules, hand = observation.ruleset.rules[0], observation.record["hand"][observation.seat]

    def held(action: int) -> int:
        colors = int(rules["action_arg"][action])
        return sum(int(hand[color]) for color in range(COLORS) if colors >> color & 1)

    return sorted(trios.tolist(), key=lambda action: (held(action), action))[:TRIOS]
