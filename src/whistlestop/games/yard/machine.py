"""The rules of the card game as compiled functions.

These are the functions that `games.machine` defines for every kind, and additional ones.
"""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import KnownArray, RulesArray
from whistlestop.games.machine import machine_of

from .mechanisms.cards.rules import can_draw_second
from .mechanisms.declarations.assignment import best_declaration as find_declaration
from .mechanisms.declarations.sets import feasible as pays_for
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


# Declarations.


@jit
def feasible(states: KnownArray, rules: RulesArray, i: int, player: int, tickets: int) -> bool:
    """Return whether the player holds this set of tickets and their stack pays for it (CARD-40)."""
    return pays_for(states[i], rules[0], player, tickets)


@jit
def best_declaration(states: KnownArray, rules: RulesArray, i: int, player: int) -> int:
    """Return the set of tickets that the engine declares for a player with their present stack (CARD-42)."""
    return find_declaration(states[i], rules[0], player)
