"""How a figure is taken: runs of a sensible length, and their median."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Effort", "seconds_per_round"]


@dataclass(frozen=True)
class Effort:
    """How many runs to take and how long each should last; how often to start a server."""

    runs: int
    seconds: float
    starts: int = 1


def seconds_per_round(work: Callable[[int], object], effort: Effort) -> float:
    """Median seconds of one round of `work(rounds)`, which does as many rounds as it is told."""
    work(1)  # compiles, loads and fills the caches
    rounds = 1
    while True:
        started = time.perf_counter()
        work(rounds)
        seconds = time.perf_counter() - started
        if seconds >= effort.seconds / 4:
            break
        rounds *= 4
    rounds = max(1, round(rounds * effort.seconds / seconds))
    times = []
    for _ in range(effort.runs):
        started = time.perf_counter()
        work(rounds)
        times.append((time.perf_counter() - started) / rounds)
    return statistics.median(times)
