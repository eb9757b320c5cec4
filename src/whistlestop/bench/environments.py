"""Measure environments: decisions per second on one core, with other libraries' games for comparison."""

from __future__ import annotations

import contextlib
import importlib
import os
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import whistlestop as ws
from whistlestop.envs import VectorGames

from .machine import load
from .timing import Effort

__all__ = ["aec_games", "openspiel_games", "steps_per_second", "vector"]

SIZES = (1, 16, 256, 1024, 4096)
THREADED = (1024, 4096)
OTHERS_OF_PETTINGZOO = ("tictactoe.tictactoe", "connect_four.connect_four", "chess.chess")
OTHERS_OF_OPENSPIEL = ("tic_tac_toe", "gin_rummy", "chess", "python_tic_tac_toe", "python_kuhn_poker")
WARM = 200  # steps before measuring, so that the games are at different stages


def steps_per_second(step: Callable[[], int], effort: Effort, clock: Callable[[], float]) -> float:
    """Return the best of a few runs, since other work can only slow a run down. `step` returns its number of steps."""
    best = 0.0
    for _ in range(effort.runs):
        made, began = 0, clock()
        while (taken := clock() - began) < effort.seconds:
            made += step()
        best = max(best, made / taken)
    return round(best)


def random_steps(games: VectorGames) -> Callable[[], int]:
    """Return a function that steps all games with random legal actions."""
    games.reset()
    for _ in range(WARM):
        games.step(games.sample())

    def step() -> int:
        games.step(games.sample())
        return games.games

    return step


def vector(effort: Effort, sizes: Iterable[int] = SIZES) -> dict[str, dict[str, float]]:
    """Return the steps of `VectorGames` per CPU second for two players, including the choice of actions.

    By ruleset and number of games; `factored`: 1,024 games of factored actions; `compact`: of compact arrays, and their
    ratio to plain ones. `threads`, by number of games: the
    speedup of two threads in wall-clock time; missing on machines without a free second core.
    """
    figures: dict[str, dict[str, Any]] = {}
    for name in ws.ruleset_ids():
        figures[name] = {
            str(size): steps_per_second(random_steps(VectorGames(name, size)), effort, time.process_time)
            for size in sizes
        }
        factored = VectorGames(name, 1024, factored=True)
        figures[name]["factored"] = steps_per_second(random_steps(factored), effort, time.process_time)
        plain, compact = (random_steps(VectorGames(name, 1024, compact=compact)) for compact in (False, True))
        figures[name]["compact"] = steps_per_second(compact, effort, time.process_time)
        figures[name]["compact ratio"] = gain(plain, compact, effort, time.process_time)
        figures[name]["threads"] = {}
        for size in THREADED if spare_core() else ():
            one, two = (random_steps(VectorGames(name, size, threads=threads)) for threads in (1, 2))
            figures[name]["threads"][str(size)] = gain(one, two, effort)
    return figures


def gain(
    one: Callable[[], int],
    two: Callable[[], int],
    effort: Effort,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the ratio of steps per second of `two` and `one`: the median of alternating runs."""
    single = replace(effort, runs=1)
    return round(
        statistics.median(
            steps_per_second(two, single, clock) / steps_per_second(one, single, clock)
            for _ in range(effort.runs)
        ),
        2,
    )


def spare_core() -> bool:
    """Return whether a second core is idle; False if the system does not report it."""
    busy = load()
    return busy is not None and (os.cpu_count() or 1) - busy >= 0.5


# One game per call, as in other libraries.


def aec_steps(made: Any) -> Callable[[], int]:
    """Return a function that plays whole random games of a PettingZoo environment."""
    seeds = iter(range(10**9))
    random = np.random.default_rng(0)

    def play() -> int:
        made.reset(seed=next(seeds))
        steps = 0
        for _ in made.agent_iter():
            seen, _, terminated, truncated, _ = made.last()
            over = terminated or truncated
            made.step(None if over else int(random.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
        return steps

    return play


def spiel_steps(game: Any) -> Callable[[], int]:
    """Return a function that plays whole random games of an OpenSpiel game.

    Its tensor is read before each move, as in PettingZoo.
    """
    random = np.random.default_rng(0)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = random.choice(outcomes, p=odds)
            else:
                action = random.choice(state.legal_actions())
                with contextlib.suppress(Exception):  # a game may have no tensor
                    state.observation_tensor()
            state.apply_action(int(action))
            steps += 1
        return steps

    return play


def aec_games(effort: Effort) -> dict[str, float | None]:
    """Return the steps of PettingZoo environments per CPU second: ours, then some of its own. None: not installed."""
    return dict(_measured(_aec_games(), effort))


def openspiel_games(effort: Effort) -> dict[str, float | None]:
    """Return the same for OpenSpiel's games; those named python_... are written in Python, like ours."""
    return dict(_measured(_openspiel_games(), effort))


def _measured(
    games: Iterable[tuple[str, Callable[[], Callable[[], int]]]], effort: Effort
) -> Iterator[tuple[str, float | None]]:
    for name, make in games:
        try:
            play = make()
            play()
        except ImportError:
            yield name, None
            continue
        yield name, steps_per_second(play, effort, time.process_time)


def _aec_games() -> Iterator[tuple[str, Callable[[], Callable[[], int]]]]:
    def ours(name: str) -> Callable[[], int]:
        from whistlestop.envs import aec  # noqa: PLC0415 - PettingZoo may not be installed

        return aec_steps(aec.env(ruleset=name))

    def its(module: str) -> Callable[[], int]:
        return aec_steps(importlib.import_module(f"pettingzoo.classic.{module}").env())

    for name in ws.ruleset_ids():
        yield name, lambda name=name: ours(name)  # type: ignore[misc]
    for module in OTHERS_OF_PETTINGZOO:
        yield module.split(".")[0], lambda module=module: its(module)  # type: ignore[misc]


def _openspiel_games() -> Iterator[tuple[str, Callable[[], Callable[[], int]]]]:
    def ours(name: str) -> Callable[[], int]:
        from whistlestop.envs import spiel  # noqa: PLC0415 - OpenSpiel may not be there

        return its(f"{spiel.short_name(name)}(deals=100)")

    def its(name: str) -> Callable[[], int]:
        pyspiel = importlib.import_module("pyspiel")
        if name.startswith("python_"):
            importlib.import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
        return spiel_steps(pyspiel.load_game(name))

    for name in ws.ruleset_ids():
        yield name, lambda name=name: ours(name)  # type: ignore[misc]
    for other in OTHERS_OF_OPENSPIEL:
        yield other, lambda other=other: its(other)  # type: ignore[misc]
