"""The network machine from outside: arrays of games, addressed by index.

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES
array of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing
a record. Nothing here checks an action; `legal` and `is_legal` tell what may be passed to `apply`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import legal as _legal
from . import network, outlook, scoring, setup, turn
from . import observe as _observe
from .fields import NONE, OPENING, OVER, PLAYOUT, ROUTES
from .jit import jit
from .paths import longest_trail_routes
from .rng import fast_below, seed, seek


@jit
def init(states: Any, rules: Any, i: int, key: Any, players: int, first: int) -> None:
    """Set up a new game from a key of eight 32-bit words; `first` NONE draws the first seat (RUL-1)."""
    seed(states[i], key)
    setup.deal(states[i], rules[0], players, first)


@jit
def play(states: Any, rules: Any, i: int, player: int, action: int) -> bool:
    """Carry out a legal action; return whether the game is over, to be scored."""
    return turn.play(states[i], rules[0], player, action)


@jit
def score(states: Any, rules: Any, i: int) -> None:
    """Score the game as it stands and rank the players."""
    scoring.finish(states[i], rules[0])


def apply(states: Any, rules: Any, i: int, player: int, action: int) -> None:
    """Carry out a legal action, and score the game if it is the last.

    Scoring is the largest part of the engine; apart, it need not be compiled before the first game ends.
    """
    if play(states, rules, i, player, action):
        score(states, rules, i)


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
    """Whether the action is one of the player's legal ones."""
    return _legal.is_legal(states[i], rules[0], player, action)


@jit
def observe(states: Any, i: int, seat: int, observations: Any, j: int) -> None:
    """Write what the seat (NONE: a spectator) knows of game i into observation j."""
    _observe.observe(states[i], seat, observations[j])


@jit
def determinize(observations: Any, rules: Any, j: int, random: Any, states: Any, i: int) -> None:
    """Write into game i, whose record must be zeros or a state, a random world that agrees with observation j."""
    _observe.determinize(observations[j], rules[0], random, states[i])


# For views.


@jit
def ticket_state(states: Any, rules: Any, i: int, player: int, ticket: int) -> int:
    """TICKET_DONE, TICKET_OPEN or TICKET_LOST."""
    return outlook.ticket_state(states[i], rules[0], player, ticket)


@jit
def ticket_score(states: Any, rules: Any, i: int, player: int, ticket: int) -> int:
    """What a ticket has scored when the game is over, stations included (USA-33, EUR-27)."""
    return scoring.final_value(states[i], rules[0], player, ticket)


@jit
def trail(states: Any, rules: Any, i: int, player: int) -> Any:
    """The routes of the player's longest trail, in walking order (COM-13)."""
    r = rules[0]
    owned = states[i]["owned"][player]
    routes = np.empty(ROUTES, np.int16)
    _, count = longest_trail_routes(r["route_a"], r["route_b"], r["route_length"], owned[0], owned[1], routes)
    return routes[:count]


# For whoever sets up a position.


@jit
def clear(states: Any, rules: Any, i: int, players: int) -> None:
    """Empty everything: no cards or tickets anywhere, no routes owned."""
    setup.clear(states[i], rules[0], players)


@jit
def can_own(states: Any, i: int, player: int, route: int) -> bool:
    """Whether a route is neither owned nor closed to the player (USA-22, USA-23)."""
    return network.is_open(states[i], player, route)


@jit
def give_route(states: Any, rules: Any, i: int, player: int, route: int) -> None:
    """Put the player's trains on a route and score it, without payment."""
    turn.claim(states[i], rules[0], player, route)


@jit
def can_draw_second(states: Any, rules: Any, i: int) -> bool:
    """Whether a second card can be had (USA-11)."""
    return _legal.can_draw(states[i]) or _legal.takeable(states[i], rules[0], True) != 0


@jit
def set_generator(states: Any, i: int, key: Any, word: int) -> None:
    """Give the game's generator a key and move it to a word of its stream."""
    seed(states[i], key)
    seek(states[i], word)


# Whole games.


@jit
def replay(states: Any, rules: Any, i: int, players: Any, actions: Any, count: int) -> int:
    """Check and play the first `count` actions; return how many were legal before the first that was not."""
    s, r = states[i], rules[0]
    for n in range(count):
        if not _legal.is_legal(s, r, players[n], actions[n]):
            return n
        if turn.play(s, r, players[n], actions[n]):
            scoring.finish(s, r)
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
def random_game(s: Any, r: Any, work: Any) -> int:
    """Play on with uniformly random legal actions until the game is over; return the number of actions."""
    actions = 0
    player = debtor(s)
    while player != NONE:
        turn.play(s, r, player, _legal.random_action(s, r, player, work["random"], work["actions"]))
        actions += 1
        player = debtor(s)
    scoring.finish(s, r)
    return actions


@jit
def _random_games(states: Any, rules: Any, i: int, players: int, games: int, playouts: Any) -> int:
    s, r, work = states[i], rules[0], playouts[0]
    actions = 0
    for _ in range(games):
        _observe.random_key(s, work["random"])
        setup.deal(s, r, players, fast_below(work["random"], players))
        actions += random_game(s, r, work)
    return actions


def random_games(states: Any, rules: Any, i: int, players: int, games: int, random: Any) -> int:
    """Play so many whole random games, one after the other, in record i; return the number of actions."""
    playouts = np.zeros(1, PLAYOUT)
    playouts["random"] = random
    actions = _random_games(states, rules, i, players, games, playouts)
    random[:] = playouts["random"][0]
    return int(actions)
