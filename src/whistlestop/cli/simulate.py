"""`whistlestop simulate`: bots against each other, many times."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .compiling import compile_first
from .output import BoardsOption, Code, JsonOption, add_boards, fail, note, print_json, print_table

if TYPE_CHECKING:
    from whistlestop.bots.matches import Batch, Plan

__all__ = ["simulate"]


def bot_names(text: str, players: int) -> tuple[str, ...]:
    """The bots of an option such as `planner:tempo=300,greedy`."""
    from whistlestop import bots
    from whistlestop.errors import UnknownBot

    # A comma also stands between the options of one bot; what follows it there has an equals sign.
    names = tuple(filter(None, (name.strip() for name in re.split(r",(?![a-z_]+=)", text))))
    for name in names:
        try:
            bots.check(name)
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
        print_table(console, table)
    what = f"{document['games']} games of {document['ruleset']} with {document['players']} players"
    cost = f"{document['seconds']:.1f} s on {document['jobs']} cores"
    console.print(f"{what}, {interval(document['actions'])} actions a game; {cost}. Intervals: 95 %.")
    if document["unfinished"]:
        console.print(f"{document['unfinished']} games did not come to an end and count as they stood.")


def check_parquet(option: str, path: Path | None) -> None:
    """Find out that a file cannot be written before the games are played, not after."""
    if path is None:
        return
    if path.suffix != ".parquet":
        fail(f"{option} writes Parquet, and {path} does not end in .parquet", Code.USAGE)
    check_folder(path)
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        fail(f"{option} needs the package pyarrow: pip install 'whistlestop[parquet]'", Code.MISSING)


def check_folder(path: Path | None) -> None:
    """Find out that there is no folder for a file."""
    if path is not None and not path.absolute().parent.is_dir():
        fail(f"{path}: there is no folder {path.absolute().parent}")


def play(plan: Plan, jobs: int, out: Path | None, moves: Path | None, records: Path | None) -> list[Batch]:
    """Play all games under a progress bar, and write what is wanted as they are played."""
    from dataclasses import replace

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from whistlestop.bots.matches import play_all
    from whistlestop.bots.tables import RecordFiles, games_file, moves_file

    batches = []
    bar = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with ExitStack() as files, Progress(*bar, console=Console(stderr=True), transient=True) as progress:
        rows = None if out is None else files.enter_context(games_file(out, plan))
        steps = None if moves is None else files.enter_context(moves_file(moves, plan))
        kept = None if records is None else files.enter_context(RecordFiles(records))
        task = progress.add_task("games", total=plan.games)
        for batch in play_all(plan, jobs):
            if rows is not None:
                rows.write(batch.columns)
            if steps is not None:
                steps.write(batch.moves)
            if kept is not None:
                kept.write(batch.records)
            batches.append(replace(batch, records=[], moves={}))  # written: nothing but the figures is kept
            progress.advance(task, len(batch.columns["game"]) // plan.players)
    if rows is not None:
        note(f"wrote {rows.rows} rows to {out}")
    if steps is not None:
        note(f"wrote {steps.rows} rows to {moves}")
    if kept is not None:
        note(f"wrote {kept.count} records to {records}")
    return batches


def simulate(
    ruleset: Annotated[str, typer.Argument(help="Id of a ruleset, or the folder of a board.")],
    players: Annotated[int, typer.Option(min=2, max=5, help="Players of each game.")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            help="Bots, with commas between; one's own as module:Class or file.py:Class. "
            "They share the seats and move on by one each game."
        ),
    ] = "planner,greedy",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes. Default: one for every core.")] = None,
    out: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write a row a seat to this .parquet file.")
    ] = None,
    moves: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write a row a move to this .parquet file.")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            help="Write replayable records: a line each to a .jsonl file, or a file each to a folder."
        ),
    ] = None,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play many games and report who wins, with 95 % intervals."""
    from whistlestop import load_ruleset
    from whistlestop.bots.matches import Plan, cores, join
    from whistlestop.bots.summary import summarize

    check_parquet("--out", out)
    check_parquet("--moves", moves)
    check_folder(records)
    add_boards(boards)
    title = load_ruleset(ruleset)
    if not title.min_players <= players <= title.max_players:
        message = f"{title.name} is for {title.min_players} to {title.max_players} players, not {players}"
        fail(message, Code.USAGE)
    names = bot_names(bots, players)
    plan = Plan(title, players, games, names, seed, records=records is not None, moves=moves is not None)
    compile_first(title)
    jobs = min(jobs or cores(), games)
    started = time.perf_counter()
    columns = join(play(plan, jobs, out, moves, records))
    seconds = time.perf_counter() - started
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
    if as_json:
        print_json(document)
    else:
        print_summary(document, parts)
