"""What every kind of game offers: its rules as compiled functions that Python calls.

Every function takes `(states, rules, i, ...)`: an array of STATE (or OBSERVATION) records, the one-element RULES array
of the ruleset, and the index of the game. Passing an array and an index from Python costs a tenth of passing a record.
Only `replay` checks actions; `legal` and `is_legal` tell what may be passed to the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.core.fields import NONE
from whistlestop.core.jit import entries, jit
from whistlestop.core.observe import random_key
from whistlestop.core.records import Layout
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
from whistlestop.games.mechanisms import Step, Turn

__all__ = ["Machine", "machine_of"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Machine:
    """The rules of a kind of game.

    `states` and `observations` are arrays of the machine's records, `rules` the one-element RULES array of a ruleset,
    `i` and `j` indexes into the arrays, `random` the state of a cheap generator (`rng.fast_seed`).
    """

    turn: Turn
    """The same rules as functions of single records."""
    layout: Layout
    """The fields of its records, and who may see them."""
    STATE: np.dtype[Any]
    OBSERVATION: np.dtype[Any]
    ACTION: Any
    """The type of an action's number."""
    MOST_LEGAL: int
    """At most so many actions are listed as legal."""

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

    Scoring is the largest part of the rules; apart, it need not be compiled before the first game ends."""
    legal: Callable[[KnownArray, RulesArray, int, int, Actions], int]
    """`legal(states, rules, i, player, out)`: write the player's legal actions into an ACTION array of MOST_LEGAL
    places; return their number."""
    is_legal: Callable[[KnownArray, RulesArray, int, int, int], bool]
    """`is_legal(states, rules, i, player, action)`: whether the action is one of the player's legal ones."""
    observe: Callable[[States, int, int, Observations, int], None]
    """`observe(states, i, seat, observations, j)`: write what the seat (NONE: a spectator) knows of game i into
    observation j."""
    determinize: Callable[[Observations, RulesArray, int, Generator, States, int], None]
    """`determinize(observations, rules, j, random, states, i)`: write into game i a random world that agrees with
    observation j."""
    clear: Callable[[States, RulesArray, int, int], None]
    """`clear(states, rules, i, players)`: empty everything, to set up a position: no cards or tickets anywhere."""
    can_draw_second: Callable[[KnownArray, RulesArray, int], bool]
    """`can_draw_second(states, rules, i)`: whether a second card can be had."""
    replay: Callable[[States, RulesArray, int, Integers, Actions, int], int]
    """`replay(states, rules, i, players, actions, count)`: check and play the first `count` actions; return how many
    were legal before the first that was not."""
    play_random_games: Callable[[States, RulesArray, int, int, int, WorkArray], int]
    """`random_games`, with scratch space of its own."""
    random_games: Callable[[States, RulesArray, int, int, int, Generator], int]
    """`random_games(states, rules, i, players, games, random)`: play so many whole random games, one after the other,
    in record i; return the number of actions."""


def machine_of(
    module: str,
    turn: Turn,
    layout: Layout,
    playout: np.dtype[Any],
    *,
    action: Any,
    most_legal: int,
    can_draw_second: Step,
) -> Machine:
    """Return the machine of a kind, for its module to hold as MACHINE.

    playout: the record of a playout's scratch space. can_draw_second: `can_draw_second(s, r) -> bool`. action,
    most_legal: see `Machine`.
    """
    deal, play_action, finish = turn.deal, turn.play, turn.finish
    list_legal, judge, random_action = turn.list_legal, turn.is_legal, turn.random_action
    see, resample, empty, turn_up = turn.observe, turn.determinize, turn.clear, turn.turn_up

    @jit
    def init(states: States, rules: RulesArray, i: int, key: Key, players: int, first: int) -> None:
        seed(states[i], key)
        deal(states[i], rules[0], players, first)

    def turn_up_market(states: States, rules: RulesArray, i: int) -> None:
        turn_up(states[i], rules[0])

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
    def second(states: KnownArray, rules: RulesArray, i: int) -> bool:
        return bool(can_draw_second(states[i], rules[0]))

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

    compiled: dict[str, Callable[..., Any]] = {
        "init": init,
        "play": play,
        "score": score,
        "legal": legal,
        "is_legal": is_legal,
        "observe": observe,
        "determinize": determinize,
        "clear": clear,
        "can_draw_second": second,
        "replay": replay,
        "play_random_games": play_random_games,
    }
    return Machine(
        turn=turn,
        layout=layout,
        STATE=layout.state,
        OBSERVATION=layout.observation,
        ACTION=action,
        MOST_LEGAL=most_legal,
        turn_up_market=turn_up_market,
        apply=apply,
        random_games=random_games,
        **entries(module, "MACHINE", compiled),
    )
