"""Measure the cost of a simulation on a Ray cluster; write it, and an estimate for large ones, to docs/measured.

    python research/cluster.py [--games 4000] [--block 501]

Plays the same games in one process, in two, and on a cluster of two cores on this machine. Compares CPU time, because
wall time includes other work on the machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean, median, stdev
from typing import NamedTuple

import measured
import whistlestop as ws
from whistlestop.bench import machine
from whistlestop.bots.cluster import AHEAD, LOCAL, connected
from whistlestop.bots.partitions import Partitions, opened
from whistlestop.bots.plan import Block, Lineup, Plan
from whistlestop.bots.processes import in_processes
from whistlestop.bots.simulation import Played, keep, play, play_and_keep, simulate
from whistlestop.warmup import prepare_matches

LINEUP = Lineup(3, ("planner", "greedy"))
WORKERS = 2
EMPTY = 2000
"""Number of empty tasks, to measure the cost of a task itself."""
CORES, GAMES = 1000, 1_000_000
"""Size of the large cluster, and games played on it."""


class Used(NamedTuple):
    """CPU time of the process at the end of a task, in seconds."""

    process: int
    processor: float


class Cost(NamedTuple):
    """Time per task in milliseconds, without each process's first task."""

    clock: float
    there: float
    """CPU time on the node."""
    interval: float
    """Half the width of its 95% interval."""
    here: float
    """CPU time of the thread that hands out the tasks and collects the results, one at a time."""


class Measured(NamedTuple):
    """The results for the page."""

    games: int
    """Games of a block."""
    blocks: dict[str, Cost]
    """Costs by the way of playing the blocks."""
    empty: Cost
    waiting: float
    """Milliseconds that a block waits for the disk."""
    bytes: dict[str, float]
    """Bytes of a game, by table."""


def used() -> Used:
    return Used(os.getpid(), time.process_time())


def nothing(_: int) -> Used:
    return used()


def played(plan: Plan, folder: Partitions, block: Block) -> tuple[Played, Used]:
    return play(plan, folder, block), used()


def played_and_kept(plan: Plan, folder: Partitions, block: Block) -> Used:
    play_and_keep(plan, folder, block)
    return used()


def kept(folder: Partitions, seconds: list[float], block: Block, done: tuple[Played, Used]) -> Used:
    clock, processor = time.perf_counter(), time.thread_time()
    keep(folder, block, done[0])
    seconds.append(time.perf_counter() - clock - (time.thread_time() - processor))
    return done[1]


def cost(results: Generator[Used, None, None]) -> Cost:
    """Return the cost of each task once all processes are busy."""
    found = [next(results) for _ in range(WORKERS)]
    clock, processor = time.perf_counter(), time.thread_time()
    found += results
    clock, processor = time.perf_counter() - clock, time.thread_time() - processor
    tasks = len(found) - WORKERS
    steps = [
        later - earlier
        for process in {one.process for one in found}
        for earlier, later in pairwise(sorted(one.processor for one in found if one.process == process))
    ]
    interval = 1.96 * stdev(steps) / len(steps) ** 0.5
    return Cost(1000 * clock / tasks, 1000 * mean(steps), 1000 * interval, 1000 * processor / tasks)


def bytes_of_a_game(plan: Plan, path: Path) -> dict[str, float]:
    """Return the mean bytes per game by table, and for all tables."""
    plan = replace(plan, games=100, block=100, moves=True, records=True)
    with opened(path, plan) as folder:
        for _ in simulate(plan, WORKERS, folder):
            pass
        (block, *_) = plan.blocks
        return {
            table: folder.file(table, block).stat().st_size / len(block.games) for table in folder.schemas
        }


def measure(games: int, block: int) -> Measured:
    """Play the games in all ways."""
    plan = Plan(ws.load_ruleset("usa"), (LINEUP,), games, block=block)
    prepare_matches(plan.ruleset, plan.bots)
    costs, seconds = {}, list[float]()
    with tempfile.TemporaryDirectory() as name:
        for jobs, title in ((1, "one process"), (WORKERS, "two processes")):
            with opened(Path(name, title), plan) as folder:
                task = partial(played_and_kept, plan, folder)
                costs[title] = cost(in_processes(task, plan.blocks, plan.bots, jobs))
        with connected(LOCAL, WORKERS) as cluster, opened(Path(name, "cluster"), plan) as folder:
            work, keeping = partial(played, plan, folder), partial(kept, folder, seconds)
            costs["Ray, two cores"] = cost(cluster.map(work, plan.blocks, plan.bots, keeping))
            empty = cost(cluster.map(nothing, range(EMPTY), (), lambda _, done: done))
        size = bytes_of_a_game(plan, Path(name, "tables"))
    return Measured(len(plan.blocks[0].games), costs, empty, 1000 * median(seconds), size)


def section(found: Measured) -> list[measured.Block]:
    """Return the results: a table, and the estimate for a large cluster."""
    costs, games = found.blocks, found.games
    ray, empty = costs["Ray, two cores"], found.empty
    rows = {
        "games per second, wall time": [f"{1000 * games / one.clock:.0f}" for one in costs.values()],
        "CPU time per game, ms": [
            f"{one.there / games:.2f} ± {one.interval / games:.2f}" for one in costs.values()
        ],
    }
    table = [["", *costs], *([title, *cells] for title, cells in rows.items())]
    about, host = f"{LINEUP.players} players, {' and '.join(LINEUP.bots)}", machine.describe()
    tables = ", ".join(f"{size:,.0f} bytes in {table}" for table, size in found.bytes.items())
    text = f"""USA, {about}, in blocks of {games} games; {host["processor"]}, {host["cores"]} cores shared with
        other work, Python {host["python"]}. An empty task takes {empty.there:.1f} ms of CPU time on its node. The main
        program hands out and writes one block after the other. A block takes it {ray.here:.1f} ms of CPU time
        ({empty.here:.1f} ms if empty) and {found.waiting:.1f} ms of waiting for the disk. A game takes {tables}, in
        blocks of a hundred games."""
    seconds, each = ray.there / 1000, (ray.here + found.waiting) / 1000
    rate, seats = CORES / seconds, found.bytes["seats"] * games
    large = f"""**On {CORES:,} cores** of this kind, expect {rate * games:,.0f} games per second, or {GAMES:,} games in
        {GAMES / rate / games:,.0f} s: {rate:,.0f} blocks of {games} games per second, each {seconds:.1f} s of one core.
        Writing takes {1000 * each:.1f} ms per block, which would keep the main program {rate * each:.0%} busy. So with
        such blocks it serves {seconds / each:,.0f} cores; with `--block {10 * games}` about ten times as many, if
        network and disk can take {rate * seats / 1e6:,.1f} MB of seats per second from {CORES:,} cores. At most {AHEAD}
        blocks per core are under way, in the worst case {AHEAD * CORES * seats / 1e6:,.0f} MB of seats waiting to be
        written. A lost node costs at most {seconds:.1f} s of each of its cores."""
    return [table, measured.wrapped(text), measured.wrapped(large)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000, help="games of each measurement, several blocks")
    parser.add_argument("--block", type=int, default=501, help="games of a block, rounded up to whole deals")
    options = parser.parse_args()
    measured.keep("cluster", section(measure(options.games, options.block)))


if __name__ == "__main__":
    main()
