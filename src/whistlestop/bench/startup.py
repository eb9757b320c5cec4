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


def run(code: str, cache: str) -> float:
    """Seconds of a new Python process."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)
    return time.perf_counter() - started


def measure(runs: int) -> dict[str, float]:
    """Seconds from the start of Python to the first moves of a game."""
    code = FIRST_MOVE.format(ruleset=ws.ruleset_ids()[-1])
    with tempfile.TemporaryDirectory(prefix="whistlestop-bench-") as cache:
        cold = run(code, cache)
        warm = statistics.median(run(code, cache) for _ in range(runs))
    empty = statistics.median(run("pass", "") for _ in range(runs))
    return {"cold": round(cold, 2), "warm": round(warm, 2), "python_alone": round(empty, 3)}
