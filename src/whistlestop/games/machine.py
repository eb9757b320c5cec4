"""What every kind of game offers: its rules as compiled functions that Python calls.

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES array
of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing a record.
Only `replay` checks actions; `legal` and `is_legal` tell what may be passed to the others.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from whistlestop.core.fields import NONE
from whistlestop.core.jit import entries, jit
from whistlestop.core.observe import random_key
from whistlestop.core.rng import fast_below, seed
from whistlestop.core.seats import next_to_act
from whistlestop.core.types import (
    Actions,
    Generator,
    Integers,
    Key,
    KnownArray,
    Observations,
    Rules,
    RulesArray,
    State,
    States,
    Work,
    WorkArray,
)
from whistlestop.games.mechanisms import Turn

__all__ = ["Machine", "machine_of"]


class Machine(Protocol):
    """What the `machine.py` of every kind has; each adds functions of its own.

    `states` and `observations` are arrays of the machine's records, `rules` the one-element RULES array of a ruleset,
    `i` and `j` indexes into the arrays, `random` the state of a cheap generator (`rng.fast_seed`).
    """

    STATE: Any
    OBSERVATION: Any
    ACTION: Any
    MOST_LEGAL: int

    def init(self, states: States, rules: RulesArray, i: int, key: Key, players: int, first: int) -> None:
        """Set up a new game from a key of eight 32-bit words; `first` NONE draws the first seat (RUL-1)."""

    def play(self, states: States, rules: RulesArray, i: int, player: int, action: int) -> bool:
        """Carry out a legal action; return whether the game is over, to be scored."""

    def score(self, states: States, rules: RulesArray, i: int) -> None:
        """Score the game as it stands and rank the players."""

    def apply(self, states: States, rules: RulesArray, i: int, player: int, action: int) -> None:
        """Carry out a legal action, and score the game if it is the last.

        Scoring is the largest part of the rules; apart, it need not be compiled before the first game ends.
        """

    def legal(self, states: KnownArray, rules: RulesArray, i: int, player: int, out: Actions) -> int:
        """Write the player's legal actions into an ACTION array of MOST_LEGAL places; return their number."""

    def is_legal(self, states: KnownArray, rules: RulesArray, i: int, player: int, action: int) -> bool:
        """Whether the action is one of the player's legal ones."""

    def observe(self, states: States, i: int, seat: int, observations: Observations, j: int) -> None:
        """Write what the seat (NONE: a spectator) knows of game i into observation j."""

    def determinize(
        self, observations: Observations, rules: RulesArray, j: int, random: Generator, states: States, i: int
    ) -> None:
        """Write into game i a random world that agrees with observation j."""

    def clear(self, states: States, rules: RulesArray, i: int, players: int) -> None:
        """Empty everything, for whoever sets up a position: no cards or tickets anywhere, no routes owned."""

    def can_draw_second(self, states: KnownArray, rules: RulesArray, i: int) -> bool:
        """Whether a second card can be had."""

    def replay(
        self, states: States, rules: RulesArray, i: int, players: Integers, actions: Actions, count: int
    ) -> int:
        """Check and play the first `count` actions; return how many were legal before the first that was not."""

    def random_games(
        self, states: States, rules: RulesArray, i: int, players: int, games: int, random: Generator
    ) -> int:
        """Play so many whole random games, one after the other, in record i; return the number of actions."""


def machine_of(module: str, turn: Turn, playout: np.dtype[Any]) -> dict[str, Any]:
    """The functions of `Machine` for the rules of a kind, but for `can_draw_second`, as names of its module.

    playout: the record of a playout's scratch space.
    """
    deal, play_action, finish = turn.deal, turn.play, turn.finish
    list_legal, judge, random_action = turn.list_legal, turn.is_legal, turn.random_action
    see, resample, empty = turn.observe, turn.determinize, turn.clear

    @jit
    def init(states: States, rules: RulesArray, i: int, key: Key, players: int, first: int) -> None:
        seed(states[i], key)
        deal(states[i], rules[0], players, first)

    @jit
    def play(states: States, rules: RulesArray, i: int, player: int, action: int) -> bool:
        return bool(play_action(states[i], rules[0], player, action))

    @jit
    def score(states: States, rules: RulesArray, i: int) -> None:
        finish(states[i], rules[0])

    def apply(states: States, rules: RulesArray, i: int, player: int, action: int) -> None:
        if play(states, rules, i, player, action):
            score(states, rules, i)

    @jit
    def legal(states: KnownArray, rules: RulesArray, i: int, player: int, out: Actions) -> int:
        return int(list_legal(states[i], rules[0], player, out))

    @jit
    def is_legal(states: KnownArray, rules: RulesArray, i: int, player: int, action: int) -> bool:
        return bool(judge(states[i], rules[0], player, action))

    @jit
    def observe(states: States, i: int, seat: int, observations: Observations, j: int) -> None:
        see(states[i], seat, observations[j])

    @jit
    def determinize(
        observations: Observations, rules: RulesArray, j: int, random: Generator, states: States, i: int
    ) -> None:
        resample(observations[j], rules[0], random, states[i])

    @jit
    def clear(states: States, rules: RulesArray, i: int, players: int) -> None:
        empty(states[i], rules[0], players)

    @jit
    def replay(
        states: States, rules: RulesArray, i: int, players: Integers, actions: Actions, count: int
    ) -> int:
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
    def play_random_games(
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
        playouts = np.zeros(1, playout)
        playouts["random"] = random
        actions = play_random_games(states, rules, i, players, games, playouts)
        random[:] = playouts["random"][0]
        return int(actions)

    compiled = {
        "init": init,
        "play": play,
        "score": score,
        "legal": legal,
        "is_legal": is_legal,
        "observe": observe,
        "determinize": determinize,
        "clear": clear,
        "replay": replay,
        "play_random_games": play_random_games,
    }
    return {**entries(module, compiled), "apply": apply, "random_games": random_games}
