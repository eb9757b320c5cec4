"""Claims that serve the player's tickets: a review of a map game tries them in addition to those of a search."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from whistlestop.core.fields import COLORS
from whistlestop.games.network.board.links import best_target
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.shortest import Paths
from whistlestop.games.plain import plain
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

DETOUR = 2
"""Trains that a path with the route may take more than the shortest one."""

Network = list[list[tuple[int, int]]]
"""For each city its neighbors with the trains that the route to them still takes."""


def ticket_claims(observation: Knowledge) -> list[int]:
    """Return the claims of routes on a short path of an incomplete ticket, in each color with the fewest wilds.

    Payments in which other cards replace some come after all others.
    """
    rules, legal = observation.ruleset.rules[0], np.array(observation.legal_ids(), np.int64)
    claims = legal[rules["action_type"][legal] == CLAIM] if len(legal) else legal
    if not len(claims):
        return []
    wanted = _routes(observation)
    cheapest: dict[tuple[int, int], tuple[int, int, int]] = {}
    for action in claims.tolist():
        route, color = int(rules["action_arg"][action]), int(rules["action_color"][action])
        wilds = int(rules["action_wild"][action])
        paid = wilds + int(rules["action_colored"][action])
        found = int(rules["route_length"][route]) - paid, wilds, action
        if route in wanted:
            cheapest[route, color] = min(found, cheapest.get((route, color), found))
    colored = {route for route, color in cheapest if color < COLORS}
    return [
        action for (route, color), (*_, action) in cheapest.items() if color < COLORS or route not in colored
    ]


def _routes(observation: Knowledge) -> set[int]:
    """Return the routes on short paths of the seat's incomplete tickets."""
    o, r, seat = observation.record, observation.ruleset.rules[0], observation.seat
    free = numbers_of(o["open"][seat])
    network: Network = [[] for _ in range(int(r["cities"]))]
    for trains, routes in ((None, free), (0, numbers_of(o["owned"][seat]))):
        for route in routes:
            a, b = int(r["route_a"][route]), int(r["route_b"][route])
            length = int(r["route_trains"][route]) if trains is None else trains
            network[a].append((b, length))
            network[b].append((a, length))
    found: set[int] = set()
    for ticket in numbers_of(o["tickets"][seat]):
        if plain(best_target)(r, o["link"][seat], ticket) >= 0:
            continue
        near = _distances(network, numbers_of([r["ticket_origin"][ticket]]))
        for target in range(int(r["ticket_targets"][ticket])):
            ends = numbers_of([r["ticket_target"][ticket, target]])
            far = _distances(network, ends)
            shortest = min((near[city] for city in ends if city in near), default=None)
            if shortest is None:
                continue
            for route in free:
                a, b = int(r["route_a"][route]), int(r["route_b"][route])
                length = int(r["route_trains"][route])
                ways = [near[x] + length + far[y] for x, y in ((a, b), (b, a)) if x in near and y in far]
                if ways and min(ways) <= shortest + DETOUR:
                    found.add(route)
    return found


def _distances(network: Network, origins: Iterable[int]) -> dict[int, int]:
    """Return the trains to each city that can be reached."""
    return dict(Paths(origins, lambda city: ((there, trains, None) for there, trains in network[city])))
