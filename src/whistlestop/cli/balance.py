"""`whistlestop board balance`: measure the balance of a board by simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .compiling import compile_first
from .matches import Jobs, Seed, bot_names, check_players, games_bar
from .output import BoardsOption, JsonOption, add_boards, print_json
from .stats import (
    Format,
    FormatOption,
    PicturesOption,
    ReportOption,
    as_data,
    need_statistics,
    print_sections,
    write_pictures,
    write_report,
)

if TYPE_CHECKING:
    from whistlestop.statistics import Section, Simulation
    from whistlestop.statistics.balance import Check

__all__ = ["balance"]


def balance(
    folder: Annotated[str, typer.Argument(help="Folder of a board, or id of a known one.")],
    players: Annotated[
        int | None,
        typer.Option(min=2, max=5, help="Number of players. Default: three, or as many as the board allows."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1000,
    bots: Annotated[
        str, typer.Option(help="Bots, as in `simulate`. A single bot plays all seats.")
    ] = "planner",
    remedies: Annotated[
        int,
        typer.Option(
            min=0, help="Maximum number of further games that try remedies for the faults; 0: none."
        ),
    ] = 0,
    seed: Seed = 0,
    jobs: Jobs = None,
    report: ReportOption = None,
    out: PicturesOption = None,
    form: FormatOption = Format.svg,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate games on a board and report imbalances: routes, tickets, turn order, colors, blocked paths."""
    need_statistics()
    import whistlestop as ws
    from whistlestop.statistics import sections
    from whistlestop.statistics.balance import balance_sections, checks
    from whistlestop.statistics.playing import play

    add_boards(boards)
    title = ws.load_ruleset(folder)
    names = bot_names(bots, title)
    seats = players or min(max(3, title.min_players), title.max_players)
    check_players(title, seats)
    compile_first(title, names)
    with games_bar() as progress:
        task = progress.add_task("games", total=games)
        played = play(
            title, seats, names, games, seed=seed, jobs=jobs, played=lambda more: progress.advance(task, more)
        )
    results = list(checks(played))
    found = list(balance_sections(results))
    if remedies:
        found.append(_remedies(played, results, remedies, seed, jobs))
    facts = f"{games} games with {seats} players ({', '.join(names)})"
    if report is not None or out is not None:
        told = [*found, *sections(played)]
        if report is not None:
            write_report(report, f"{title.name}: balance", facts, told)
        if out is not None:
            write_pictures(out, form, told)
    if as_json:
        print_json(
            {
                "ruleset": title.id,
                "ruleset_hash": title.hash,
                "players": seats,
                "bots": list(names),
                "games": games,
                "seed": seed,
                "tables": as_data(found),
            }
        )
    else:
        typer.echo(f"{title.name}: {facts}. Intervals: 95%.\n")
        print_sections(found)


def _remedies(played: Simulation, found: Sequence[Check], games: int, seed: int, jobs: int | None) -> Section:
    from whistlestop.statistics.remedies import try_remedies
    from whistlestop.statistics.remedies.sections import remedy_section

    with games_bar() as progress:
        task = progress.add_task("remedies", total=games)
        trials = list(
            try_remedies(
                played,
                found,
                games,
                seed=seed,
                jobs=jobs,
                played=lambda more: progress.advance(task, more),
            )
        )
    return remedy_section(trials)
