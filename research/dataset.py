"""Make data sets for learning: packed records of strong play, one Parquet file per ruleset.

    python research/dataset.py FOLDER [--games 10000] [--rulesets usa,europe] [--bot planner] [--jobs 2] [--sizes PAGE]

Games are divided among all numbers of players. FOLDER/<ruleset> has the same files as `whistlestop simulate` writes, so
the same command resumes an interrupted run. FOLDER/<ruleset>.parquet has the records only, a row per game.
`whistlestop.envs.examples` turns them into arrays. `--sizes docs/simulation.md` writes the sizes into that page.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import whistlestop as ws
from whistlestop.bots.partitions import Partitions, opened
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.bots.simulation import simulate

BEGIN, END = "<!-- data sets: made by research/dataset.py -->", "<!-- end of data sets -->"


class Size(NamedTuple):
    """Size of a data set."""

    ruleset: str
    records: int
    bytes: int


def plan_of(ruleset: str, games: int, bot: str, seed: int) -> Plan:
    """Return the plan of a data set: one bot in all seats, equally many games with each number of players."""
    title = ws.load_ruleset(ruleset)
    lineups = tuple(Lineup(players, (bot,)) for players in range(title.min_players, title.max_players + 1))
    return Plan(title, lineups, -(-games // len(lineups)), seed, records=True)


def gather(folder: Partitions, target: Path) -> int:
    """Write the records of all partitions into one file, renamed when complete; return the number of records."""
    files = [folder.file("records", block) for block in folder.plan.blocks]
    schema = pq.read_schema(files[0])
    unfinished = target.with_name(f"{target.name}.tmp")
    # Actions are incompressible, but strong compression finds what the records have in common.
    with pq.ParquetWriter(unfinished, schema, compression="zstd", compression_level=19) as out:
        out.write_table(pa.concat_tables(pq.read_table(file, partitioning=None) for file in files))
    unfinished.replace(target)
    return int(pq.read_metadata(target).num_rows)


def table(sizes: Iterable[Size]) -> str:
    """Format the table of sizes."""
    rows = [
        f"| `{size.ruleset}` | {size.records:,} | {size.bytes / 1e6:.2f} MB | {size.bytes / size.records:.0f} |"
        for size in sizes
    ]
    heading = ["| data set | records | file | bytes per record |", "| --- | ---: | ---: | ---: |"]
    return "\n".join([*heading, *rows])


def note(page: Path, sizes: Iterable[Size]) -> None:
    """Write the sizes between the two comments of a page. Raises ValueError if it has no such comments."""
    text = page.read_text(encoding="utf-8")
    whole = f"{BEGIN}\n\n{table(sizes)}\n\n{END}"
    changed, found = re.subn(
        re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: whole, text, flags=re.DOTALL
    )
    if not found:
        raise ValueError(f"{page} has no comment {BEGIN!r}: add it, and {END!r} after it")
    page.write_text(changed, encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000, help="records of each ruleset")
    parser.add_argument("--rulesets", default=",".join(ws.ruleset_ids()))
    parser.add_argument("--bot", default="planner", help="bot in all seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=None, help="processes; default: one per core")
    parser.add_argument("--sizes", type=Path, help="page into which to write the sizes")
    options = parser.parse_args(arguments)
    sizes = []
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.rulesets.split(","):
        plan = plan_of(name, options.games, options.bot, options.seed)
        target = options.folder / f"{name}.parquet"
        with opened(options.folder / name, plan, resume=True) as folder:
            for block, _ in simulate(plan, options.jobs, folder):
                print(f"\r{name}: {block.number + 1} of {len(plan.blocks)} blocks", end="", file=sys.stderr)
            records = gather(folder, target)
        size = Size(name, records, target.stat().st_size)
        sizes.append(size)
        print(
            f"\n{target}: {records} records, {size.bytes} bytes, {size.bytes / records:.1f} a record",
            file=sys.stderr,
        )
    if options.sizes is not None:
        note(options.sizes, sizes)


if __name__ == "__main__":
    main()
