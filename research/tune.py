"""Tune the numbers of the map games' planner by CMA-ES: `python research/tune.py --help`.

Every generation plays candidates against a pool of opponents, all on the same deals and from every seat, and
moves the search towards the better ones. A line of the log is a generation: its candidates and their results.
An interrupted run resumes from its log; the same options give the same log. Results for one ruleset can be
written to the numbers of that ruleset, results for several to the defaults, which all other rulesets use.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots.match import play_game
from whistlestop.bots.registry import check
from whistlestop.errors import UnknownBot
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, TUNED, tuned
from whistlestop.rulesets import load_ruleset

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("src/whistlestop")
NUMBERS_FILE, RULESETS = PACKAGE / "games/network/bots/planner/numbers.py", PACKAGE / "rulesets"
LEAST = 10  # minimum size assumed for a number when it is changed
STEP = 0.2  # initial relative size of changes
HALF = 20  # points: a margin of this size counts half as much as the largest

Values = dict[str, int]


@dataclass(frozen=True)
class Search:
    """The tuned numbers, and the opponents."""

    names: tuple[str, ...]
    start: Values
    rulesets: tuple[str, ...]
    players: tuple[int, ...]
    against: tuple[str, ...]
    deals: int
    """Deals per candidate, ruleset, number of players and opponent; each is played from every seat."""
    seed: int

    def values(self, point: Sequence[float]) -> Values:
        """Return the tuned numbers at a point of the search; numbers with a non-negative default stay non-negative."""
        found = {}
        for name, step in zip(self.names, point, strict=True):
            start = self.start[name]
            value = round(start + step * STEP * max(LEAST, abs(start)))
            found[name] = max(0, value) if start >= 0 else value
        return found


def spec(values: Values) -> str:
    """Return the spec of the planner with these numbers."""
    return "planner:" + ",".join(f"{name}={value}" for name, value in values.items())


def merit(search: Search, values: Values, generation: int) -> float:
    """Return a candidate's merit from -1 to 1: the mean of its margins, with large ones compressed."""
    margins = []
    for title, players, other in itertools.product(search.rulesets, search.players, search.against):
        ruleset = load_ruleset(title)
        if not ruleset.min_players <= players <= ruleset.max_players:
            continue
        first = generation * search.deals * players
        for game in range(first, first + search.deals * players):
            bots = [spec({**search.start, **values}), *[other] * (players - 1)]
            scores = play_game(ruleset, bots, game, search.seed).scores
            seat = -game % players  # `play_game` moves the bots by one seat per game
            margin = scores[seat] - max(score for place, score in enumerate(scores) if place != seat)
            margins.append(margin / (abs(margin) + HALF))
    return float(np.mean(margins))


def run(
    search: Search, generations: int, log: Path, pool: Executor | None = None
) -> Iterator[dict[str, Any]]:
    """Run this many generations, including those in the log, and yield the log entry of each."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about missing drawing support, which is not needed
        from cma import CMAEvolutionStrategy  # noqa: PLC0415 - slow to import

        options = {"seed": search.seed + 1, "verbose": -9, "verb_log": 0}
        strategy = CMAEvolutionStrategy([0.0] * len(search.names), 1.0, options)
    done = [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []
    for generation in range(generations):
        points = strategy.ask()
        tried = [search.values(point) for point in points]
        if generation < len(done):
            line = done[generation]
            if line["tried"] != tried:
                raise ValueError(f"{log}: it was made with other options")
        else:
            parts = ([search] * len(tried), tried, [generation] * len(tried))
            merits = list((pool.map if pool else map)(merit, *parts))
            line = {"tried": tried, "merits": merits}
        strategy.tell(points, [-value for value in line["merits"]])
        line["mean"] = search.values(strategy.mean)
        if generation >= len(done):
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        yield line


def write_defaults(values: Values, file: Path) -> None:
    """Write values to the table of defaults."""
    text = file.read_text("utf-8")
    for name, value in values.items():
        text, found = re.subn(rf'^(    "{name}": )-?\d+,', rf"\g<1>{value},", text, flags=re.MULTILINE)
        if found != 1:
            raise ValueError(f"{file}: no line for {name}")
    file.write_text(text, "utf-8")


def write_tuned(values: Values, file: Path) -> None:
    """Write the numbers of a ruleset, in the order of the defaults."""
    head = "# Numbers of the planner for this ruleset (numbers.py says what they are). Written by research/tune.py.\n"
    lines = (f"{name} = {values[name]}\n" for name in DEFAULTS)
    file.write_text(head + "".join(lines), "utf-8", newline="\n")


def table(lines: Sequence[dict[str, Any]], names: Sequence[str]) -> str:
    """Return a table of the generations: the merits, and the center of the search after each."""
    head = ["generation", "mean", "best", *names]
    rows = [
        [str(number), f"{np.mean(line['merits']):.3f}", f"{max(line['merits']):.3f}"]
        + [str(line["mean"][name]) for name in names]
        for number, line in enumerate(lines, start=1)
    ]
    parts = [head, ["---:"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in parts) + "\n"


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Tunes the numbers of the planner of the map games.")
    parser.add_argument(
        "log", type=Path, help="file with a line a generation; what is in it is not played again"
    )
    parser.add_argument("--numbers", default=",".join(DEFAULTS), help="which to change (default: all)")
    parser.add_argument(
        "--start",
        default="",
        help="begin at these values: name=value,...; others as they are for the ruleset, of several by default",
    )
    parser.add_argument("--rulesets", default="usa,europe,switzerland")
    parser.add_argument("--players", default="2", help="numbers of players, with commas between")
    parser.add_argument("--against", nargs="+", default=["planner", "greedy"], help="specs of opponents")
    parser.add_argument(
        "--deals", type=int, default=20, help="for each candidate, ruleset, players and opponent"
    )
    parser.add_argument("--generations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"write what was found: for one ruleset to its {TUNED}, for several to {NUMBERS_FILE.name}",
    )
    parser.add_argument(
        "--part",
        type=int,
        default=100,
        help="write what lies so many hundredths of the way from the defaults to what was found: "
        "what was found with two players can go too far for five",
    )
    found = parser.parse_args(arguments)
    try:
        for bot in (*found.against, f"planner:{found.start}"):
            check(bot)
    except UnknownBot as error:
        parser.error(str(error))
    if unknown := [name for name in found.numbers.split(",") if name not in DEFAULTS]:
        parser.error(f"the planner has no number {unknown[0]}")
    return found


def prepare(arguments: Sequence[str] | None) -> tuple[Search, argparse.Namespace]:
    """Return the requested search, and the parsed options."""
    asked = options(arguments)
    given = (part.split("=") for part in filter(None, asked.start.split(",")))
    rulesets = tuple(asked.rulesets.split(","))
    own = tuned().get(load_ruleset(rulesets[0]).id, {}) if len(rulesets) == 1 else {}
    search = Search(
        names=tuple(asked.numbers.split(",")),
        start={**DEFAULTS, **own, **{name: int(value) for name, value in given}},
        rulesets=rulesets,
        players=tuple(int(players) for players in asked.players.split(",")),
        against=tuple(asked.against),
        deals=asked.deals,
        seed=asked.seed,
    )
    return search, asked


def between(values: Values, part: int) -> Values:
    """Return the values `part` hundredths of the way from the defaults to these values."""
    return {
        name: round(DEFAULTS[name] + part * (value - DEFAULTS[name]) / 100) for name, value in values.items()
    }


def write(search: Search, found: Values, part: int = 100, root: Path = ROOT) -> None:
    """Write the result, or a part of the way to it, to a single ruleset's numbers or, for several, to the defaults."""
    values = between({**search.start, **found}, part)
    if len(search.rulesets) == 1:
        write_tuned(values, root / RULESETS / load_ruleset(search.rulesets[0]).id / TUNED)
    else:
        write_defaults(values, root / NUMBERS_FILE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune, print every generation, and print the table."""
    search, asked = prepare(arguments)
    lines = []
    # a spawned process starts clean on every system
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) if asked.jobs > 1 else nullcontext() as pool:
        for line in run(search, asked.generations, asked.log, pool):
            lines.append(line)
            print(f"{len(lines)}: {np.mean(line['merits']):+.3f} {spec(line['mean'])}", flush=True)
    print(table(lines, search.names))
    if asked.write and lines:
        write(search, lines[-1]["mean"], asked.part)


if __name__ == "__main__":
    main()
