"""The functions that all machines offer, as templates: each machine makes its own of them (`jit.specialize`).

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES
array of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing
a record. Only `replay` checks actions; `legal` and `is_legal` tell what may be passed to the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import rng, seats
from .fields import NONE
from .observe import random_key
from .rng import fast_below
from .seats import debtor

# These names stand for what every machine has of its own. Each works on single records.

deal: Any = None
play_action: Any = None
finish: Any = None
list_legal: Any = None
judge: Any = None
random_action: Any = None
observe_game: Any = None
determinize_game: Any = None
play: Any = None
score: Any = None
random_game: Any = None
play_random_games: Any = None
PLAYOUT: Any = None


def init(states: Any, rules: Any, i: int, key: Any, players: int, first: int) -> None:
    """Set up a new game from a key of eight 32-bit words; `first` NONE draws the first seat (RUL-1)."""
    rng.seed(states[i], key)
    deal(states[i], rules[0], players, first)


def play_one(states: Any, rules: Any, i: int, player: int, action: int) -> bool:
    """Carry out a legal action; return whether the game is over, to be scored."""
    return bool(play_action(states[i], rules[0], player, action))


def score_one(states: Any, rules: Any, i: int) -> None:
    """Score the game as it stands and rank the players."""
    finish(states[i], rules[0])


def apply(states: Any, rules: Any, i: int, player: int, action: int) -> None:
    """Carry out a legal action, and score the game if it is the last.

    Scoring is the largest part of the engine; apart, it need not be compiled before the first game ends.
    """
    if play(states, rules, i, player, action):
        score(states, rules, i)


def owes(states: Any, i: int, player: int) -> bool:
    """Whether the player has a decision to make."""
    return bool(seats.owes(states[i], player))


def legal(states: Any, rules: Any, i: int, player: int, out: Any) -> int:
    """Write the player's legal actions into an ACTION array of MOST_LEGAL places; return their number."""
    return int(list_legal(states[i], rules[0], player, out))


def is_legal(states: Any, rules: Any, i: int, player: int, action: int) -> bool:
    """Whether the action is one of the player's legal ones."""
    return bool(judge(states[i], rules[0], player, action))


def observe(states: Any, i: int, seat: int, observations: Any, j: int) -> None:
    """Write what the seat (NONE: a spectator) knows of game i into observation j."""
    observe_game(states[i], seat, observations[j])


def determinize(observations: Any, rules: Any, j: int, random: Any, states: Any, i: int) -> None:
    """Write into game i, whose record must be zeros or a state, a random world that agrees with observation j."""
    determinize_game(observations[j], rules[0], random, states[i])


def set_generator(states: Any, i: int, key: Any, word: int) -> None:
    """Give the game's generator a key and move it to a word of its stream."""
    rng.seed(states[i], key)
    rng.seek(states[i], word)


# Whole games.


def replay(states: Any, rules: Any, i: int, players: Any, actions: Any, count: int) -> int:
    """Check and play the first `count` actions; return how many were legal before the first that was not."""
    s, r = states[i], rules[0]
    for n in range(count):
        if not judge(s, r, players[n], actions[n]):
            return n
        if play_action(s, r, players[n], actions[n]):
            finish(s, r)
    return count


def random_game_on(s: Any, r: Any, work: Any) -> int:
    """Play on with random legal actions until the game is over; return the number of actions."""
    actions = 0
    player = debtor(s)
    while player != NONE:
        play_action(s, r, player, random_action(s, r, player, work["random"], work["actions"]))
        actions += 1
        player = debtor(s)
    finish(s, r)
    return actions


def random_games_in(states: Any, rules: Any, i: int, players: int, games: int, playouts: Any) -> int:
    """The same for new games, one after the other, with the working space of `playouts`."""
    s, r, work = states[i], rules[0], playouts[0]
    actions = 0
    for _ in range(games):
        random_key(s, work["random"])
        deal(s, r, players, fast_below(work["random"], players))
        actions += random_game(s, r, work)
    return actions


def random_games(states: Any, rules: Any, i: int, players: int, games: int, random: Any) -> int:
    """Play so many whole random games, one after the other, in record i; return the number of actions."""
    playouts = np.zeros(1, PLAYOUT)
    playouts["random"] = random
    actions = play_random_games(states, rules, i, players, games, playouts)
    random[:] = playouts["random"][0]
    return int(actions)
