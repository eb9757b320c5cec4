"""The reasons why a seat cannot claim routes now.

Nothing here decides legality: the engine does. The reasons are read from the tables that the engine uses: which routes
are open to which player, how many trains they take, and every payment in the catalogue.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core import fields
from whistlestop.format import CARDS, Counts
from whistlestop.games.network import machine
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from .shapes import (
    AnyObstacle,
    CardsLacking,
    NotInPlay,
    NotYourTurn,
    OtherDecision,
    Owned,
    TooFewSmallTrains,
    TooFewTrains,
    TwinClosed,
    TwinOwned,
)


def obstacles(observation: Knowledge, seat: int) -> dict[str, AnyObstacle]:
    """Return the obstacle for each route that the seat cannot claim now, by route."""
    o, r, ruleset = observation.record, observation.ruleset.rules[0], observation.ruleset
    legal = observation.legal_ids()
    claims = {int(r["action_arg"][action]) for action in legal if r["action_type"][action] == CLAIM}
    is_open = set(numbers_of(o["open"][seat]))
    owner = {route: player for player in range(int(o["players"])) for route in numbers_of(o["owned"][player])}
    lacking = cards_lacking(r, o["hand"][seat])
    waiting: AnyObstacle = OtherDecision() if seat in observation.to_act() else NotYourTurn()
    players = int(o["players"])
    found: dict[str, AnyObstacle] = {}
    for number, route in enumerate(ruleset.routes):
        if number in claims:
            continue
        if number in owner:
            found[route.id] = Owned(seat=owner[number])
        elif not route.in_play(players):
            found[route.id] = NotInPlay(players=players)
        elif number not in is_open:
            found[route.id] = _twin(observation, seat, number, owner)
        elif route.trains > (left := machine.stock(observation.array, ruleset.rules, 0, seat, number)):
            too_few = TooFewSmallTrains if route.small else TooFewTrains
            found[route.id] = too_few(needed=route.trains, left=left)
        elif lacking[number] and number != o["laid_route"]:  # cards laid out for a tunnel have left the hand
            found[route.id] = CardsLacking(lacking=lacking[number])
        else:
            found[route.id] = waiting
    return found


def _twin(observation: Knowledge, seat: int, number: int, owner: dict[int, int]) -> AnyObstacle:
    """Return the route of the double group that closes this one to the seat."""
    r, ruleset = observation.ruleset.rules[0], observation.ruleset
    taken = [twin for twin in numbers_of(r["twins"][number]) if twin in owner]
    own = next((twin for twin in taken if owner[twin] == seat), None)
    if own is not None:
        return TwinOwned(twin=ruleset.routes[own].id)
    return TwinClosed(
        twin=ruleset.routes[taken[0]].id, seat=owner[taken[0]], open_from=int(r["twins_open_from"])
    )


def cards_lacking(r: Any, hand: Any) -> list[Counts]:
    """Return the fewest cards that a hand lacks for each route, by the payments in the catalogue.

    Payments in which other cards replace some do not count. Ties prefer the fewest wilds, then the color with the most
    cards in the hand.
    """
    claims = np.flatnonzero(r["action_type"][: r["actions"]] == CLAIM)
    paid = r["action_colored"][claims] + r["action_wild"][claims]
    claims = claims[paid == r["route_length"][r["action_arg"][claims]]]
    route, color = r["action_arg"][claims], r["action_color"][claims]
    held = np.asarray(hand, np.int64)
    colored = np.maximum(0, r["action_colored"][claims] - held[color])
    wild = np.maximum(0, r["action_wild"][claims] - held[fields.WILD])
    order = np.lexsort((color, -held[color], wild, colored + wild, route))
    found: list[Counts] = [{} for _ in range(r["routes"])]
    _, first = np.unique(route[order], return_index=True)
    for n in order[first]:
        lacking = {CARDS[color[n]]: int(colored[n]), CARDS[fields.WILD]: int(wild[n])}
        found[route[n]] = {card: count for card, count in lacking.items() if count}
    return found
