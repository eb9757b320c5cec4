"""The card game's rules as compiled functions: what `games.machine` says every kind offers, and what only this has.

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES
array of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing
a record. Only `replay` checks actions; `legal` and `is_legal` tell what may be passed to the others.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.observe import random_key
from whistlestop.core.rng import fast_below, seed
from whistlestop.core.seats import next_to_act
from whistlestop.core.types import (
    Actions,
    Generator,
    Integers,
    Key,
    Observations,
    Rules,
    RulesArray,
    State,
    States,
    Work,
    WorkArray,
)

from .assignment import best_declaration as find_declaration
from .declaration import feasible as pays_for
from .fields import ACTION, MOST_LEGAL, OBSERVATION, PLAYOUT, STATE
from .legal import can_draw, list_legal, random_action
from .legal import is_legal as judge
from .observe import determinize as determinize_game
from .observe import observe as observe_game
from .scoring import finish
from .setup import clear as clear_state
from .setup import deal
from .turn import play as play_action

__all__ = [
    "ACTION",
    "MOST_LEGAL",
    "OBSERVATION",
    "STATE",
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
    "random_game",
    "random_games",
    "replay",
    "score",
]


@jit
def init(states: States, rules: RulesArray, i: int, key: Key, players: int, first: int) -> None:
    """Set up a new game from a key of eight 32-bit words; `first` NONE draws the first seat (RUL-1)."""
    seed(states[i], key)
    deal(states[i], rules[0], players, first)


@jit
def play(states: States, rules: RulesArray, i: int, player: int, action: int) -> bool:
    """Carry out a legal action; return whether the game is over, to be scored."""
    return play_action(states[i], rules[0], player, action)


@jit
def score(states: States, rules: RulesArray, i: int) -> None:
    """Score the game as it stands and rank the players."""
    finish(states[i], rules[0])


def apply(states: States, rules: RulesArray, i: int, player: int, action: int) -> None:
    """Carry out a legal action, and score the game if it is the last.

    Scoring is the largest part of the engine; apart, it need not be compiled before the first game ends.
    """
    if play(states, rules, i, player, action):
        score(states, rules, i)


@jit
def legal(states: States, rules: RulesArray, i: int, player: int, out: Actions) -> int:
    """Write the player's legal actions into an ACTION array of MOST_LEGAL places; return their number."""
    return list_legal(states[i], rules[0], player, out)


@jit
def is_legal(states: States, rules: RulesArray, i: int, player: int, action: int) -> bool:
    """Whether the action is one of the player's legal ones."""
    return judge(states[i], rules[0], player, action)


@jit
def observe(states: States, i: int, seat: int, observations: Observations, j: int) -> None:
    """Write what the seat (NONE: a spectator) knows of game i into observation j."""
    observe_game(states[i], seat, observations[j])


@jit
def determinize(
    observations: Observations, rules: RulesArray, j: int, random: Generator, states: States, i: int
) -> None:
    """Write into game i a random world that agrees with observation j."""
    determinize_game(observations[j], rules[0], random, states[i])


# Whole games.


@jit
def replay(states: States, rules: RulesArray, i: int, players: Integers, actions: Actions, count: int) -> int:
    """Check and play the first `count` actions; return how many were legal before the first that was not."""
    s, r = states[i], rules[0]
    for step in range(count):
        if not judge(s, r, players[step], actions[step]):
            return step
        if play_action(s, r, players[step], actions[step]):
            finish(s, r)
    return count


@jit
def random_game(s: State, r: Rules, w: Work) -> int:
    """Play on with random legal actions until the game is over; return the number of actions."""
    actions = 0
    player = next_to_act(s)
    while player != NONE:
        play_action(s, r, player, random_action(s, r, player, w["random"], w["actions"]))
        actions += 1
        player = next_to_act(s)
    finish(s, r)
    return actions


@jit
def _random_games(
    states: States, rules: RulesArray, i: int, players: int, games: int, playouts: WorkArray
) -> int:
    s, r, w = states[i], rules[0], playouts[0]
    actions = 0
    for _ in range(games):
        random_key(s, w["random"])
        deal(s, r, players, fast_below(w["random"], players))
        actions += random_game(s, r, w)
    return actions


def random_games(
    states: States, rules: RulesArray, i: int, players: int, games: int, random: Generator
) -> int:
    """Play so many whole random games, one after the other, in record i; return the number of actions."""
    playouts = np.zeros(1, PLAYOUT)
    playouts["random"] = random
    actions = _random_games(states, rules, i, players, games, playouts)
    random[:] = playouts["random"][0]
    return int(actions)


# Declarations.


@jit
def feasible(states: States, rules: RulesArray, i: int, player: int, tickets: int) -> bool:
    """Whether the player holds this set of tickets and his stack pays for it (CARD-40)."""
    return pays_for(states[i], rules[0], player, tickets)


@jit
def best_declaration(states: States, rules: RulesArray, i: int, player: int) -> int:
    """The set of tickets that the engine declares for a player, with his stack as it is (CARD-42)."""
    return find_declaration(states[i], rules[0], player)


# For whoever sets up a position.


@jit
def clear(states: States, rules: RulesArray, i: int, players: int) -> None:  # noqa: ARG001 - all machines take the same
    """Empty everything: no cards or tickets anywhere."""
    clear_state(states[i], players)


@jit
def can_draw_second(states: States, rules: RulesArray, i: int) -> bool:  # noqa: ARG001
    """Whether a second card can be had (CARD-14)."""
    return can_draw(states[i])
