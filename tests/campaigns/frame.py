"""The parts shared by all campaigns: a run, and its result.

A campaign tries something many times and stops at the first fault. It has a size in its own unit, and a goal: the total
size of all its runs. The outcome of a run is a `Result`; `store.py` adds results up.
"""

from __future__ import annotations

import os
import platform
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

import msgspec

import whistlestop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Fault(AssertionError):
    """An event that must never happen."""


class Unavailable(Exception):
    """A campaign cannot run on this machine; the message says what is missing."""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure of a result.

    An `amount` counts attempts: less than the goal proves less. `most` and `least` are limits. `wall` means measured by
    the wall clock; exceeding a limit is then not a fault if the machine was busy with other work.
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

    @property
    def lacking(self) -> float:
        """Return how many times the amount so far is still missing; 0 if it has no goal."""
        if self.goal is None or self.kind != "amount" or self.done >= self.goal:
            return 0.0
        return (self.goal - self.done) / self.done if self.done else float("inf")

    def plus(self, other: Figure) -> Figure:
        """Return the figure of two runs: amounts add up; of other values, the one closer to its limit is kept."""
        if self.kind == "amount":
            done = round(self.done + other.done, 3)
        else:
            done = max(self.done, other.done) if self.kind == "most" else min(self.done, other.done)
        return msgspec.structs.replace(other, done=int(done) if done == int(done) else done)


class Result(msgspec.Struct, frozen=True):
    """The outcome of one run, or of several on the same sources."""

    campaign: str
    about: str
    figures: list[Figure]
    faults: list[str]
    date: str
    """The last day."""
    version: str
    machine: str
    seconds: float
    cpu_seconds: float
    """Processor time of the campaign and its ended child processes."""
    load: float
    """The machine's highest load average at the start of a run, which shows how busy it was."""
    runs: int = 1
    watched: str = ""
    """A hash of the sources that it tests."""

    @property
    def done(self) -> float:
        """Return the completed part of its size."""
        return self.figures[0].done

    @property
    def lacking(self) -> float:
        """Return how many times the work so far is still missing."""
        return max(figure.lacking for figure in self.figures)

    def plus(self, other: Result) -> Result:
        """Return this and a later run of the same campaign on the same sources."""
        before = {figure.name: figure for figure in self.figures}
        for figure in other.figures:
            known = before.get(figure.name)
            before[figure.name] = figure if known is None else known.plus(figure)
        return msgspec.structs.replace(
            other,
            figures=list(before.values()),
            faults=[*self.faults, *other.faults],
            seconds=round(self.seconds + other.seconds, 1),
            cpu_seconds=round(self.cpu_seconds + other.cpu_seconds, 1),
            load=max(self.load, other.load),
            runs=self.runs + other.runs,
        )


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
    before: int = 0
    """The amount that earlier runs did on the same sources; campaigns that number their attempts continue from here."""

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

    def stop(self) -> None:
        """End the trial as if its time were over; work done so far counts."""
        self._ends = 0.0

    def dice(self, what: str = "") -> random.Random:
        """Return a random generator; different uses get independent ones."""
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
    """The size of the short form in the test suite; 0: separate tests do the same on a small scale."""
    run: Callable[[Trial], list[Figure]]
    watches: tuple[str, ...]
    """The files and folders that it tests, and its own; its results are valid until one of them changes."""
    minutes: float = 0.0
    """The length of a run that reaches the goal, if a single run must; 0: all runs count together."""

    def carry_out(self, trial: Trial) -> Result:
        """Run it; a fault is part of the result. Raises Unavailable."""
        load = load_average()
        since, used = time.perf_counter(), _cpu()
        faults: list[str] = []
        figures: list[Figure] = []
        try:
            figures = self.run(trial)
        except Fault as fault:
            faults.append(f"seed {trial.seed}: {fault}")
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
            datetime.now(UTC).date().isoformat(),
            whistlestop.__version__,
            f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
            round(time.perf_counter() - since, 1),
            round(_cpu() - used, 1),
            round(load, 1),
        )


def load_average() -> float:
    """Return the mean number of processes waiting for a core in the last minute, if the system provides it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
