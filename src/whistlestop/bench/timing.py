"""Measure by runs of a sensible length, and their median."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Effort", "seconds_per_round"]


@dataclass(frozen=True)
class Effort:
    """Number of runs, seconds of each run, and starts of a server."""

    runs: int
    seconds: float
    starts: int = 1


def seconds_per_round(work: Callable[[int], object], effort: Effort) -> float:
    """Return the median seconds of one round of `work(rounds)`."""
    work(1)  # compile, load and fill the caches
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
