"""How long a fresh process needs until a game can be played, with and without compiled code on the disk."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

import whistlestop as ws

__all__ = ["measure"]

FIRST_MOVE = """
import whistlestop as ws
game = ws.Game.new("{ruleset}", players=2, seed=1)
while not game.over and game.version < 4:
    seat = game.to_act[0]
    game.view(seat)
    game.play(game.legal(seat)[0], seat)
"""


WARM_UP = "from whistlestop.warmup import warm_up; warm_up()"


def run(code: str, cache: str) -> float:
    """Seconds of a new Python process."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)
    return time.perf_counter() - started


def measure(runs: int) -> dict[str, float]:
    """Seconds from the start of Python.

    `first_moves_cold`: to the first moves of a game with nothing compiled; `first_moves`: every later time;
    `warm_up_cold`: to everything compiled, on all cores, as the server does it; `warm_up`: every later time.
    """
    moves = FIRST_MOVE.format(ruleset=ws.ruleset_ids()[-1])
    figures = {}
    for name, code in (("first_moves", moves), ("warm_up", WARM_UP)):
        # ignore_cleanup_errors: a process that is compiling may still be writing
        with tempfile.TemporaryDirectory(prefix="whistlestop-", ignore_cleanup_errors=True) as cache:
            figures[f"{name}_cold"] = round(run(code, cache), 2)
            figures[name] = round(statistics.median(run(code, cache) for _ in range(runs)), 2)
    figures["python_alone"] = round(statistics.median(run("pass", "") for _ in range(runs)), 3)
    return figures
