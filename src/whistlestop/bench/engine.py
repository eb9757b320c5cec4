"""Measure the engine alone, inside compiled loops."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

import whistlestop as ws
from whistlestop.core import fields
from whistlestop.core.rng import fast_below, fast_seed, key_from_seed
from whistlestop.core.seats import next_to_act
from whistlestop.kinds import kind_of

from .loops import loops_of
from .timing import Effort, seconds_per_round

__all__ = ["Recorded", "microseconds", "random_games", "record_game", "replay_200"]


@dataclass(frozen=True)
class Recorded:
    """A game of random actions, with seats, actions and states."""

    ruleset: ws.Ruleset
    start: Any
    players: Any
    actions: Any
    moments: Any


def record_game(ruleset: ws.Ruleset, players: int, seed: int) -> Recorded:
    """Play and record a game of random actions."""
    machine, rules = ruleset.machine, ruleset.rules
    states = np.zeros(1, machine.STATE)
    legal = np.zeros(machine.MOST_LEGAL, machine.ACTION)
    random = fast_seed(seed)
    machine.init(states, rules, 0, key_from_seed(seed), players, 0)
    start = states.copy()
    seats: list[int] = []
    actions: list[int] = []
    moments: list[Any] = []
    while (player := int(next_to_act(states[0]))) != fields.NONE:
        count = machine.legal(states, rules, 0, player, legal)
        action = int(legal[fast_below(random, count)])
        moments.append(states.copy())
        seats.append(player)
        actions.append(action)
        machine.apply(states, rules, 0, player, action)
    return Recorded(
        ruleset, start, np.array(seats, np.int16), np.array(actions, machine.ACTION), np.concatenate(moments)
    )


def random_games(effort: Effort) -> dict[str, dict[str, float]]:
    """Return complete random games per second on one core, with scoring, by ruleset and number of players."""
    figures: dict[str, dict[str, float]] = {}
    for name in ws.ruleset_ids():
        ruleset = ws.load_ruleset(name)
        machine = ruleset.machine
        states = np.zeros(1, machine.STATE)
        figures[name] = {}
        for players in range(ruleset.min_players, ruleset.max_players + 1):
            random = fast_seed(players)

            def play(games: int, players: int = players, random: Any = random) -> None:
                machine.random_games(states, ruleset.rules, 0, players, games, random)  # noqa: B023

            figures[name][str(players)] = round(1 / seconds_per_round(play, effort))
    return figures


def microseconds(effort: Effort) -> dict[str, dict[str, float]]:
    """Return the microseconds of an apply, a list of legal actions and an observation, averaged over a random game."""
    return {
        name: averages(record_game(ws.load_ruleset(name), 2, seed=1), effort) for name in ws.ruleset_ids()
    }


def averages(game: Recorded, effort: Effort) -> dict[str, float]:
    """Return these microseconds for one game."""
    machine, rules = game.ruleset.machine, game.ruleset.rules
    loops = loops_of(kind_of(game.ruleset))
    out = np.zeros(machine.MOST_LEGAL, machine.ACTION)
    observations = np.zeros(1, machine.OBSERVATION)

    def legal(rounds: int) -> None:
        loops.legal_all(game.moments, rules, game.players, out, rounds)

    def observe(rounds: int) -> None:
        loops.observe_all(game.moments, game.players, observations, rounds)

    seconds = {
        "apply": apply_seconds(game, effort),
        "legal": seconds_per_round(legal, effort),
        "observe": seconds_per_round(observe, effort),
    }
    return {what: round(taken / len(game.actions) * 1e6, 3) for what, taken in seconds.items()}


def apply_seconds(game: Recorded, effort: Effort) -> float:
    """Return the median seconds of a whole game of unchecked actions, without copying the first state."""
    copies = 64
    loops = loops_of(kind_of(game.ruleset))
    loops.apply_all(game.start.copy(), game.ruleset.rules, game.players, game.actions)
    times: list[float] = []
    until = time.perf_counter() + effort.seconds * effort.runs
    while time.perf_counter() < until or len(times) < effort.runs:
        states = np.repeat(game.start, copies)
        started = time.perf_counter()
        loops.apply_all(states, game.ruleset.rules, game.players, game.actions)
        times.append((time.perf_counter() - started) / copies)
    return float(np.median(times))


def replay_200(effort: Effort) -> dict[str, float]:
    """Return the milliseconds to check and apply 200 recorded actions, by ruleset."""
    figures = {}
    for name in ws.ruleset_ids():
        ruleset = ws.load_ruleset(name)
        game = next(
            game
            for seed in range(1000)
            if len((game := record_game(ruleset, ruleset.max_players, seed)).actions) >= 200
        )

        def replay(rounds: int, game: Recorded = game) -> None:
            for _ in range(rounds):
                states = game.start.copy()
                game.ruleset.machine.replay(states, game.ruleset.rules, 0, game.players, game.actions, 200)

        figures[name] = round(seconds_per_round(replay, effort) * 1e3, 4)
    return figures
