"""Parts shared by the commands that simulate games: options, progress bar, formatting of figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import Code, check_parquet, fail, note

if TYPE_CHECKING:
    from rich.progress import Progress

    from whistlestop import Ruleset
    from whistlestop.bots.cluster import Cluster
    from whistlestop.bots.plan import Plan
    from whistlestop.bots.summary import Tally

__all__ = [
    "GamesOut",
    "Jobs",
    "RayAddress",
    "Resume",
    "Seed",
    "bot_names",
    "check_out",
    "check_players",
    "games_bar",
    "interval",
    "percent",
    "play",
    "workers",
]

Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Number of processes. Default: one for each core.")]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: `auto` for the cluster of this machine, `host:port` of a head node, or `local` to "
        "start one here.",
    ),
]
GamesOut = Annotated[
    Path | None,
    typer.Option(
        file_okay=False, help="Write Parquet files with one row for each seat into this new or empty folder."
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue an interrupted run in the folder of --out.")]


def bot_names(text: str, title: Ruleset) -> tuple[str, ...]:
    """Return the bots of an option such as `planner:tempo=300,greedy`. Stop if one cannot play the game."""
    from whistlestop import bots
    from whistlestop.errors import UnknownBot

    # Commas also separate the options of one bot; there, an equals sign follows.
    names = tuple(filter(None, (name.strip() for name in re.split(r",(?![a-z_]+=)", text))))
    for name in names:
        try:
            bots.check(name, title)
        except UnknownBot as error:
            fail(str(error), Code.USAGE)
    if not names:
        fail("--bots names no bot", Code.USAGE)
    return names


def check_players(title: Ruleset, players: int) -> None:
    """Stop if the game cannot be played by this number of players."""
    if not title.min_players <= players <= title.max_players:
        fail(f"{title.name} is for {title.sizes} players, not {players}", Code.USAGE)


def check_out(out: Path | None, *needing: tuple[str, bool]) -> None:
    """Stop before any game is played if nothing can be written; `needing`: options that need --out."""
    if out is None:
        for option, wanted in needing:
            if wanted:
                fail(f"{option} needs --out", Code.USAGE)
        return
    if not out.absolute().parent.is_dir():
        fail(f"{out}: there is no folder {out.absolute().parent}")
    check_parquet("--out")


def games_bar() -> Progress:
    """A progress bar that counts games and estimates the time left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*bar, console=Console(stderr=True), transient=True)


@contextmanager
def workers(address: str | None, jobs: int | None, out: Path | None) -> Iterator[int | Cluster]:
    """The number of processes, or a connection to the Ray cluster at an address."""
    from whistlestop.bots.cluster import LOCAL, connected
    from whistlestop.bots.processes import cores

    if address is None:
        yield jobs or cores()
        return
    if jobs is not None and address != LOCAL:
        fail("--jobs works only on this machine; a cluster uses all its cores", Code.USAGE)
    if find_spec("ray") is None:
        fail("--ray needs the package ray: pip install 'whistlestop[ray]'", Code.MISSING)
    with connected(address, jobs, () if out is None else ("pyarrow",)) as cluster:
        yield cluster


def play(plan: Plan, jobs: int | Cluster, out: Path | None, *, resume: bool) -> Tally:
    """Play a plan with a progress bar, and write its rows into a folder."""
    from whistlestop.bots.partitions import opened
    from whistlestop.bots.simulation import simulate
    from whistlestop.bots.summary import total

    tallies = []
    with ExitStack() as used:
        folder = None if out is None else used.enter_context(opened(out, plan, resume=resume))
        there = set() if folder is None else {one.number for one in plan.blocks if folder.is_whole(one)}
        before = sum(len(block.games) for block in plan.blocks if block.number in there)
        progress = used.enter_context(games_bar())
        task = progress.add_task("games", total=plan.games * len(plan.lineups), completed=before)
        played = used.enter_context(closing(simulate(plan, jobs, folder)))
        try:
            for block, of_block in played:
                tallies.append(of_block)
                if block.number not in there:
                    progress.advance(task, len(block.games))
        except KeyboardInterrupt:
            again = "" if out is None else f"; the same command with --resume continues from {out}"
            fail(f"interrupted{again}", Code.INTERRUPTED)
    if out is not None:
        note(f"wrote {len(plan.blocks)} partitions to {out}")
    return total(tallies)


def interval(figure: dict[str, float | None]) -> str:
    """Return a mean with its interval: `103.4 ± 1.2`."""
    mean, high = figure["mean"], figure["high"]
    if mean is None or high is None:
        return "-" if mean is None else f"{mean:.1f}"
    return f"{mean:.1f} ± {high - mean:.1f}"


def percent(figure: dict[str, float]) -> str:
    """Return a share with its interval: `66.7 (56-76)`."""
    return f"{figure['mean'] * 100:.1f} ({figure['low'] * 100:.0f}-{figure['high'] * 100:.0f})"
