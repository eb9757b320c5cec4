"""What the players of a position will have in the end, as it was learned from games of the planner.

The planner sums up the situation of each seat in figures (`appraisal` of the kind of game); a small network makes of
those of a player, of the mean of his opponents and of the number of players the points that he still makes. There is
one in the folder of each ruleset of the package; `research/values.py` trains them.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from whistlestop.format import Ruleset
from whistlestop.games.kernel import Net
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.rulesets.loader import builtin_folder

__all__ = ["NETWORK", "NOTHING", "PARTS", "expected", "figures", "inputs", "learned", "planner_numbers"]

NETWORK = "values.npz"
PARTS = ("inner", "bias", "outer", "last")
NOTHING: Net = (np.zeros((0, 0)), np.zeros(0), np.zeros(0), np.zeros(1))
"""A network that has learned nothing."""


def learned(ruleset: Ruleset) -> Net | None:
    """The network of a ruleset; None if there is none for exactly these rules."""
    found = _read(ruleset.id)
    return found[1] if found is not None and found[0] == ruleset.hash else None


@lru_cache(64)
def _read(name: str) -> tuple[str, Net] | None:
    """The hash of the rules that a network was trained for, and the network."""
    file = builtin_folder(name) / NETWORK
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened) as kept:
        # In the order of NOTHING's, as that is a part of the types that code is compiled for.
        inner, bias, outer, last = (np.ascontiguousarray(kept[part], np.float64) for part in PARTS)
        return str(kept["rules"]), (inner, bias, outer, last)


def planner_numbers(ruleset: Ruleset) -> npt.NDArray[np.int64]:
    """The numbers by which figures are made: those by which the planner judges the ruleset."""
    return kind_of(ruleset).bots.kernels["planner"].numbers_for(ruleset.id)


def figures(observation: Observation) -> npt.NDArray[np.float64]:
    """The figures of the observation's seat; the first is the score as it stands."""
    ruleset = observation.ruleset
    work = np.zeros(1, kind_of(ruleset).bots.kernels["planner"].work)
    kind_of(ruleset).bots.search.appraise(
        observation.array, ruleset.rules, 0, np.zeros(1, np.uint64), planner_numbers(ruleset), work
    )
    found: npt.NDArray[np.float64] = work[0]["figures"] / 1000
    return found


def inputs(every: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What a network is given for each player: an array of ... x players x figures becomes ... x players x inputs."""
    players = every.shape[-2]
    others = (every.sum(axis=-2, keepdims=True) - every) / (players - 1)
    count = np.full((*every.shape[:-1], 1), float(players))
    return np.concatenate([every, others, count], axis=-1)


def expected(net: Net, every: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The points that each player is expected to have in the end, from the figures of all (... x players x figures)."""
    inner, bias, outer, last = net
    hidden = np.maximum(inputs(every) @ inner.T + bias, 0)
    found: npt.NDArray[np.float64] = every[..., 0] + hidden @ outer + last[0]
    return found
