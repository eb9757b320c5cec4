"""The map games' rules as compiled functions: what `games.machine` says every kind offers, and what only these have.

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

from .fields import ACTION, MOST_LEGAL, OBSERVATION, PLAYOUT, ROUTES, STATE
from .legal import can_draw, list_legal, random_action, takeable
from .legal import is_legal as judge
from .links import is_open
from .observe import determinize as determinize_game
from .observe import observe as observe_game
from .outlook import ticket_state as _ticket_state
from .paths import longest_trail_routes
from .scoring import final_value, finish
from .setup import clear as clear_state
from .setup import deal
from .turn import claim
from .turn import play as play_action

__all__ = [
    "ACTION",
    "MOST_LEGAL",
    "OBSERVATION",
    "STATE",
    "apply",
    "can_draw_second",
    "can_own",
    "clear",
    "determinize",
    "give_route",
    "init",
    "is_legal",
    "legal",
    "observe",
    "play",
    "random_game",
    "random_games",
    "replay",
    "score",
    "ticket_score",
    "ticket_state",
    "trail",
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


# For views.


@jit
def ticket_state(states: States, rules: RulesArray, i: int, player: int, ticket: int) -> int:
    """TICKET_DONE, TICKET_OPEN or TICKET_LOST."""
    return _ticket_state(states[i], rules[0], player, ticket)


@jit
def ticket_score(states: States, rules: RulesArray, i: int, player: int, ticket: int) -> int:
    """What a ticket has scored when the game is over, stations included (USA-33, EUR-27)."""
    return final_value(states[i], rules[0], player, ticket)


@jit
def trail(states: States, rules: RulesArray, i: int, player: int) -> Integers:
    """The routes of the player's longest trail, in walking order (COM-13)."""
    r = rules[0]
    owned = states[i]["owned"][player]
    routes = np.empty(ROUTES, np.int16)
    _, count = longest_trail_routes(r["route_a"], r["route_b"], r["route_length"], owned[0], owned[1], routes)
    return routes[:count]


# For whoever sets up a position.


@jit
def clear(states: States, rules: RulesArray, i: int, players: int) -> None:
    """Empty everything: no cards or tickets anywhere, no routes owned."""
    clear_state(states[i], rules[0], players)


@jit
def can_own(states: States, i: int, player: int, route: int) -> bool:
    """Whether a route is neither owned nor closed to the player (USA-22, USA-23)."""
    return is_open(states[i], player, route)


@jit
def give_route(states: States, rules: RulesArray, i: int, player: int, route: int) -> None:
    """Put the player's trains on a route and score it, without payment."""
    claim(states[i], rules[0], player, route)


@jit
def can_draw_second(states: States, rules: RulesArray, i: int) -> bool:
    """Whether a second card can be had (USA-11)."""
    return can_draw(states[i]) or takeable(states[i], rules[0], True) != 0
