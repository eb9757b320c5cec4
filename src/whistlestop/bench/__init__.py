"""Measure the figures of docs/performance.md and docs/environments.md: one JSON document, medians over several runs.

`loops` has compiled loops, because calls from Python would cost more than the measured functions. `engine`,
`declaration`, `environments`, `package` and `startup` measure; `machine` describes the machine. `python -m
tests.bench.yardstick` compares the engine with a C program.
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
    "server_megabytes": lambda _: startup.memory(),
    "gzip_bytes": lambda _: package.gzip_sizes(),
}
"""The parts of the document by name."""


def measure(
    *, quick: bool = False, only: Collection[str] = (), say: Callable[[str], object] = lambda _: None
) -> dict[str, Any]:
    """Measure all parts, or some. quick: fewer and shorter runs, to check that everything works.

    say: called after each part with its name and seconds.
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
