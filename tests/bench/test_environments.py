"""The benchmark of environments: what it measures, and its rows in the docs. No test depends on real time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import figures
from whistlestop.bench import environments
from whistlestop.bench.timing import Effort
from whistlestop.envs import VectorGames


def test_steps_a_second_are_those_of_the_best_run() -> None:
    now = 0.0
    costs = iter([1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 2.0])  # seconds of each step: runs of two, four and one steps

    def step() -> int:
        nonlocal now
        now += next(costs)
        return 10

    assert environments.steps_per_second(step, Effort(3, 2.0), lambda: now) == 20


def test_a_gain_is_the_median_of_runs_by_turns() -> None:
    now = 0.0
    costs = {"one": iter([1.0, 4.0, 1.0]), "two": iter([0.5, 1.0, 0.25])}  # one run each

    def steps(name: str) -> Callable[[], int]:
        def step() -> int:
            nonlocal now
            now += next(costs[name])
            return 1000

        return step

    assert environments.gain(steps("one"), steps("two"), Effort(3, 0.1), lambda: now) == 4.0  # of 2, 4 and 4


@pytest.mark.slow
def test_a_step_is_a_decision_in_every_game() -> None:
    games = VectorGames("usa", 3, seed=1)
    step = environments.random_steps(games)
    before = games.states.copy()
    assert step() == 3
    assert all(before[n].tobytes() != games.states[n].tobytes() for n in range(3))


def bench(**gains: float) -> dict[str, Any]:
    """Return a document in the format of `whistlestop bench` in which all figures differ."""
    numbers = count(1000)
    sizes = [str(size) for size in environments.SIZES]
    vector = {
        name: {size: next(numbers) for size in [*sizes, "factored", "compact"]}
        | {"compact ratio": 1.5, "threads": gains}
        for name in ("usa", "europe")
    }
    return {
        "vector_steps_per_second": vector,
        "pettingzoo_steps_per_second": {"usa": 5, "chess": 3, "absent": None},
        "openspiel_steps_per_second": {"usa": 7},
        "machine": {"processor": "P", "system": "S", "python": "3", "load": 0.5, "cores": 2},
        "effort": {"runs": 7},
    }


def test_a_page_shows_every_size() -> None:
    shown = figures.environments_block(bench())
    assert "| steps per CPU second | usa | europe |" in shown
    assert "| 1 game | 1,000 | 1,007 |" in shown
    assert "| 4,096 games | 1,004 | 1,011 |" in shown
    assert "| 1,024 games, factored | 1,005 | 1,012 |" in shown
    assert "| 1,024 games, compact | 1,006 (1.50 times) | 1,013 (1.50 times) |" in shown
    assert "games in two threads |" not in shown
    assert "| `chess` | 3 |  |" in shown
    assert "absent" not in shown
    shown = figures.environments_block(bench(**{"4096": 1.875}))
    assert "| 4,096 games in two threads | 1.88 times |" in shown
