"""Text and data of bonuses: the longest path of each player (USA-34)."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from whistlestop.games.network import machine
from whistlestop.games.network.sizes import ROUTES
from whistlestop.games.telling import Part, Telling
from whistlestop.text.knowledge import Knowledge


class InResult(Struct, kw_only=True):
    """In a player's result: the length and routes of the longest path."""

    longest_path: int
    trail: list[str]


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the longest path of a player, in walking order."""
    o, ruleset = observation.values, observation.ruleset
    trail = np.empty(ROUTES, np.int16)
    size = machine.trail(observation.array, ruleset.rules, 0, player, trail)
    return {
        "longest_path": o["longest"][player],
        "trail": [ruleset.routes[n].id for n in trail[:size]],
    }


def brief(ruleset: Any) -> list[str]:
    """Return the rule of the longest path (USA-34)."""
    longest = ruleset.data.scoring.longest
    return [f"The longest continuous path of routes scores {longest} points at the end."] if longest else []


TELLING = Telling(
    brief=brief,
    result=Part(InResult, in_result),
    outcome_columns=("longest_path",),
    numbers={"trail": lambda state: state["longest"]},
)
