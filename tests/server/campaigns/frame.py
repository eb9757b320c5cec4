"""What all campaigns share: how one is asked for, what it hands back, and how that is kept.

A campaign tries something a great many times and stops at the first fault. It has a size, counted in what it says, and
a goal: the size of its long form. What came out is a `Result`; docs/RELIABILITY.md is made of those that are kept.
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
    """What must not happen, happened."""


class Unavailable(Exception):
    """A campaign cannot run on this machine; the message says what is missing."""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure of a result.

    An `amount` is how much was tried: less than the goal proves less. `most` and `least` are limits to be kept to.
    `wall`: measured by the wall clock, so that other work on the machine shows in it; nobody is blamed for it where
    there was much of that.
    """

    name: str
    done: float
    goal: float | None = None
    kind: Literal["amount", "most", "least"] = "amount"
    wall: bool = False

    @property
    def holds(self) -> bool:
        """Whether it keeps to its limit, if it has one."""
        if self.goal is None or self.kind == "amount":
            return True
        return self.done <= self.goal if self.kind == "most" else self.done >= self.goal


class Result(msgspec.Struct, frozen=True):
    """What came out of a campaign, as it is kept."""

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
    """Of the campaign and of the processes that it started and that have ended."""
    load: float
    """The load average of the machine before it began: what else was running."""


@dataclass
class Trial:
    """One time that a campaign is carried out."""

    seed: int
    size: int
    folder: Path
    """Empty at the start, and deleted by whoever made it."""
    say: Callable[[str], None]
    """Tells how far it is."""
    minutes: float = float("inf")
    """After so long it comes to its end, with what was done until then."""
    done: int = 0
    """How much of its size was done."""

    def __post_init__(self) -> None:
        self._ends = time.monotonic() + 60 * self.minutes

    def goes_on(self, done: int) -> bool:
        """Take note of how much was done, and say whether there is more to do."""
        self.done = done
        return done < self.size and self.left > 0

    @property
    def left(self) -> float:
        """Seconds until its time is over."""
        return max(0.0, self._ends - time.monotonic())

    def dice(self, what: str = "") -> random.Random:
        """A generator of its own for every use."""
        return random.Random(f"{self.seed} {what}")


@dataclass(frozen=True)
class Campaign:
    """What can be asked for by its name.

    `run` raises Fault or Unavailable, or returns figures beside that of what was done.
    """

    name: str
    about: str
    counts: str
    goal: int
    short: int
    """The size of the form that runs with the suite; 0: tests of their own try the same on a small scale."""
    run: Callable[[Trial], list[Figure]]

    def carry_out(self, trial: Trial) -> Result:
        """Carry it out; a fault is part of the result. Raises Unavailable."""
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
    """Write a result to where the page is made from, unless there is one without faults that tried more; say whether.

    What an older version did counts for nothing.
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
    """How many processes wanted a core in the last minute, where the system tells it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
