"""The parts shared by all campaigns: options, results, and storing them.

A campaign tries something many times and stops at the first fault. It has a size in its own unit, and a goal:
the size of its long form. The outcome is a `Result`; docs/RELIABILITY.md is made from the stored ones.
"""

from __future__ import annotations

import os
import platform
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

import whistlestop

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = Path(__file__).parents[3] / "docs" / "reliability"


class Fault(AssertionError):
    """Something happened that must never happen."""


class Unavailable(Exception):
    """A campaign cannot run on this machine; the message says what is missing."""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure of a result.

    An `amount` is how much was tried: less than the goal proves less. `most` and `least` are limits. `wall`:
    measured by the wall clock and therefore affected by other work on the machine; it is not a fault if there
    was much of that.
    """

    name: str
    done: float
    goal: float | None = None
    kind: Literal["amount", "most", "least"] = "amount"
    wall: bool = False

    @property
    def holds(self) -> bool:
        """Return whether it respects its limit, if any."""
        if self.goal is None or self.kind == "amount":
            return True
        return self.done <= self.goal if self.kind == "most" else self.done >= self.goal


class Result(msgspec.Struct, frozen=True):
    """The outcome of a campaign, as it is stored."""

    campaign: str
    about: str
    figures: list[Figure]
    faults: list[str]
    seed: int
    date: str
    version: str
    machine: str
    seconds: float
    cpu_seconds: float
    """Processor time of the campaign and its ended child processes."""
    load: float
    """The machine's load average at the start, which shows other work."""


@dataclass
class Trial:
    """One run of a campaign."""

    seed: int
    size: int
    folder: Path
    """Empty at the start, and deleted by its creator."""
    say: Callable[[str], None]
    """Reports progress."""
    minutes: float = float("inf")
    """The time limit, after which the campaign ends with a partial result."""
    done: int = 0
    """The completed part of its size."""

    def __post_init__(self) -> None:
        self._ends = time.monotonic() + 60 * self.minutes

    def goes_on(self, done: int) -> bool:
        """Record how much was done; return whether there is more to do."""
        self.done = done
        return done < self.size and self.left > 0

    @property
    def left(self) -> float:
        """Return the seconds until its time is over."""
        return max(0.0, self._ends - time.monotonic())

    def dice(self, what: str = "") -> random.Random:
        """Return a separate random generator for each use."""
        return random.Random(f"{self.seed} {what}")


@dataclass(frozen=True)
class Campaign:
    """A campaign with its name.

    `run` raises Fault or Unavailable, or returns figures in addition to the amount done.
    """

    name: str
    about: str
    counts: str
    goal: int
    short: int
    """The size of the short form in the suite; 0: separate tests do the same on a small scale."""
    run: Callable[[Trial], list[Figure]]

    def carry_out(self, trial: Trial) -> Result:
        """Run it; a fault is part of the result. Raises Unavailable."""
        load = load_average()
        since, used = time.perf_counter(), _cpu()
        faults: list[str] = []
        figures: list[Figure] = []
        try:
            figures = self.run(trial)
        except Fault as fault:
            faults.append(str(fault))
        busy = load > (os.cpu_count() or 1) / 2
        faults += [
            f"{figure.name}: {figure.done:,}, and not {figure.goal:,}"
            for figure in figures
            if not figure.holds and not (figure.wall and busy)
        ]
        return Result(
            self.name,
            self.about,
            [Figure(self.counts, trial.done, self.goal), *figures],
            faults,
            trial.seed,
            datetime.now(UTC).date().isoformat(),
            whistlestop.__version__,
            f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
            round(time.perf_counter() - since, 1),
            round(_cpu() - used, 1),
            round(load, 1),
        )


def keep(result: Result) -> bool:
    """Store a result unless there is one without faults that tried more; return whether it was stored.

    Results of older versions do not count.
    """
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{result.campaign}.json"
    if path.exists() and not result.faults:
        before = msgspec.json.decode(path.read_bytes(), type=Result)
        if before.version == result.version and not before.faults and _done(before) > _done(result):
            return False
    path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    return True


def _done(result: Result) -> float:
    return result.figures[0].done


def load_average() -> float:
    """Return the mean number of processes waiting for a core in the last minute, if the system provides it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
