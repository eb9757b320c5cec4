"""The network machine from outside: arrays of games, addressed by index.

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES
array of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing
a record. Nothing here checks an action; `legal` and `is_legal` tell what may be passed to `apply`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import observe as _observe
from . import setup, turn
from . import legal as _legal
from .fields import NONE, OPENING, OVER
from .jit import jit
from .rng import fast_below, seed


@jit
def init(states: Any, rules: Any, i: int, key: Any, players: int, first: int) -> None:
    """Set up a new game from a key of eight 32-bit words; `first` NONE draws the first seat (RUL-1)."""
    seed(states[i], key)
    setup.deal(states[i], rules[0], players, first)


@jit
def apply(states: Any, rules: Any, i: int, player: int, action: int) -> None:
    """Carry out a legal action."""
    turn.play(states[i], rules[0], player, action)


@jit
def owes(states: Any, i: int, player: int) -> bool:
    """Whether the player has a decision to make."""
    return _legal.owes(states[i], player)


@jit
def legal(states: Any, rules: Any, i: int, player: int, out: Any) -> int:
    """Write the player's legal actions into an int16 array of `rules["actions"]` places; return their number."""
    return _legal.list_legal(states[i], rules[0], player, out)


@jit
def is_legal(states: Any, rules: Any, i: int, player: int, action: int) -> bool:
    return _legal.is_legal(states[i], rules[0], player, action)


@jit
def observe(states: Any, i: int, seat: int, observations: Any, j: int) -> None:
    """Write what the seat (NONE: a spectator) knows of game i into observation j."""
    _observe.observe(states[i], seat, observations[j])


@jit
def determinize(observations: Any, rules: Any, j: int, random: Any, states: Any, i: int) -> None:
    """Write into game i, whose record must be zeros or a state, a random world that agrees with observation j."""
    _observe.determinize(observations[j], rules[0], random, states[i])


@jit
def replay(states: Any, rules: Any, i: int, players: Any, actions: Any, count: int) -> int:
    """Check and apply the first `count` actions; return how many were legal before the first that was not."""
    for n in range(count):
        if not _legal.is_legal(states[i], rules[0], players[n], actions[n]):
            return n
        turn.play(states[i], rules[0], players[n], actions[n])
    return count


@jit
def debtor(s: Any) -> int:
    """The lowest seat that owes a decision, NONE when the game is over."""
    if s["phase"] == OVER:
        return NONE
    if s["phase"] == OPENING:
        player = 0
        while s["chosen"][player]:
            player += 1
        return player
    return int(s["player"])


@jit
def random_game(s: Any, r: Any, random: Any, scratch: Any) -> int:
    """Play on with uniformly random legal actions until the game is over; return the number of actions."""
    actions = 0
    player = debtor(s)
    while player != NONE:
        turn.play(s, r, player, _legal.random_action(s, r, player, random, scratch))
        actions += 1
        player = debtor(s)
    return actions


@jit
def random_games(states: Any, rules: Any, i: int, players: int, games: int, random: Any) -> int:
    """Play so many whole random games, one after the other, in record i; return the number of actions."""
    scratch = np.empty(rules[0]["actions"], np.int16)
    actions = 0
    for _ in range(games):
        _observe.random_key(states[i], random)
        setup.deal(states[i], rules[0], players, fast_below(random, players))
        actions += random_game(states[i], rules[0], random, scratch)
    return actions
