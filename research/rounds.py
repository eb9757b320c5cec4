"""Compare after how many rounds a search should estimate final scores, by the time that it has.

    python research/siblings.py build/siblings/usa-ends --games 14 --worlds 400 --rounds 0 --share 8
    python research/rounds.py build/siblings/usa-ends

The labels must be of games played to their ends. At each decision, searches with estimates play other worlds; a search
without uses half of the labels. All get the same time. The other half of the labels measures the gain of their choices
over the planner's action.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import measured
import whistlestop as ws
from replay import search, value_of
from siblings import OPTIONS_FILE, Decision, decisions
from whistlestop.bots.playouts import playouts
from whistlestop.bots.search import LONGER, OPTIONS, ROUNDS

ROUNDS_TRIED = (ROUNDS, *(rounds for _, rounds in reversed(LONGER)))
"""Rounds before the estimate; 0, to the end, must be the last."""
BUDGETS = (60, 120, 250, 600, 1200, 3000)
"""Time for a decision, as a number of playouts with `ROUNDS`."""

Array = npt.NDArray[Any]


class Estimates:
    """Playouts of all decisions with a number of rounds, and their time."""

    def __init__(self, rounds: int, every: Sequence[Decision], ruleset: ws.Ruleset, seed: int) -> None:
        self.margins: list[Array] = []
        self.seconds = 0.0
        for row, one in enumerate(every):
            seen, worlds = one.seen(ruleset), one.margins.shape[1] // 2
            began = time.process_time()
            found = playouts(seen, one.actions.tolist(), worlds, seed=seed + row, rounds=rounds)
            self.seconds += time.process_time() - began
            self.margins.append(found.margins)


def gains(every: Sequence[Decision], margins: Sequence[Array], budget: int, chance: int) -> Array:
    """Return the gain of a search of each decision, in hundredths of a win; margins: its playouts.

    chance: seed of the order of the worlds.
    """
    found = []
    for row, (one, played) in enumerate(zip(every, margins, strict=True)):
        order = np.random.default_rng((chance, row)).permutation(played.shape[1])
        best, _, _ = search(played[:, order], budget, OPTIONS["clear"])
        judged = value_of(one.margins[:, one.margins.shape[1] // 2 :].astype(float))
        found.append(100 * (judged[best] - judged[0]).mean())
    return np.array(found)


def interval(values: Array) -> str:
    """Format a mean with its 95% interval."""
    return f"{values.mean():+.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


def compare(folder: Path, repetitions: int, seed: int) -> list[measured.Block]:
    """Compare searches at the decisions of a folder; return a title and a table."""
    about = json.loads((folder / OPTIONS_FILE).read_text("utf-8"))
    ruleset = ws.load_ruleset(about["ruleset"])
    every = list(decisions(folder, ruleset))
    tried = {rounds: Estimates(rounds, every, ruleset, seed) for rounds in ROUNDS_TRIED}
    shown = [one.margins[:, : one.margins.shape[1] // 2].astype(float) for one in every]
    table = [["rounds", "time per playout", *(f"{budget:,} playouts" for budget in BUDGETS)]]
    for rounds, found in tried.items():
        slower = found.seconds / tried[ROUNDS].seconds
        margins = found.margins if rounds else shown
        cells = []
        for budget in BUDGETS:
            each = [gains(every, margins, int(budget / slower), turn) for turn in range(repetitions)]
            cells.append(interval(np.mean(each, axis=0)))
        table.append([str(rounds) if rounds else "to the end", f"{slower:.1f}", *cells])
    title = (
        f"{len(every)} decisions of {about['players']} players on {ruleset.name}: gain over the planner's action, in "
        f"hundredths of a win, by the time for a decision (in playouts of {ROUNDS} rounds):"
    )
    return [title, table]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+", help="folders of research/siblings.py")
    parser.add_argument("--repetitions", type=int, default=20, help="searches of each decision")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for folder in options.folders:
        kept = folder / OPTIONS_FILE
        if not kept.is_file():
            parser.error(f"{folder} has no labels; make them with research/siblings.py")
        if json.loads(kept.read_text("utf-8"))["rounds"]:
            parser.error(f"{folder} has labels of estimates; make them with --rounds 0")
    blocks = [
        block for folder in options.folders for block in compare(folder, options.repetitions, options.seed)
    ]
    measured.keep("rounds", blocks)
    print(measured.markdown(blocks))


if __name__ == "__main__":
    main()
