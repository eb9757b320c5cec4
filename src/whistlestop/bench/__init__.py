"""Measures the figures of the README and of docs/environments.md: one JSON document, medians over several runs.

`loops` holds the compiled loops (a call from Python would cost more than what is measured), `engine`, `declaration`,
`environments` and `package` what is measured, `startup` the first seconds of a fresh process, `machine` what it all ran
on. `python -m tests.bench.yardstick` measures the engine beside a C program.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any

from . import declaration, engine, environments, machine, package, startup
from .timing import Effort

__all__ = ["PARTS", "measure"]

PARTS: dict[str, Callable[[Effort], Any]] = {
    "random_games_per_second": engine.random_games,
    "engine_microseconds": engine.microseconds,
    "replay_200_actions_milliseconds": engine.replay_200,
    "declaration_microseconds": declaration.microseconds,
    "python_microseconds": package.microseconds,
    "bot_milliseconds_per_move": package.bots_per_move,
    "playouts_per_second": package.playouts_per_second,
    "vector_steps_per_second": environments.vector,
    "pettingzoo_steps_per_second": environments.aec_games,
    "openspiel_steps_per_second": environments.openspiel_games,
    "startup_seconds": lambda effort: startup.measure(effort.starts),
    "gzip_bytes": lambda _: package.gzip_sizes(),
}
"""What is measured, by the name that it has in the document."""


def measure(
    *, quick: bool = False, only: Collection[str] = (), say: Callable[[str], object] = lambda _: None
) -> dict[str, Any]:
    """Every figure, or those of some parts. `quick` takes fewer and shorter runs: good enough to see that all works.

    say: is told of each part when it has been measured, and of the seconds that it took.
    """
    effort = Effort(runs=3, seconds=0.05, starts=1) if quick else Effort(runs=7, seconds=0.5, starts=3)
    found: dict[str, Any] = {
        "machine": machine.describe(),
        "effort": {"runs": effort.runs, "seconds_per_run": effort.seconds},
    }
    for name, part in PARTS.items():
        if not only or name in only:
            since = time.perf_counter()
            found[name] = part(effort)
            say(f"{name}: {time.perf_counter() - since:.0f} s")
    return found
