"""Makes data sets to learn from: packed records of strong play, a Parquet file a game.

    python research/dataset.py FOLDER [--games 10000] [--rulesets usa,europe] [--bot planner] [--jobs 2] [--sizes PAGE]

The games are shared out among all numbers of players. What is played is kept in FOLDER/<ruleset> as `whistlestop
simulate` writes it, so the same command goes on where it was interrupted; FOLDER/<ruleset>.parquet has the records
alone, a row a game. `whistlestop.envs.examples` gives their decisions as arrays. With `--sizes docs/simulation.md` that
page is told how large the files are.
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
    """How large a data set is."""

    ruleset: str
    records: int
    bytes: int


def plan_of(ruleset: str, games: int, bot: str, seed: int) -> Plan:
    """The games of a data set: the bot in all seats, as many games with each number of players."""
    title = ws.load_ruleset(ruleset)
    lineups = tuple(Lineup(players, (bot,)) for players in range(title.min_players, title.max_players + 1))
    return Plan(title, lineups, -(-games // len(lineups)), seed, records=True)


def gather(folder: Partitions, target: Path) -> int:
    """Write the records of all partitions into one file, which has its name once it is whole; returns their number."""
    files = [folder.file("records", block) for block in folder.plan.blocks]
    schema = pq.read_schema(files[0])
    unfinished = target.with_name(f"{target.name}.tmp")
    # Choices cannot be made smaller, but a thorough compressor finds what all records have in common.
    with pq.ParquetWriter(unfinished, schema, compression="zstd", compression_level=19) as out:
        out.write_table(pa.concat_tables(pq.read_table(file, partitioning=None) for file in files))
    unfinished.replace(target)
    return int(pq.read_metadata(target).num_rows)


def table(sizes: Iterable[Size]) -> str:
    """The sizes as a page shows them."""
    rows = [
        f"| `{size.ruleset}` | {size.records:,} | {size.bytes / 1e6:.2f} MB | {size.bytes / size.records:.0f} |"
        for size in sizes
    ]
    heading = ["| data set | records | file | bytes a record |", "| --- | ---: | ---: | ---: |"]
    return "\n".join([*heading, *rows])


def note(page: Path, sizes: Iterable[Size]) -> None:
    """Put the sizes between the two comments of a page. Raises ValueError if it has none."""
    text = page.read_text(encoding="utf-8")
    whole = f"{BEGIN}\n\n{table(sizes)}\n\n{END}"
    changed, found = re.subn(
        re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: whole, text, flags=re.DOTALL
    )
    if not found:
        raise ValueError(f"{page} has no place for sizes of data sets")
    page.write_text(changed, encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000, help="records of each ruleset")
    parser.add_argument("--rulesets", default=",".join(ws.ruleset_ids()))
    parser.add_argument("--bot", default="planner", help="who plays in all seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=None, help="processes; by default one a core")
    parser.add_argument("--sizes", type=Path, help="a page that is told how large the files are")
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
