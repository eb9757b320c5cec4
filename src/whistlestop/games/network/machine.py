"""The rules of the map games as compiled functions.

These are the functions that `games.machine` defines for every kind, and additional ones.
"""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, KnownArray, RulesArray, States
from whistlestop.games.machine import machine_of

from .board.links import is_open
from .board.paths import longest_trail_routes
from .board.stock import stock as _stock
from .mechanisms.cards.rules import can_draw_second
from .mechanisms.claims.rules import claim
from .mechanisms.tickets.outlook import ticket_state as _ticket_state
from .mechanisms.tickets.values import final_value
from .records import LAYOUT, PLAYOUT
from .sizes import ACTION, MOST_LEGAL
from .turn import TURN

MACHINE = machine_of(
    __name__,
    TURN,
    LAYOUT,
    PLAYOUT,
    action=ACTION,
    most_legal=MOST_LEGAL,
    can_draw_second=can_draw_second,
)


@jit
def ticket_state(states: KnownArray, rules: RulesArray, i: int, player: int, ticket: int) -> int:
    """Return TICKET_DONE, TICKET_OPEN or TICKET_LOST."""
    return _ticket_state(states[i], rules[0], player, ticket)


@jit
def ticket_score(states: KnownArray, rules: RulesArray, i: int, player: int, ticket: int) -> int:
    """Return the final score of a ticket when the game is over, stations included (USA-33, EUR-27)."""
    return final_value(states[i], rules[0], player, ticket)


@jit
def trail(states: KnownArray, rules: RulesArray, i: int, player: int, routes: Integers) -> int:
    """Write the routes of the player's longest path, in walking order (COM-13); return their number.

    routes: int16 array of ROUTES places.
    """
    r = rules[0]
    owned = states[i]["owned"][player]
    _, count = longest_trail_routes(r["route_a"], r["route_b"], r["route_length"], owned[0], owned[1], routes)
    return int(count)


# To set up positions.


@jit
def can_own(states: KnownArray, i: int, player: int, route: int) -> bool:
    """Return whether a route is neither owned nor closed to the player (USA-22, USA-23)."""
    return is_open(states[i], player, route)


@jit
def stock(states: KnownArray, rules: RulesArray, i: int, player: int, route: int) -> int:
    """Return how many pieces the player has left for a route (USA-25, MECH-7)."""
    return _stock(states[i], rules[0], player, route)


@jit
def give_route(states: States, rules: RulesArray, i: int, player: int, route: int) -> None:
    """Put the player's trains on a route and score it, without payment."""
    claim(states[i], rules[0], player, route)
