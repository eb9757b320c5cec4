"""`python -m whistlestop.statistics`: measure the balance of a board, and try remedies for its faults.

Stdin is a JSON object: `board` (as data), `players`, `games`, `remedies` (number of games for them) and `seed`. Stdout
has one JSON object per line: `{"played": 100, "checks": [...]}` after each part of the games, then
`{"trial": {...}}` for each fault for which remedies were tried. Runs with the lowest priority, in one process.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import polars as pl

from whistlestop.children import lower_priority
from whistlestop.errors import StatisticsError
from whistlestop.rulesets import ruleset_from_data

from .balance import Check, checks
from .playing import play
from .remedies import Trial, try_remedies
from .simulations import Simulation

BOTS = ("planner",)
PART = 100
"""Number of games between two results."""


class Wish(msgspec.Struct):
    """The input."""

    board: dict[str, Any]
    players: int
    games: int
    remedies: int
    seed: int = 0


def main() -> int:
    """Measure one board."""
    lower_priority()
    wish = msgspec.json.decode(sys.stdin.buffer.read(), type=Wish)
    ruleset = ruleset_from_data(wish.board)
    simulation: Simulation | None = None
    found: list[Check] = []
    for first in range(0, wish.games, PART):
        size = min(PART, wish.games - first)
        more = play(ruleset, wish.players, BOTS, size, seed=wish.seed, first=first, jobs=1)
        frames = [more.seats] if simulation is None else [simulation.seats, more.seats]
        simulation = Simulation(ruleset, wish.players, BOTS, pl.concat(frames).collect().lazy())
        try:
            found = list(checks(simulation))
        except StatisticsError:
            found = []
        _tell({"played": first + size, "checks": [_check(check) for check in found]})
    if simulation is not None and wish.remedies:
        for trial in try_remedies(simulation, found, wish.remedies, seed=wish.seed, jobs=1):
            _tell({"trial": _trial(trial)})
    return 0


def _tell(line: dict[str, Any]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


def _check(check: Check) -> dict[str, Any]:
    return {"name": check.name, "faults": [fault._asdict() for fault in check.faults]}


def _trial(trial: Trial) -> dict[str, Any]:
    remedy = trial.remedy
    return {
        "check": trial.check,
        "subject": trial.finding.subject,
        "tried": trial.tried,
        "remedy": None
        if remedy is None
        else {
            "kind": remedy.kind,
            "subject": remedy.subject,
            "amount": remedy.amount,
            "other": remedy.other,
            "edits": [edit._asdict() for edit in remedy.edits],
            "difference": None if trial.difference is None else trial.difference._asdict(),
        },
    }


if __name__ == "__main__":
    sys.exit(main())
