"""Play the bots against each other; the documentation site shows the results.

`python research/strength.py --games 2000 --arena-games 400` plays the games and saves the results in
docs/strength.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from levels import ANCHORED
from whistlestop import bots, load_ruleset
from whistlestop.bench import machine
from whistlestop.bench.package import bots_per_move
from whistlestop.bench.timing import Effort
from whistlestop.bots.partitions import opened
from whistlestop.bots.plan import Lineup, Plan, round_robin
from whistlestop.bots.simulation import simulate, simulate_all
from whistlestop.bots.standings import standings
from whistlestop.bots.summary import summarize, total
from whistlestop.warmup import prepare_matches

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "strength.json"

MATCHES = (
    ("usa", 2),
    ("usa", 4),
    ("europe", 2),
    ("europe", 4),
    ("switzerland", 2),
    ("switzerland", 3),
    ("card_game", 2),
    ("card_game", 3),
    ("card_game", 4),
)
"""Games and players of the matches of one planner against greedy in all other seats."""
ARENAS = (("usa", 2), ("europe", 2), ("switzerland", 2))
"""Games and players of the arenas, in which all compiled bots play each other."""
ANCHOR = "planner"
"""The bot whose rating is fixed."""


# Playing.


def rounded(value: Any) -> Any:
    """Round all floats of a result to four digits."""
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return round(value, 4) if isinstance(value, float) else value


def play_matches(games: int, jobs: int | None) -> list[dict[str, Any]]:
    """Play the planner against greedy."""
    found = []
    for name, players in MATCHES:
        ruleset = load_ruleset(name)
        prepare_matches(ruleset, ["planner", "greedy"])
        plan = Plan(ruleset, (Lineup(players, ("planner", *["greedy"] * (players - 1))),), games)
        figures = summarize(simulate_all(plan, jobs), plan.bots)
        found.append(
            {
                "ruleset": name,
                "players": players,
                "unfinished": figures["unfinished"],
                **{
                    bot: {name: of[name] for name in ("games", "win", "score")}
                    for bot, of in figures["bots"].items()
                },
            }
        )
        print(f"planner against greedy: {name}, {players} players", file=sys.stderr)
    return found


def play_arenas(games: int, jobs: int | None, kept: Path | None) -> list[dict[str, Any]]:
    """Play all bots against each other. kept: folder for results, from which an interrupted run resumes."""
    found = []
    for name, players in ARENAS:
        ruleset = load_ruleset(name)
        lineups = round_robin(bots.kernel_names(ruleset), players)
        plan = Plan(ruleset, lineups, -(-games // players) * players)
        prepare_matches(ruleset, plan.bots)
        with (
            nullcontext() if kept is None else opened(kept / f"{name}-{players}", plan, resume=True) as folder
        ):
            tally = total(of_block for _, of_block in simulate(plan, jobs, folder))
        found.append(
            {"ruleset": name, "players": players, "games": plan.games, **standings(tally, plan.bots)}
        )
        print(f"arena: {name}, {players} players", file=sys.stderr)
    return found


def measure(games: int, arena_games: int, jobs: int | None, kept: Path | None) -> dict[str, Any]:
    """Play all matches and arenas, and time all bots."""
    found = {
        "machine": machine.describe(),
        "seed": 0,
        "games": games,
        "matches": play_matches(games, jobs),
        "arenas": play_arenas(arena_games, jobs, kept),
        "milliseconds": {
            ruleset: {bot: figures["median"] for bot, figures in of.items()}
            for ruleset, of in bots_per_move(Effort(1, 1.0)).items()
        },
    }
    result: dict[str, Any] = rounded(found)
    return result


# Writing.


def table(rows: list[list[str]]) -> str:
    """Format a Markdown table; all columns but the first are numbers."""
    head, *body = rows
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def percent(figure: dict[str, float]) -> str:
    """Format a share with its interval."""
    return f"{figure['mean'] * 100:.1f} % ({figure['low'] * 100:.0f} to {figure['high'] * 100:.0f})"


def mean(figure: dict[str, float], digits: int = 1) -> str:
    """Format a mean with its interval."""
    return f"{figure['mean']:.{digits}f} ± {figure['high'] - figure['mean']:.{digits}f}"


def title(ruleset: str) -> str:
    """Return the title of a ruleset."""
    return {"usa": "USA", "card_game": "Card Game"}.get(ruleset, ruleset.capitalize())


def matches_table(results: dict[str, Any]) -> str:
    """Format the results of the planner against greedy."""
    head = [
        "one `planner`, others `greedy`",
        "`planner` wins",
        "`planner` points",
        "`greedy` points",
    ]
    rows = [
        [
            f"{title(match['ruleset'])}, {match['players']} players",
            percent(match["planner"]["win"]),
            mean(match["planner"]["score"]),
            mean(match["greedy"]["score"]),
        ]
        for match in results["matches"]
    ]
    return table([head, *rows])


def arena_table(arena: dict[str, Any]) -> str:
    """Format an arena, strongest bot first: rating, points, and how often it finishes ahead of each other bot."""
    names = list(arena["bots"])
    head = [
        f"{title(arena['ruleset'])}, {arena['players']} players",
        "rating",
        "points",
        *(f"`{name}`" for name in names),
    ]
    shift = ANCHORED - arena["bots"][ANCHOR]["rating"]["mean"]
    rows = []
    for name in names:
        figures, others = arena["bots"][name], arena["pairs"][name]
        rating = {part: value + shift for part, value in figures["rating"].items()}
        shares = [f"{others[other]['mean'] * 100:.0f}" if other != name else "" for other in names]
        rows.append([f"`{name}`", mean(rating, 0), mean(figures["score"]), *shares])
    return table([head, *rows])


def speed_table(results: dict[str, Any]) -> str:
    """Format the time per move of each bot."""
    figures = results["milliseconds"]
    names = sorted({bot for of in figures.values() for bot in of})
    rows = [
        [f"`{name}`", *(f"{of[name]:.3f}" if name in of else "" for of in figures.values())] for name in names
    ]
    return table([["ms per move, median", *map(title, figures)], *rows])


def render(results: dict[str, Any]) -> str:
    """Format all results."""
    on, arenas = results["machine"], results["arenas"]
    about = (
        f"{results['games']:,} games in each row, seats rotated, seed {results['seed']}. Played {on['time'][:10]} with "
        f"Whistlestop {on['whistlestop']} on {on['processor']}, {on['system']}, Python {on['python']}."
    )
    widest = max(
        figure["high"] - figure["low"]
        for arena in arenas
        for others in arena["pairs"].values()
        for figure in others.values()
    )
    games = " or ".join(sorted({f"{arena['games']:,}" for arena in arenas}))
    pairs = (
        f"Every bot against every other, {games} games for each pair: how often in 100 games the bot of the row "
        f"finishes ahead of the bot of the column. Ratings are Bradley-Terry on the Elo scale, with {ANCHORED} for "
        f"`{ANCHOR}`. The widest interval of a pair spans {widest * 100:.0f} of these 100 games."
    )
    unfinished = sum(of["unfinished"] for of in (*results["matches"], *arenas))
    left = "All games finished." if unfinished == 0 else f"{unfinished} games did not finish."
    parts = [
        textwrap.fill(about, 120),
        matches_table(results),
        textwrap.fill(f"{pairs} {left}", 120),
        *map(arena_table, arenas),
        speed_table(results),
    ]
    return "\n\n".join(parts)


def tables() -> str:
    """Format the saved results."""
    return render(json.loads(RESULTS.read_text(encoding="utf-8")))


def main() -> None:
    """Play, and save the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, default=2000, help="games of each match of planner against greedy"
    )
    parser.add_argument("--arena-games", type=int, default=400, help="games of each line-up in an arena")
    parser.add_argument("--jobs", type=int, help="processes; default: one per core")
    parser.add_argument(
        "--resume", type=Path, help="folder for the results of arenas, from which an interrupted run resumes"
    )
    wanted = parser.parse_args()
    if wanted.resume is not None:
        wanted.resume.mkdir(parents=True, exist_ok=True)
    results = measure(wanted.games, wanted.arena_games, wanted.jobs, wanted.resume)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
