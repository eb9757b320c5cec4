"""The card game's rules as compiled functions: what `games.machine` says every kind offers, and what only this has."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import KnownArray, RulesArray
from whistlestop.games.machine import machine_of

from .mechanisms.cards.rules import can_draw
from .mechanisms.declarations.assignment import best_declaration as find_declaration
from .mechanisms.declarations.sets import feasible as pays_for
from .records import OBSERVATION, PLAYOUT, STATE
from .sizes import ACTION, MOST_LEGAL
from .turn import TURN

__all__ = [
    "ACTION",
    "MOST_LEGAL",
    "OBSERVATION",
    "STATE",
    "TURN",
    "apply",
    "best_declaration",
    "can_draw_second",
    "clear",
    "determinize",
    "feasible",
    "init",
    "is_legal",
    "legal",
    "observe",
    "play",
    "play_random_games",
    "random_games",
    "replay",
    "score",
]

_MACHINE = machine_of(__name__, TURN, PLAYOUT)
init = _MACHINE["init"]
play = _MACHINE["play"]
score = _MACHINE["score"]
apply = _MACHINE["apply"]
legal = _MACHINE["legal"]
is_legal = _MACHINE["is_legal"]
observe = _MACHINE["observe"]
determinize = _MACHINE["determinize"]
clear = _MACHINE["clear"]
replay = _MACHINE["replay"]
play_random_games = _MACHINE["play_random_games"]
random_games = _MACHINE["random_games"]


# Declarations.


@jit
def feasible(states: KnownArray, rules: RulesArray, i: int, player: int, tickets: int) -> bool:
    """Whether the player holds this set of tickets and his stack pays for it (CARD-40)."""
    return pays_for(states[i], rules[0], player, tickets)


@jit
def best_declaration(states: KnownArray, rules: RulesArray, i: int, player: int) -> int:
    """The set of tickets that the engine declares for a player, with his stack as it is (CARD-42)."""
    return find_declaration(states[i], rules[0], player)


# For whoever sets up a position.


@jit
def can_draw_second(states: KnownArray, rules: RulesArray, i: int) -> bool:  # noqa: ARG001
    """Whether a second card can be had (CARD-14)."""
    return can_draw(states[i])
