"""Replay searches with stored playouts, to compare rules for their time and choices.

    python research/siblings.py build/siblings/usa --games 100 --worlds 160
    python research/replay.py build/siblings/usa

A search of a labelled decision gets its playouts from the labels: half of the worlds, in a random order. The other half
measures the gain of its choice over the planner's action, in hundredths of a win. A replay takes a thousandth of the
time of a game, and rules are compared at the same decisions. It cannot show how well playouts predict games.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import measured
import whistlestop as ws
from siblings import OPTIONS_FILE, Decision, decisions
from whistlestop.bots.search import OPTIONS
from whistlestop.games.searching import PROGRESS, add, begin, narrow
from whistlestop.kinds import kind_of

BUDGETS = (60, 120, 250, 600)
"""Playouts for a decision."""
CLEAR = (0, 50, 100, 150)
STAGES = 4
"""Parts of a game among which time is divided."""
PARTS = (0.5, 1, 2)
"""The possible shares of time for a part."""
DOUBTFUL = (0.25, 2.0)
"""A choice is doubtful if its lead over the planner's is between these numbers of standard errors."""

Array = npt.NDArray[Any]
Order = Callable[[Decision, np.random.Generator], list[int]]


@dataclass(frozen=True)
class Found:
    """Replays of all decisions: decisions x repetitions."""

    gains: Array
    spent: Array

    def gain(self, other: Found | None = None) -> str:
        """Return the mean gain in hundredths of a win, or its difference to another, with its 95% interval."""
        each = 100 * (self.gains - (other.gains if other else 0)).mean(axis=1)
        return f"{each.mean():{'+' if other else ''}.2f} ± {1.96 * each.std() / len(each) ** 0.5:.2f}"


@dataclass(frozen=True)
class Replays:
    """Labelled decisions, with the worlds that each repetition of a search gets."""

    every: Sequence[Decision]
    repetitions: int
    seed: int

    def run(self, playouts: int, clear: int, order: Order, more: int = 0) -> Found:
        """Search all decisions; if `more` is given, repeat doubtful ones with this number of playouts."""
        gains, spent = (np.zeros((len(self.every), self.repetitions)) for _ in range(2))
        for row, one in enumerate(self.every):
            values = value_of(one.margins)
            for turn in range(self.repetitions):
                chance = np.random.default_rng((self.seed, row, turn))
                worlds = chance.permutation(values.shape[1])
                shown, hidden = np.array_split(worlds, 2)
                places = order(one, chance)
                best, used, doubt = search(one.margins[places][:, shown], playouts, clear)
                if more and DOUBTFUL[0] < doubt < DOUBTFUL[1]:
                    best, again, _ = search(one.margins[places][:, shown], more, clear)
                    used += again
                gains[row, turn] = (values[places[best], hidden] - values[0, hidden]).mean()
                spent[row, turn] = used
        return Found(gains, spent)


def value_of(margins: Array) -> Array:
    """Return the values of margins, from 0 to 1."""
    found: Array = 1 / (1 + np.exp(-margins / OPTIONS["scale"]))
    return found


def search(margins: Array, playouts: int, clear: int) -> tuple[int, int, float]:
    """Search with the playouts of a decision, starting again with the first world if there are too few.

    Returns the place of the action to play, the playouts used, and the best lead over the planner's action in standard
    errors.
    """
    searches = np.zeros(1, PROGRESS)
    begin(searches, 0, np.arange(len(margins)), playouts)
    found = searches[0]
    while worlds := int(found["next"]):
        kept = found["actions"][found["places"][: found["kept"]]]
        here = (int(found["worlds"]) + np.arange(worlds)) % margins.shape[1]
        scores = np.zeros((worlds, len(kept), 2))
        scores[:, :, 0] = margins[kept][:, here].T
        add(searches, scores, OPTIONS["scale"])
        narrow(searches, playouts - int(found["spent"]), clear)
    best = found["places"][1]
    lead = abs(found["better"][best]) / found["error"][best] if found["kept"] > 1 else 0.0
    return int(found["chosen"]), int(found["spent"]), float(lead)


def orders(ruleset: ws.Ruleset) -> dict[str, Order]:
    """Return the orders in which actions are tried, by name."""
    propose = kind_of(ruleset).bots.search.proposals

    def proposed(one: Decision, _chance: np.random.Generator) -> list[int]:
        known = {int(action): place for place, action in enumerate(one.actions)}
        return [
            known[action] for action in propose(one.seen(ruleset), int(one.actions[0])) if action in known
        ]

    def shuffled(one: Decision, chance: np.random.Generator) -> list[int]:
        return [0, *(1 + chance.permutation(len(one.actions) - 1)).tolist()]

    def best(one: Decision, _chance: np.random.Generator) -> list[int]:
        return [0, *(1 + np.argsort(-one.better[1:])).tolist()]

    return {"as proposed": proposed, "at random": shuffled, "best first": best}


def stages(every: Sequence[Decision]) -> Array:
    """Return the part of its game that each decision belongs to, by the actions before it."""
    ends = np.quantile([one.ply for one in every], np.arange(1, STAGES) / STAGES)
    return np.searchsorted(ends, [one.ply for one in every], side="right")


def divided(runs: dict[int, Found], stage: Array) -> Iterator[list[str]]:
    """Yield, for each budget, the gain of the best division of time among the parts of a game over an equal one.

    Half of the decisions choose the division, the other half measures it, and the reverse.
    """
    for budget in list(runs)[1:-1]:
        options = [int(np.argmin([abs(budget * part - known) for known in runs])) for part in PARTS]
        budgets = [list(runs)[option] for option in options]
        changes, chosen = np.zeros(len(stage)), []
        halves = np.arange(len(stage)) % 2
        for half in (0, 1):
            ways = [way for way in itertools.product(budgets, repeat=STAGES) if np.mean(way) <= 1.01 * budget]
            best = max(ways, key=lambda way: _gain_of(runs, stage, way)[halves == half].mean())
            equal = runs[budget].gains.mean(axis=1)
            changes[halves != half] = (_gain_of(runs, stage, best) - equal)[halves != half]
            chosen.append(" ".join(map(str, best)))
        mean, error = 100 * changes.mean(), 196 * changes.std() / len(changes) ** 0.5
        yield [str(budget), "; ".join(chosen), f"{mean:+.2f} ± {error:.2f}"]


def _gain_of(runs: dict[int, Found], stage: Array, way: Sequence[int]) -> Array:
    gains = np.stack([runs[budget].gains.mean(axis=1) for budget in way])
    found: Array = gains[stage, np.arange(len(stage))]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder of research/siblings.py")
    parser.add_argument("--repetitions", type=int, default=8, help="searches of each decision")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if not (options.folder / OPTIONS_FILE).is_file():
        parser.error(f"{options.folder} has no labels; make them with research/siblings.py")
    about = json.loads((options.folder / OPTIONS_FILE).read_text("utf-8"))
    ruleset = ws.load_ruleset(about["ruleset"])
    every = list(decisions(options.folder, ruleset))
    replays, ways = Replays(every, options.repetitions, options.seed), orders(ruleset)
    proposed, usual = ways["as proposed"], OPTIONS["clear"]
    runs = {
        budget: replays.run(budget, usual, proposed)
        for budget in (BUDGETS[0] // 2, *BUDGETS, 2 * BUDGETS[-1])
    }
    headings = [f"{budget} playouts" for budget in BUDGETS]
    rows = [["order", *headings]]
    rows += [[name, *(replays.run(b, usual, way).gain() for b in BUDGETS)] for name, way in ways.items()]
    clear = [["`clear`", *headings]]
    clear += [[str(c), *(replays.run(b, c, proposed).gain() for b in BUDGETS)] for c in CLEAR]
    again = [["playouts", "again, if doubtful", "mean", "gain", "equal budgets of that mean"]]
    for budget in BUDGETS[1:-1]:
        found = replays.run(budget // 2, usual, proposed, more=budget * 2)
        mean = round(found.spent.mean())
        same = replays.run(mean, usual, proposed)
        again.append([str(budget // 2), str(budget * 2), str(mean), found.gain(), same.gain()])
    parts = [["playouts", "by quarter of the game", "difference"], *divided(runs, stages(every))]
    title = f"{len(every):,} decisions of {about['players']} players on {ruleset.name}, {about['worlds']} worlds each"
    blocks: list[measured.Block] = [
        f"{title}. Gain over the planner's action, in hundredths of a win, by the order in which actions are tried:",
        rows,
        "By the standard errors, in hundredths, by which an action must be better than the planner's:",
        clear,
        "Playouts for each quarter of the game, instead of equal ones (chosen by half of the decisions; by the other):",
        parts,
        "A second search of doubtful decisions:",
        again,
    ]
    measured.keep("replay", blocks)
    print(measured.markdown(blocks))


if __name__ == "__main__":
    main()
