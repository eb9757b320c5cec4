"""Build the machine of a kind of game from its rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from whistlestop.core.fields import NONE
from whistlestop.core.jit import entries, jit
from whistlestop.core.machine import Machine
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

__all__ = ["machine_of"]


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
    """Return the machine of a kind; its module stores it as MACHINE.

    playout: the record type of a playout's scratch space. can_draw_second: `can_draw_second(s, r) -> bool`. action,
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
        """Play random legal actions until the game is over; return the number of actions."""
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
        layout=layout,
        STATE=layout.state,
        OBSERVATION=layout.observation,
        PLAYOUT=playout,
        ACTION=action,
        MOST_LEGAL=most_legal,
        turn_up_market=turn_up_market,
        apply=apply,
        random_games=random_games,
        **entries(module, compiled, "MACHINE"),
    )
