"""Loads a server with many games: with a given number, with the maximum, and for a long time.

The clients use a large share of the same machine, so times are upper bounds; the server's processor time is exact.
"""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import RULES, SAVING, TOLD
from tests.server.load import Load, wait_until_compiled
from tests.server.process import Process

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

RATE = 0.15
"""Moves per second in each game of the load."""
LASTS = 3.6
"""Seconds of measurement per game of the load: an hour for a thousand."""
WATCHERS = 3
"""Spectators of each game, in addition to its two players."""
FULL = 20.0
"""Seconds of the measurement of maximum throughput."""
HUNG = 30.0
"""Seconds without an answer after which a command counts as lost."""
EVERY = 0.5
"""Seconds between two measurements of the process's memory."""


class Watched:
    """A server under load, and its measurements."""

    def __init__(self, process: Process, load: Load, games: int) -> None:
        self.process = process
        self.load = load
        self.games = games
        self.memory: list[int] = []
        self.descriptors: list[int] = []

    async def measure(self, seconds: float) -> tuple[float, float]:
        """Measure for this long; return the elapsed seconds and the server's processor time."""
        since, used = time.perf_counter(), self.process.cpu()
        self.load.measuring = True
        while time.perf_counter() < since + seconds:
            await asyncio.sleep(EVERY)
            self.memory.append(self.process.memory() or 0)
            with suppress(OSError):
                self.descriptors.append(len(list(Path(f"/proc/{self.process.pid}/fd").iterdir())))
        self.load.measuring = False
        return time.perf_counter() - since, self.process.cpu() - used

    def wait_ms(self, share: float) -> float:
        """Return the time within which this share of the commands was answered."""
        ordered = sorted(self.load.latencies)
        if not ordered:
            raise Fault("no command was answered")
        return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)


@asynccontextmanager
async def under_load(trial: Trial, games: int, pause: float, watchers: int) -> AsyncIterator[Watched]:
    """Run a server with this number of games, in which players think for `pause` seconds on average."""
    process = Process(trial.folder)
    load = Load([process], "usa", pause, watchers=watchers)
    tasks: list[asyncio.Task[None]] = []
    try:
        await process.start()
        await process.ready()
        await wait_until_compiled(process)
        latest = trial.left / 2
        for number in range(games):
            if number and trial.left < latest:
                break  # the other half of the time is reserved for measuring
            tasks.append(asyncio.create_task(load.game(number)))
            await _seated(load, tasks, 2 * number)  # at most two tables are created at the same time
        await _seated(load, tasks, 2 * len(tasks))
        trial.say(f"{len(tasks)} games")
        load.may_play.set()
        yield Watched(process, load, len(tasks))
        for task in tasks:
            if task.done():
                task.result()
        if load.refused.keys() - {"stale", "not_your_turn", "overloaded"}:
            raise Fault(f"refused: {load.refused}")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await process.kill()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Turn off garbage collection: pauses of thousands of clients would otherwise be attributed to the server."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


async def _seated(load: Load, tasks: list[asyncio.Task[None]], people: int) -> None:
    """Wait until this number of players are seated."""
    while load.seated < people:
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.01)


def growth(held: list[int]) -> float:
    """Return the increase from the second quarter to the last, in percent; one-time allocations are in the first."""
    quarter = max(1, len(held) // 4)
    return round(100 * (median(held[-quarter:]) / max(1, median(held[quarter : 2 * quarter] or held)) - 1), 1)


async def load(trial: Trial) -> list[Figure]:
    """Play this number of games in which players think."""
    async with under_load(trial, trial.size, 2 / RATE / 2, WATCHERS) as watched:
        with undisturbed():
            took, used = await watched.measure(min(LASTS * trial.size, trial.left))
    trial.done = watched.games
    moves = len(watched.load.latencies)
    return [
        Figure("sockets", (2 + WATCHERS) * watched.games, 5000),
        Figure("seconds", round(took), 3600),
        Figure("moves", moves, 540_000),
        Figure("moves per second", round(moves / took, 1), 150),
        Figure("99th percentile of acknowledgment time, ms", watched.wait_ms(0.99), 100, "most", wall=True),
        Figure("server processor time per move, ms", round(1000 * used / max(1, moves), 2)),
        Figure("server memory, MiB", max(watched.memory), 1024, "most"),
    ]


async def saturation(trial: Trial) -> list[Figure]:
    """Play this number of games in which players act without thinking."""
    async with under_load(trial, trial.size, 0, WATCHERS) as watched:
        with undisturbed():
            took, used = await watched.measure(FULL)
    trial.done = watched.games
    moves = len(watched.load.latencies)
    return [
        Figure("views per move", 2 + WATCHERS, 5),
        # Without goals: the speed depends on the machine.
        Figure("moves per second", round(moves / took, 1), wall=True),
        Figure("moves per second of server processor time", round(moves / max(used, 0.01)), wall=True),
        Figure("moves refused as overload", watched.load.refused.get("overloaded", 0)),
        Figure("longest response time, s", round(watched.wait_ms(1.0) / 1000, 2), HUNG, "most"),
    ]


async def soak(trial: Trial) -> list[Figure]:
    """Play one game after another without a pause, for this number of minutes."""
    async with under_load(trial, 8, 0.05, WATCHERS) as watched:
        took, _ = await watched.measure(min(60 * trial.size, trial.left))
    trial.done = round(took / 60)
    return [
        Figure("games finished", watched.load.games),
        Figure("moves per second", round(len(watched.load.latencies) / took, 1)),
        Figure("memory growth, last quarter over second, %", growth(watched.memory), 5, "most"),
        Figure("growth of open files, %", growth(watched.descriptors), 10, "most"),
    ]


WATCHED = (*SAVING, *RULES, *TOLD, *(f"tests/server/{name}.py" for name in ("campaigns/loads", "load")))

CAMPAIGNS = [
    Campaign(
        "load",
        "two people who take time to think, and three spectators, at each table",
        "games",
        1000,
        0,
        lambda t: asyncio.run(load(t)),
        WATCHED,
        minutes=75,
    ),
    Campaign(
        "saturation",
        "two people without pauses, and three spectators, at each table: the limit of a process",
        "games",
        100,
        0,
        lambda t: asyncio.run(saturation(t)),
        WATCHED,
        minutes=3,
    ),
    Campaign(
        "soak",
        "play games for hours",
        "minutes",
        480,
        0,
        lambda t: asyncio.run(soak(t)),
        WATCHED,
        minutes=485,
    ),
]
