"""`whistlestop arena`: a round robin of bots."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Annotated, Any

import typer

from .agents import decisions_log, listed_models, print_agents
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

__all__ = ["arena"]


def print_standings(document: dict[str, Any]) -> None:
    """Print two tables: all bots, and how often the bot of the row was ahead of the bot of the column."""
    from rich.console import Console

    console = Console(highlight=False)
    everybody = figures_table("bot", ("rating", "wins %", "score", "games"))
    for bot, figures in document["bots"].items():
        cells = (
            interval(figures["rating"]),
            percent(figures["win"]),
            interval(figures["score"]),
            str(figures["games"]),
        )
        everybody.add_row(bot, *cells)
    print_table(console, everybody)
    matrix = figures_table("ahead % of", document["bots"])
    for bot, others in document["pairs"].items():
        matrix.add_row(bot, *("" if other == bot else percent(others[other]) for other in document["bots"]))
    print_table(console, matrix)
    if "agents" in document:
        print_agents(console, document["agents"])
    what = f"{document['ruleset']} with {document['players']} players, {document['lineups']} line-ups of"
    how = f"{document['games']} games each, {interval(document['turns'])} turns a game, {document['seconds']:.1f} s"
    console.print(f"{what} {how}. Ratings: Elo points, 0 for the mean. Intervals: 95%.")
    if document["unfinished"]:
        console.print(f"{document['unfinished']} games did not finish; their scores at that point count.")


def arena(
    ruleset: Annotated[str, typer.Argument(help="Id of a ruleset, or folder of a board.")],
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bots, separated by commas; name your own as module:Class, file.py:Class or "
            "program:COMMAND. "
            "Default: all compiled bots that play this game."
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            help="Language models at the endpoint WHISTLESTOP_MODEL_URL that also play, separated by commas."
        ),
    ] = None,
    players: Annotated[int, typer.Option(min=2, max=5, help="Number of players.")] = 2,
    games: Annotated[
        int,
        typer.Option(
            min=1, help="Games of each line-up, rounded up so that each deal is played once from every seat."
        ),
    ] = 100,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: RayAddress = None,
    out: GamesOut = None,
    resume: Resume = False,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a round robin of bots and print ratings and a win matrix, with 95% intervals."""
    from whistlestop import bots as listed
    from whistlestop import load_ruleset
    from whistlestop.bots.plan import Plan, round_robin
    from whistlestop.bots.standings import standings
    from whistlestop.errors import OptionError

    check_out(out, ("--resume", resume))
    if agents is not None and (ray is not None or resume):
        fail("--agents cannot be combined with --ray or --resume", Code.USAGE)
    add_boards(boards)
    title = load_ruleset(ruleset)
    check_players(title, players)
    names = tuple(listed.kernel_names(title)) if bots is None else bot_names(bots, title)
    with ExitStack() as open_until_end:
        models = {} if agents is None else open_until_end.enter_context(listed_models(agents))
        names += tuple(models)
        try:
            lineups = round_robin(names, players)
        except OptionError as error:
            fail(str(error), Code.USAGE)
        plan = Plan(title, lineups, -(-games // players) * players, seed)
        spent = open_until_end.enter_context(decisions_log()) if models else None
        used = open_until_end.enter_context(workers(ray, jobs, out))
        compile_first(title, names)
        started = time.perf_counter()
        tally = play(plan, used, out, resume=resume)
        seconds = time.perf_counter() - started
        results = standings(tally, plan.bots)
        if spent is not None:
            results["agents"] = spent({model: results["bots"][bot]["games"] for bot, model in models.items()})
    document = {
        "ruleset": title.id,
        "ruleset_version": title.version,
        "ruleset_hash": title.hash,
        "players": players,
        "lineups": len(plan.lineups),
        "games": plan.games,
        "seed": seed,
        "seconds": round(seconds, 3),
        **results,
    }
    if as_json:
        print_json(document)
    else:
        print_standings(document)
