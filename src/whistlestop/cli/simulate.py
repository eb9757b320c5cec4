"""`whistlestop simulate`: bots against each other, many times."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .compiling import compile_first
from .output import BoardsOption, Code, JsonOption, add_boards, fail, note, print_json

if TYPE_CHECKING:
    from .matches import Columns, Plan

__all__ = ["simulate"]


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def bot_names(text: str, players: int) -> tuple[str, ...]:
    """The bots of an option such as `planner:tempo=300,greedy`."""
    from whistlestop import bots
    from whistlestop.errors import UnknownBot

    # A comma also stands between the options of one bot; what follows it there has an equals sign.
    names = tuple(filter(None, (name.strip() for name in re.split(r",(?![a-z_]+=)", text))))
    for name in names:
        try:
            bots.parse(name)
        except UnknownBot as error:
            fail(str(error), Code.USAGE)
    if not names:
        fail("--bots names no bot", Code.USAGE)
    if len(names) > players:
        fail(f"--bots names {len(names)} bots for {players} players", Code.USAGE)
    return names


def interval(figure: dict[str, float | None]) -> str:
    """A mean with its interval: `103.4 ± 1.2`."""
    mean, high = figure["mean"], figure["high"]
    if mean is None or high is None:
        return "-" if mean is None else f"{mean:.1f}"
    return f"{mean:.1f} ± {high - mean:.1f}"


def percent(figure: dict[str, float]) -> str:
    """A share with its interval: `66.7 (56-76)`."""
    return f"{figure['mean'] * 100:.1f} ({figure['low'] * 100:.0f}-{figure['high'] * 100:.0f})"


def print_summary(document: dict[str, Any], parts: Sequence[str]) -> None:
    """Two tables, by bot and by seat, with the mean of each of `parts` of the score."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for heading, group in (("bot", "bots"), ("seat", "seats")):
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(heading, no_wrap=True)
        for name in ("wins %", "score", *parts):
            table.add_column(name, justify="right", no_wrap=True)
        for name, figures in document[group].items():
            means = [f"{figures[part]['mean']:.1f}" for part in parts]
            wins, score = percent(figures["win"]), interval(figures["score"])
            table.add_row(name, wins, score, *means)
        console.width = max(console.width, console.measure(table).maximum)  # rather wrapped than cut
        console.print(table)
    what = f"{document['games']} games of {document['ruleset']} with {document['players']} players"
    cost = f"{document['seconds']:.1f} s on {document['jobs']} cores"
    console.print(f"{what}, {interval(document['actions'])} actions a game; {cost}. Intervals: 95 %.")
    if document["unfinished"]:
        console.print(f"{document['unfinished']} games did not come to an end and count as they stood.")


def check_out(path: Path | None) -> None:
    """Find out that a file cannot be written before the games are played, not after."""
    if path is None:
        return
    if path.suffix != ".parquet":
        fail(f"--out writes Parquet, and {path} does not end in .parquet", Code.USAGE)
    if not path.absolute().parent.is_dir():
        fail(f"{path}: there is no folder {path.absolute().parent}")
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        fail("--out needs the package pyarrow: pip install 'whistlestop[parquet]'", Code.MISSING)


def write_parquet(path: Path, columns: Columns, plan: Plan) -> None:
    """One row for every seat of every game; what is the same for all of them is in the file's metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = pa.DictionaryArray.from_arrays(pa.array(columns["bot"]), pa.array(plan.bots))
    table = pa.table({**columns, "bot": names}, metadata={"whistlestop": json.dumps(asdict(plan))})
    pq.write_table(table, path, compression="zstd")


def simulate(
    ruleset: Annotated[str, typer.Argument(help="Id of a ruleset, or the folder of a board.")],
    players: Annotated[int, typer.Option(min=2, max=5, help="Players of each game.")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    bots: Annotated[
        str,
        typer.Option(help="Bots, with commas between. They share the seats and move on by one each game."),
    ] = "planner,greedy",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes. Default: one for every core.")] = None,
    out: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write a row a seat to this .parquet file.")
    ] = None,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play many games and report who wins, with 95 % intervals."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from .matches import Plan, join, play_all
    from .matches import ruleset as load
    from .summary import summarize

    check_out(out)
    add_boards(boards)
    title = load(ruleset)
    if not title.min_players <= players <= title.max_players:
        message = f"{title.name} is for {title.min_players} to {title.max_players} players, not {players}"
        fail(message, Code.USAGE)
    compile_first(title)
    plan = Plan(ruleset, players, games, bot_names(bots, players), seed)
    jobs = min(jobs or cores(), games)
    batches = []
    bar = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    started = time.perf_counter()
    with Progress(*bar, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        for batch in play_all(plan, jobs):
            batches.append(batch)
            progress.advance(task, len(batch["game"]) // players)
    seconds = time.perf_counter() - started
    columns = join(batches)
    parts = tuple(title.kind.parts)
    document = {
        "ruleset": title.id,
        "ruleset_version": title.version,
        "ruleset_hash": title.hash,
        "players": players,
        "games": games,
        "seed": seed,
        "jobs": jobs,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 2),
        **summarize(columns, plan.bots, parts),
    }
    if out is not None:
        write_parquet(out, columns, plan)
        note(f"wrote {len(columns['game'])} rows to {out}")
    if as_json:
        print_json(document)
    else:
        print_summary(document, parts)
