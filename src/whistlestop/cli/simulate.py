"""`whistlestop simulate`: play many games between bots."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whistlestop.kinds import kind_of

from .compiling import compile_first
from .matches import (
    GamesOut,
    Jobs,
    RayAddress,
    Resume,
    Seed,
    bot_names,
    check_out,
    check_players,
    interval,
    percent,
    play,
    workers,
)
from .output import BoardsOption, Code, JsonOption, add_boards, fail, figures_table, print_json, print_table

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.bots.plan import Lineup

__all__ = ["simulate"]


def print_summary(document: dict[str, Any], parts: Sequence[str]) -> None:
    """Print two tables, by bot and by seat, with the mean of each part of the score."""
    from rich.console import Console

    console = Console(highlight=False)
    for heading, group in (("bot", "bots"), ("seat", "seats")):
        table = figures_table(heading, ("wins %", "score", *parts))
        for name, figures in document[group].items():
            means = [f"{figures[part]['mean']:.1f}" for part in parts]
            wins, score = percent(figures["win"]), interval(figures["score"])
            table.add_row(name, wins, score, *means)
        print_table(console, table)
    players = sorted({lineup["players"] for lineup in document["lineups"]})
    what = f"{document['games']} games of {document['ruleset']} with {' or '.join(map(str, players))} players"
    if len(document["lineups"]) > 1:
        what += f" by each of {len(document['lineups'])} line-ups"
    cost = f"{document['seconds']:.1f} s on {document['jobs']} cores"
    console.print(f"{what}, {interval(document['actions'])} actions a game; {cost}. Intervals: 95%.")
    if document["unfinished"]:
        console.print(f"{document['unfinished']} games did not finish; their scores at that point count.")


def chosen_lineups(
    title: Ruleset, bots: str | None, players: int | None, file: Path | None
) -> tuple[Lineup, ...]:
    """Read the line-ups from the options."""
    from whistlestop.bots.plan import Lineup, read_lineups
    from whistlestop.errors import WhistlestopError

    if file is None:
        players = 2 if players is None else players
        check_players(title, players)
        lineups: tuple[Lineup, ...] = (Lineup(players, bot_names(bots or "planner,greedy", title)),)
    elif bots is not None or players is not None:
        fail("--lineups sets bots and players, so omit --bots and --players", Code.USAGE)
    else:
        lineups = read_lineups(file)
    for lineup in lineups:
        try:
            lineup.check(title)
        except WhistlestopError as error:
            fail(f"{'--bots' if file is None else file}: {error}", Code.USAGE)
    return lineups


def simulate(
    ruleset: Annotated[str, typer.Argument(help="Id of a ruleset, or folder of a board.")],
    players: Annotated[
        int | None, typer.Option(min=2, max=5, help="Number of players. Default: `2`.", show_default=False)
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games of each line-up.")] = 100,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bots, separated by commas; name your own as module:Class, file.py:Class or "
            "program:COMMAND. "
            "They change seats after each game. Default: `planner,greedy`.",
            show_default=False,
        ),
    ] = None,
    lineups: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="TOML file with line-ups, instead of --bots and --players. All line-ups play the same deals.",
        ),
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: RayAddress = None,
    out: GamesOut = None,
    moves: Annotated[bool, typer.Option("--moves", help="Also write one row for each move.")] = False,
    records: Annotated[
        bool, typer.Option("--records", help="Also write one row for each game, with its record.")
    ] = False,
    resume: Resume = False,
    block: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Games in each file of --out, rounded up to whole deals. Default: a 64th of all games, at most 500.",
            show_default=False,
        ),
    ] = None,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate games between bots and print win rates and scores, with 95% intervals."""
    from whistlestop import load_ruleset
    from whistlestop.bots.plan import Plan
    from whistlestop.bots.summary import summarize

    check_out(out, ("--moves", moves), ("--records", records), ("--resume", resume))
    add_boards(boards)
    title = load_ruleset(ruleset)
    plan = Plan(
        title,
        chosen_lineups(title, bots, players, lineups),
        games,
        seed,
        moves=moves,
        records=records,
        block=block,
    )
    with workers(ray, jobs, out) as used:
        compile_first(title, plan.bots)
        cores = min(used if isinstance(used, int) else used.cores, len(plan.blocks))
        started = time.perf_counter()
        tally = play(plan, used, out, resume=resume)
        seconds = time.perf_counter() - started
    document = {
        "ruleset": title.id,
        "ruleset_version": title.version,
        "ruleset_hash": title.hash,
        "lineups": [{"players": one.players, "bots": one.bots} for one in plan.lineups],
        "games": games,
        "seed": seed,
        "jobs": cores,
        "seconds": round(seconds, 3),
        "games_per_second": round(tally.games / seconds, 2),
        **summarize(tally, plan.bots),
    }
    if as_json:
        print_json(document)
    else:
        print_summary(document, tuple(kind_of(title).results.parts))
