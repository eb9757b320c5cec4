"""Candidate actions for a search of the map games."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core.fields import COLORS, KEEP
from whistlestop.games.network.bots.planner.rooms import NOT_TRIED
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.text.knowledge import Knowledge

CLAIMS = 8
"""The maximum number of proposed routes."""
KEEPS = 16
"""Up to this many choices of tickets are all proposed; beyond it, only those that differ from the default by one
ticket."""
NEAR = 2
"""Extra points for a route next to a player's network."""


def proposals(observation: Knowledge, default: int) -> list[int]:
    """Return the default first, then other legal actions of the observation's seat, claims before cards.

    They are: every choice of tickets and every card; for a route only the payment with the fewest wilds; of the routes
    only the longest and those next to the players' networks; no station except the default.
    """
    legal = np.array(observation.legal_ids(), np.int64)
    rules = observation.ruleset.rules[0]
    kinds = rules["action_type"][legal]
    if len(legal) and kinds[0] == KEEP:
        return [default, *near_choices(legal - int(rules["id_keep"]), default - int(rules["id_keep"]), rules)]
    claims = legal[kinds == CLAIM]
    others = legal[(kinds != CLAIM) & ~np.isin(kinds, list(NOT_TRIED))]
    return list(dict.fromkeys([default, *best_claims(observation, claims), *others.tolist()]))


def near_choices(subsets: npt.NDArray[Any], default: int, rules: Any) -> list[int]:
    """Return the choices of tickets other than the default, as actions."""
    base = int(rules["id_keep"])
    every = [subset for subset in subsets.tolist() if subset != default]
    if len(every) >= KEEPS:
        every = [subset for subset in every if (subset ^ default).bit_count() == 1]
    return [base + subset for subset in every]


def best_claims(observation: Knowledge, claims: npt.NDArray[Any]) -> list[int]:
    """Return the cheapest claim of each of the most promising routes."""
    rules, record, seat = observation.ruleset.rules[0], observation.record, observation.seat
    hand = record["hand"][seat]
    cheapest: dict[int, tuple[int, int]] = {}
    for action in claims.tolist():
        route, color = int(rules["action_arg"][action]), int(rules["action_color"][action])
        left = int(hand[color]) - int(rules["action_colored"][action]) if color < COLORS else 0
        cost = int(rules["action_wild"][action]) * 100 - left
        if route not in cheapest or cost < cheapest[route][0]:
            cheapest[route] = cost, action
    reached = [cities_of(observation, player) for player in range(int(record["players"]))]
    worth = {}
    for route in cheapest:
        ends = int(rules["route_a"][route]), int(rules["route_b"][route])
        near = sum(city in cities for cities in reached for city in ends)
        worth[route] = int(rules["points"][rules["route_length"][route]]) + near * NEAR
    best = sorted(worth, key=lambda route: (-worth[route], route))[:CLAIMS]
    return [cheapest[route][1] for route in best]


def cities_of(observation: Knowledge, player: int) -> set[int]:
    """Return the cities on a player's routes."""
    rules = observation.ruleset.rules[0]
    words = observation.record["owned"][player]
    routes = [route for route in range(int(rules["routes"])) if int(words[route >> 6]) >> (route & 63) & 1]
    return {int(rules[end][route]) for end in ("route_a", "route_b") for route in routes}
