"""Measure the strength of `search` by its number of playouts and its opponents; write results and a picture.

    python research/budgets.py [--games 40] [--playouts 60,250,1000] [--rulesets usa,europe] [--players 2] [--jobs 2]
    python research/budgets.py --against greedy,racer,hungry --playouts 250

One `search` plays against the same opponent in all other seats, every deal once from each seat. If the opponent is not
the planner, the planner plays the same deals for comparison. docs/search.json keeps earlier results; new ones replace
those of the same row. `--games 0` only redraws docs/images/search.svg. Results depend on the
number of playouts, not on the machine; the time for a decision is CPU time on this machine.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.bots.simulation import simulate_all
from whistlestop.bots.summary import summarize

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "search.json"
PICTURE = ROOT / "docs" / "images" / "search.svg"
MODEL = "planner"
"""The bot that `search` expects all players to be."""
TIMED = 12
"""Number of games in which one decision is timed."""
WIDTH, HEIGHT, EDGE = 600, 340, 56
TIMES = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""Ticks of the time axis, in seconds."""
COLORS = ("#4477aa", "#ee6677", "#228833", "#aa8833", "#66ccee", "#aa3377", "#777777")

Row = dict[str, Any]


def share(ruleset: ws.Ruleset, bot: str, players: int, against: str, games: int, seed: int, jobs: int) -> Row:
    """Play a match; return the share of games that the bot wins, with its interval, and its mean points."""
    crew = (bot, *[against] * (players - 1))
    plan = Plan(ruleset, (Lineup(players, crew),), games, seed)
    figures = summarize(simulate_all(plan, jobs), plan.bots)["bots"][bot]
    points = {"points": round(figures["score"]["mean"], 1)}
    return {name: round(figures["win"][name], 4) for name in ("mean", "low", "high")} | points


def milliseconds(ruleset: ws.Ruleset, spec: str, players: int) -> float:
    """Return the mean CPU time of a decision, over early and late positions of planners' games."""
    spent = 0.0
    for seed in range(-1, TIMED):  # the first one compiles
        game, model = ws.Game.new(ruleset, players, seed=seed % TIMED), bots.make(MODEL)
        while not game.over and game.version < 20 + 8 * seed:
            seat = game.to_act[0]
            game.play_id(int(model.choose(game.observe(seat))), seat)
        if not game.over:
            seen, bot = game.observe(game.to_act[0]), bots.make(spec)
            began = time.process_time()
            bot.choose(seen)
            spent += time.process_time() - began if seed >= 0 else 0
    return round(1000 * spent / TIMED, 1)


def measure(name: str, players: int, against: str, playouts: int, options: argparse.Namespace) -> Row:
    """Measure one row of the results."""
    ruleset, spec = ws.load_ruleset(name), f"search:playouts={playouts}"
    match = (players, against, options.games, options.seed, options.jobs)
    row = {
        "ruleset": name,
        "players": players,
        "against": against,
        "playouts": playouts,
        "games": options.games,
        "seed": options.seed,
        "ms": milliseconds(ruleset, spec, players),
        "search": share(ruleset, spec, *match),
    }
    return row if against == MODEL else {**row, MODEL: share(ruleset, MODEL, *match)}


def key(row: Row) -> tuple[Any, ...]:
    """Return the sort key that identifies a row."""
    order = ws.ruleset_ids()
    against = row["against"]
    return against != MODEL, order.index(row["ruleset"]), row["players"], against, row["playouts"]


# Writing.


def percent(figures: Row) -> str:
    """Format a share with its interval."""
    return f"{figures['mean']:.0%} ({100 * figures['low']:.0f} to {100 * figures['high']:.0f})"


def render(rows: Sequence[Row]) -> str:
    """Format both tables: against the planner by number of playouts, and against other bots."""
    strength = [
        "| one `search`, others `planner` | playouts | ms per move | games | `search` wins | points |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    others = [
        "| against | playouts | games | `search` wins | `planner` wins |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        game, search = f"{row['ruleset']}, {row['players']} players", row["search"]
        if row["against"] == MODEL:
            cells = [game, f"{row['playouts']:,}", f"{row['ms']:,.0f}", str(row["games"]), percent(search)]
            strength.append(f"| {' | '.join([*cells, format(search['points'], '.0f')])} |")
        else:
            cells = [f"{game}: `{row['against']}`", f"{row['playouts']:,}", str(row["games"])]
            others.append(f"| {' | '.join([*cells, percent(search), percent(row[MODEL])])} |")
    return "\n".join(strength) + "\n\n" + "\n".join(others)


def tables() -> str:
    """Format the saved results."""
    return render(json.loads(KEPT.read_text("utf-8")))


def picture(rows: Iterable[Row]) -> str:
    """Draw the share of games won against planners by time per decision, one line per game, with 95% intervals."""
    lines: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        if row["against"] == MODEL:
            lines.setdefault((row["ruleset"], row["players"]), []).append(row)
    wide, high = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE

    def x(seconds: float) -> float:
        return EDGE + wide * math.log(seconds / TIMES[0]) / math.log(TIMES[-1] / TIMES[0])

    def y(share: float) -> float:
        return EDGE + high * (1 - share)

    frame = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for level in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{EDGE} {y(level):.0f}h{wide}" stroke="#ccc"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{y(level) + 4:.0f}" text-anchor="end">{level:.0%}</text>')
    parts += [
        f'<text x="{x(mark):.0f}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{mark:g}</text>'
        for mark in TIMES
    ]
    foot = f'x="{WIDTH / 2:.0f}" y="{HEIGHT - EDGE + 38}" text-anchor="middle"'
    parts.append(f"<text {foot}>seconds of one core for a decision</text>")
    for number, ((name, players), line) in enumerate(lines.items()):
        color, points = COLORS[number % len(COLORS)], []
        for row in line:
            at = f"{x(row['ms'] / 1000):.0f}"
            ends = f"{y(row['search']['low']):.0f}V{y(row['search']['high']):.0f}"
            parts.append(f'<path d="M{at} {ends}" stroke="{color}"/>')
            parts.append(f'<circle cx="{at}" cy="{y(row["search"]["mean"]):.0f}" r="3" fill="{color}"/>')
            points.append(f"{at},{y(row['search']['mean']):.0f}")
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{color}" stroke-width="2"/>')
        place = f'x="{EDGE + 130 * (number % 4)}" y="{20 + 16 * (number // 4)}"'
        parts.append(f'<text {place} fill="{color}">{name}, {players} players</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def write(rows: Sequence[Row]) -> None:
    """Save the results; draw the picture."""
    KEPT.write_text(json.dumps(rows, indent=1) + "\n", "utf-8", newline="\n")
    PICTURE.write_text(picture(rows), "utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, help="games of each row")
    parser.add_argument("--playouts", default="60,250,1000", help="numbers of playouts for a decision")
    parser.add_argument("--rulesets", default=",".join(ws.ruleset_ids()))
    parser.add_argument("--players", default="2", help="numbers of players")
    parser.add_argument("--against", default=MODEL, help="bots")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    kept = {key(row): row for row in (json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else [])}
    for playouts in map(int, options.playouts.split(",")):
        for name in options.rulesets.split(",") if options.games else ():
            ruleset = ws.load_ruleset(name)
            for players in map(int, options.players.split(",")):
                for against in options.against.split(","):
                    if players <= ruleset.max_players and against in bots.names(ruleset):
                        row = measure(name, players, against, playouts, options)
                        kept[key(row)] = row
                        write([kept[each] for each in sorted(kept)])
                        print(row, flush=True)
    write([kept[each] for each in sorted(kept)])


if __name__ == "__main__":
    main()
