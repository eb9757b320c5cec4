"""Measures what simulating on a Ray cluster costs, and writes it and what follows into docs/simulation.md.

    python research/cluster.py [--games 4000] [--block 501]

The same games by one process, by two, and by a cluster of two cores on this machine. Processor time is what is
compared: by the clock, other work on the machine counts as well.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import textwrap
import time
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean, median, stdev
from typing import NamedTuple

import whistlestop as ws
from whistlestop.bench import machine
from whistlestop.bots.cluster import AHEAD, LOCAL, connected
from whistlestop.bots.partitions import Partitions, opened
from whistlestop.bots.plan import Block, Lineup, Plan
from whistlestop.bots.processes import in_processes
from whistlestop.bots.simulation import Played, keep, play, play_and_keep, simulate
from whistlestop.warmup import prepare_matches

DOCS = Path(__file__).resolve().parent.parent / "docs" / "simulation.md"
BEGIN, END = "<!-- cluster: made by research/cluster.py -->", "<!-- end of cluster -->"
LINEUP = Lineup(3, ("planner", "greedy"))
WORKERS = 2
EMPTY = 2000
"""Tasks that do nothing, to see what a task costs by itself."""
CORES, GAMES = 1000, 1_000_000
"""Of the large cluster."""


class Used(NamedTuple):
    """The processor time that the process which did a task had used by its end, in seconds."""

    process: int
    processor: float


class Cost(NamedTuple):
    """What tasks took each, in milliseconds, those left out by which processes began."""

    clock: float
    there: float
    """Processor time where they were done."""
    interval: float
    """Half of its interval of 95 %."""
    here: float
    """Processor time of the thread that hands them out and takes them back, which does so one after the other."""


class Measured(NamedTuple):
    """Everything that the page tells."""

    games: int
    """Of a block."""
    blocks: dict[str, Cost]
    """By who played them."""
    empty: Cost
    waiting: float
    """Milliseconds that a block waits for the disk."""
    bytes: dict[str, float]
    """Of a game, by table."""


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
    """What each task takes once all processes are at work."""
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
    """By table, all tables included, on average."""
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


def section(found: Measured) -> str:
    """What the page says: a table, and the arithmetic of a large cluster."""
    costs, games = found.blocks, found.games
    ray, empty = costs["Ray, two cores"], found.empty
    rows = {
        "games a second by the clock": [f"{1000 * games / one.clock:.0f}" for one in costs.values()],
        "processor time of a game where it is played, ms": [
            f"{one.there / games:.2f} ± {one.interval / games:.2f}" for one in costs.values()
        ],
    }
    table = [f"|  | {' | '.join(costs)} |", "| --- |" + " ---: |" * len(costs)]
    table += [f"| {title} | {' | '.join(cells)} |" for title, cells in rows.items()]
    about, host = f"{LINEUP.players} players, {' and '.join(LINEUP.bots)}", machine.describe()
    tables = ", ".join(f"{size:,.0f} bytes in {table}" for table, size in found.bytes.items())
    measured = f"""Games on usa, {about}, in blocks of {games}; {host["processor"]}, {host["cores"]} cores that were
        shared with other work, Python {host["python"]}. A task that does nothing takes {empty.there:.1f} ms of
        processor time on its node. The program that hands blocks out and writes them, one after the other, takes
        {ray.here:.1f} ms of processor time for each, {empty.here:.1f} ms if it is empty, and waits
        {found.waiting:.1f} ms for the disk. A game has {tables}, in blocks of a hundred games."""
    seconds, each = ray.there / 1000, (ray.here + found.waiting) / 1000
    rate, seats = CORES / seconds, found.bytes["seats"] * games
    large = f"""**{CORES:,} cores** of this kind play {rate * games:,.0f} games a second, {GAMES:,} in
        {GAMES / rate / games:,.0f} s. That is {rate:,.0f} blocks of {games} games a second, each of {seconds:.1f} s of
        a core. At {1000 * each:.1f} ms each they keep the program that writes them {rate * each:.0%} busy. It is the
        limit: with such blocks it follows {seconds / each:,.0f} cores, with `--block {10 * games}` about ten times as
        many, as long as its network and its disk follow: {rate * seats / 1e6:,.1f} MB of seats a second from
        {CORES:,} cores. At most {AHEAD} blocks for each core are under way, {AHEAD * CORES * seats / 1e6:,.0f} MB of
        seats if all of them were done and waited. A node that is lost costs what it was at: up to {seconds:.1f} s of
        each of its cores."""
    return "\n".join([*table, "", fill(measured), "", fill(large)])


def fill(text: str) -> str:
    """Lines of the page."""
    return textwrap.fill(" ".join(text.split()), 118)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000, help="games in each of the ways, several blocks")
    parser.add_argument("--block", type=int, default=501, help="games of a block, made up to whole deals")
    options = parser.parse_args()
    before, _, rest = DOCS.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    text = section(measure(options.games, options.block))
    DOCS.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
