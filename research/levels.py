"""Measure how often each level of the bots beats the one below; write docs/measured/levels.json.

    python research/levels.py [--games 400] [--expert 40] [--playouts 200] [--levels easy,expert] [--jobs 2]

Two players; each deal is played twice with seats exchanged; intervals are Wilson's. `expert` plays fewer games because
they take long. The planner, from which it deviates only for clear improvements, plays as many as the other levels.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np

import measured
import whistlestop as ws
from whistlestop.bots.columns import join_tables
from whistlestop.bots.levels import EXPERT, LEVELS
from whistlestop.bots.matches import play_all
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.bots.summary import share_interval

BOARDS = ("usa", "europe", "switzerland", "card_game")


def measure(board: str, better: str, worse: str, games: int, seed: int, jobs: int) -> str:
    """Play a match; return the share of games that the better bot wins, with its interval, and both mean points."""
    plan = Plan(ws.load_ruleset(board), (Lineup(2, (better, worse)),), games, seed)
    columns = join_tables(batch.seats for batch in play_all(plan, jobs))
    first = columns["bot"] == 0
    wins = np.zeros(games)
    wins[columns["game"][first]] = columns["win"][first]
    found = share_interval(float(wins.sum()), games)
    share, low, high = (100 * found[name] for name in ("mean", "low", "high"))
    points = (float(columns["score"][side].mean()) for side in (first, ~first))
    return f"{share:.0f} % ({low:.0f} to {high:.0f}), {' : '.join(f'{mean:.0f}' for mean in points)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="games of each pair and board")
    parser.add_argument("--expert", type=int, default=40, help="games of `expert` on each board")
    parser.add_argument("--playouts", type=int, default=200, help="playouts of `expert` for a decision")
    parser.add_argument("--levels", default="", help="levels to measure; rows of other levels stay")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=None, help="processes; default: one per core")
    options = parser.parse_args()
    rising = list(LEVELS)
    pairs = [(better, worse, options.games) for worse, better in pairwise(rising)]
    pairs.append(("planner", rising[-1], options.games))
    pairs.append((f"{EXPERT}:playouts={options.playouts}", rising[-1], options.expert))
    rows = {row[0]: row for table in measured.read("levels") for row in table[1:] if isinstance(row, list)}
    for better, worse, games in pairs:
        if not options.levels or better.partition(":")[0] in options.levels.split(","):
            cells = [measure(board, better, worse, games, options.seed, options.jobs) for board in BOARDS]
            row = f"`{better}` against `{worse}`"
            rows[row] = [row, str(games), *cells]
            print(*rows[row], sep="  ", flush=True)
    measured.keep("levels", [[["wins, points", "games", *BOARDS], *rows.values()]])


if __name__ == "__main__":
    main()
