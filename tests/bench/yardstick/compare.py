"""The ratio of the engine's time to that of the C program for the same random games."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from tests.bench.yardstick import Yardstick, find_compiler

import whistlestop as ws
from whistlestop.bench.timing import Effort
from whistlestop.core.rng import fast_seed

__all__ = ["ratios"]


def ratios(effort: Effort) -> dict[str, dict[str, dict[str, float]]] | None:
    """Return for each map game and number of players: games per second of both, and the median ratio of their
    times.

    None without a C compiler. Both play the same games alternately and are compared by processor time, so
    that other work on the machine affects both.
    """
    compiler = find_compiler()
    if compiler is None:
        return None
    figures = {}
    for ruleset in map(ws.load_ruleset, ws.ruleset_ids()):
        if ruleset.routes:
            # Windows cannot delete a loaded library.
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                yardstick = Yardstick(ruleset, Path(folder), compiler)
            figures[ruleset.id] = {
                str(players): compare(ruleset, yardstick, players, effort)
                for players in range(ruleset.min_players, ruleset.max_players + 1)
            }
    return figures


def compare(ruleset: ws.Ruleset, yardstick: Yardstick, players: int, effort: Effort) -> dict[str, float]:
    """Return the figures for a number of players."""
    states = np.zeros(1, ruleset.machine.STATE)
    ours, theirs = fast_seed(players), fast_seed(players)

    def engine(games: int) -> Any:
        return ruleset.machine.random_games(states, ruleset.rules, 0, players, games, ours)

    def program(games: int) -> Any:
        return yardstick.play_games(players, games, theirs)

    engine(1)  # compiles
    games = 1
    while _seconds(engine, games) < effort.seconds / 4:
        games *= 2
    times = [(_seconds(engine, games), _seconds(program, games)) for _ in range(2 * effort.runs + 1)]
    return {
        "engine_games_per_second": round(games / statistics.median(engine for engine, _ in times)),
        "c_games_per_second": round(games / statistics.median(program for _, program in times)),
        "ratio": round(statistics.median(engine / program for engine, program in times), 2),
    }


def _seconds(play: Callable[[int], object], games: int) -> float:
    started = time.process_time()
    play(games)
    return time.process_time() - started
