"""Measures the figures of the README: one JSON document, medians over several runs.

`loops` holds the compiled loops (a call from Python would cost more than what is measured), `engine`, `declaration`
and `package` what is measured, `startup` the first seconds of a fresh process, `machine` what it all ran on.
"""

from __future__ import annotations

from typing import Any

from . import declaration, engine, machine, package, startup
from .timing import Effort

__all__ = ["measure"]


def measure(*, quick: bool = False) -> dict[str, Any]:
    """Every figure. `quick` takes fewer and shorter runs: good enough to see that all of it works."""
    effort = Effort(runs=3, seconds=0.05) if quick else Effort(runs=7, seconds=0.5)
    return {
        "machine": machine.describe(),
        "effort": {"runs": effort.runs, "seconds_per_run": effort.seconds},
        "random_games_per_second": engine.random_games(effort),
        "engine_microseconds": engine.microseconds(effort),
        "replay_200_actions_milliseconds": engine.replay_200(effort),
        "declaration_microseconds": declaration.microseconds(effort),
        "python_microseconds": package.microseconds(effort),
        "bot_milliseconds_per_move": package.bots_per_move(effort),
        "startup_seconds": startup.measure(1 if quick else 3),
        "gzip_bytes": package.gzip_sizes(),
    }
