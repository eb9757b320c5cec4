"""The rules of every kind of game as compiled functions that Python calls.

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES array
of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing a record.
Only `replay` checks actions; `legal` and `is_legal` define the actions that the other functions accept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .records import Layout
from .types import (
    Actions,
    Generator,
    Integers,
    Key,
    KnownArray,
    Observations,
    RulesArray,
    States,
    WorkArray,
)

__all__ = ["Machine"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Machine:
    """The rules of a kind of game.

    `states` and `observations` are arrays of the machine's records, `rules` the one-element RULES array of a ruleset,
    `i` and `j` indexes into the arrays, `random` the state of a fast generator (`rng.fast_seed`).
    """

    layout: Layout
    """The fields of its records, and who may see each of them."""
    STATE: np.dtype[Any]
    OBSERVATION: np.dtype[Any]
    PLAYOUT: np.dtype[Any]
    """Scratch space of `play_random_games`, with its generator in `random`."""
    ACTION: Any
    """The type of an action's number."""
    MOST_LEGAL: int
    """Limit of listed legal actions."""

    init: Callable[[States, RulesArray, int, Key, int, int], None]
    """`init(states, rules, i, key, players, first)`: set up a new game from a key of eight 32-bit words; `first` NONE
    draws the first seat (RUL-1)."""
    turn_up_market: Callable[[States, RulesArray, int], None]
    """`turn_up_market(states, rules, i)`: turn up the market of a new game whose market is empty."""
    play: Callable[[States, RulesArray, int, int, int], bool]
    """`play(states, rules, i, player, action)`: carry out a legal action; return whether the game is over, to be
    scored."""
    score: Callable[[States, RulesArray, int], None]
    """`score(states, rules, i)`: score the game as it stands and rank the players."""
    apply: Callable[[States, RulesArray, int, int, int], None]
    """`apply(states, rules, i, player, action)`: carry out a legal action, and score the game if it is the last.

    Scoring is the largest part of the rules. As a separate function it need not be compiled before the first game ends.
    """
    legal: Callable[[KnownArray, RulesArray, int, int, Actions], int]
    """`legal(states, rules, i, player, out)`: write the player's legal actions into an ACTION array of MOST_LEGAL
    places; return their number."""
    is_legal: Callable[[KnownArray, RulesArray, int, int, int], bool]
    """`is_legal(states, rules, i, player, action)`: whether the action is one of the player's legal ones."""
    observe: Callable[[States, int, int, Observations, int], None]
    """`observe(states, i, seat, observations, j)`: write the knowledge of a seat (NONE: a spectator) about game i into
    observation j."""
    determinize: Callable[[Observations, RulesArray, int, Generator, States, int], None]
    """`determinize(observations, rules, j, random, states, i)`: write into game i a random world that agrees with
    observation j."""
    clear: Callable[[States, RulesArray, int, int], None]
    """`clear(states, rules, i, players)`: empty everything, to set up a position: no cards or tickets anywhere."""
    can_draw_second: Callable[[KnownArray, RulesArray, int], bool]
    """`can_draw_second(states, rules, i)`: whether a second card is available."""
    replay: Callable[[States, RulesArray, int, Integers, Actions, int], int]
    """`replay(states, rules, i, players, actions, count)`: check and play the first `count` actions; return how many
    were legal before the first that was not."""
    play_random_games: Callable[[States, RulesArray, int, int, int, WorkArray], int]
    """`random_games`, with scratch space of its own."""
    random_games: Callable[[States, RulesArray, int, int, int, Generator], int]
    """`random_games(states, rules, i, players, games, random)`: play `games` whole random games, one after the other,
    in record i; return the number of actions."""
