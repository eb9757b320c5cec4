"""Measure how strong the levels of the bots are; write docs/measured/levels.json, and their ratings to the package.

    python research/levels.py [--games 400] [--expert 40] [--playouts 200] [--jobs 2]

Each level plays against the one below and against itself, with two players. Each deal is played from both seats.
`expert` plays fewer games because they take long. Ratings follow from the wins by the Bradley-Terry model: `very_hard`,
which plays like the planner, has 2000, and 400 points more mean odds of 10 to 1. Intervals of shares are Wilson's.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

import measured
import whistlestop as ws
from whistlestop.bots.columns import Columns, join_tables
from whistlestop.bots.levels import EXPERT, LEVELS
from whistlestop.bots.matches import play_all
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.bots.summary import share_interval

BOARDS = ("usa", "europe", "switzerland", "card_game")
ANCHOR, ANCHORED = "very_hard", 2000
"""The level with a fixed rating."""
RATINGS = Path(__file__).resolve().parents[1] / "src" / "whistlestop" / "bots" / "ratings.json"
ODDS = 400 / math.log(10)
"""Rating points per unit of log odds."""


@dataclass(frozen=True)
class Pair:
    """A match of two levels on a board."""

    wins: float
    games: int
    points: tuple[float, float]
    """Mean points of the better and the worse level."""

    def __str__(self) -> str:
        """Return the share of wins with its interval, and the points."""
        found = share_interval(self.wins, self.games)
        share, low, high = (100 * found[name] for name in ("mean", "low", "high"))
        better, worse = self.points
        return f"{share:.0f} % ({low:.0f} to {high:.0f}), {better:.0f} : {worse:.0f}"

    def rating(self) -> tuple[float, float]:
        """Return the difference of ratings and its standard error; half a win is added to each side."""
        won, lost = self.wins + 0.5, self.games - self.wins + 0.5
        return ODDS * math.log(won / lost), ODDS * math.sqrt(1 / won + 1 / lost)


def played(board: str, bots: tuple[str, str], games: int, options: argparse.Namespace) -> Columns:
    """Play a match; return its table of seats."""
    plan = Plan(ws.load_ruleset(board), (Lineup(2, bots),), games, options.seed)
    return join_tables(batch.seats for batch in play_all(plan, options.jobs))


def match(board: str, better: str, worse: str, games: int, options: argparse.Namespace) -> Pair:
    """Play two levels against each other."""
    columns = played(board, (better, worse), games, options)
    first = columns["bot"] == 0
    score = columns["score"]
    points = float(score[first].mean()), float(score[~first].mean())
    return Pair(float(columns["win"][first].sum()), int(np.count_nonzero(first)), points)


def alone(board: str, level: str, games: int, options: argparse.Namespace) -> str:
    """Play a level against itself; return its mean points, and how often they are below zero."""
    score = played(board, (level, level), games, options)["score"]
    return f"{score.mean():.0f} ({100 * np.mean(score < 0):.0f} %)"


def ratings(pairs: list[tuple[str, str, list[Pair]]], board: int) -> dict[str, tuple[float, float]]:
    """Return the rating of each level on a board, and the standard error of its distance from the anchor."""
    names = [pairs[0][1], *(better for better, _, _ in pairs)]
    steps = [found[board].rating() for _, _, found in pairs]
    anchor = next(place for place, name in enumerate(names) if name.partition(":")[0] == ANCHOR)
    found = {}
    for place, name in enumerate(names):
        between = steps[min(place, anchor) : max(place, anchor)]
        total = sum(step for step, _ in between) * (1 if place > anchor else -1)
        found[name] = ANCHORED + total, math.sqrt(sum(error**2 for _, error in between))
    return found


def text(rating: float, error: float) -> str:
    """Return a rating with its 95% interval, from the numbers as they are stored."""
    rating, error = round(rating, 1), round(error, 1)
    return f"{rating:.0f}" + (f" ± {1.96 * error:.0f}" if error else "")


def keep_ratings(rated: list[dict[str, tuple[float, float]]], path: Path = RATINGS) -> None:
    """Store the ratings for `whistlestop.bots.ratings`."""
    found = {
        board: {
            name.partition(":")[0]: [round(number, 1) for number in rating] for name, rating in of.items()
        }
        for board, of in zip(BOARDS, rated, strict=True)
    }
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="games of each pair and board")
    parser.add_argument("--expert", type=int, default=40, help="games of `expert` on each board")
    parser.add_argument("--playouts", type=int, default=200, help="playouts of `expert` for a decision")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=None, help="processes; default: one per core")
    options = parser.parse_args()
    expert = f"{EXPERT}:playouts={options.playouts}"
    pairs = []
    for worse, better in pairwise([*LEVELS, expert]):
        games = options.expert if better == expert else options.games
        pairs.append((better, worse, [match(board, better, worse, games, options) for board in BOARDS]))
        print(better, worse, *map(str, pairs[-1][2]), sep="  ", flush=True)
    matches = [
        [f"`{better}` against `{worse}`", str(found[0].games), *map(str, found)]
        for better, worse, found in pairs
    ]
    points = [
        [f"`{level}`", str(options.games), *(alone(board, level, options.games, options) for board in BOARDS)]
        for level in LEVELS
    ]
    rated = [ratings(pairs, place) for place in range(len(BOARDS))]
    keep_ratings(rated)
    scale = [[f"`{name}`", *(text(*found[name]) for found in rated)] for name in reversed(rated[0])]
    measured.keep(
        "levels",
        [
            [["wins, points", "games", *BOARDS], *matches],
            "Mean points against itself, and how often they are below zero:",
            [["points (below zero)", "games", *BOARDS], *points],
            f"Ratings, with {ANCHORED} for `{ANCHOR}`, which plays like the planner:",
            [["rating", *BOARDS], *scale],
        ],
    )


if __name__ == "__main__":
    main()
