"""Estimate the final scores of a position, with networks trained on games of the planner.

The planner summarizes the situation of each seat in figures (`appraisal` of the kind of game). From a player's figures,
the mean of their opponents' and the number of players, a small network estimates the points that the player will still
score. The networks are in the folders of their games; `research/values.py` trains them.
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

__all__ = [
    "NETWORK",
    "NOTHING",
    "expected",
    "figures",
    "inputs",
    "learned",
    "planner_numbers",
    "widened",
]

NETWORK = "values.npz"
NOTHING = Net(np.zeros((0, 0)), np.zeros(0), np.zeros(0), np.zeros(1))
"""An empty network."""


def learned(ruleset: Ruleset) -> Net | None:
    """Return the network of a ruleset; None if there is none for exactly these rules."""
    found = _read(ruleset.id)
    if found is None or found[0] != ruleset.hash:
        return None
    return widened(found[1], kind_of(ruleset).bots.search.figures)


def widened(net: Net, figures: int) -> Net:
    """Return the network for this number of figures; those added at the end since it was trained have no weight."""
    inner = net.inner
    known = inner.shape[1] // 2
    if known == figures:
        return net
    wide = np.zeros((len(inner), 2 * figures + 1))
    wide[:, :known] = inner[:, :known]
    wide[:, figures : figures + known] = inner[:, known : 2 * known]
    wide[:, -1] = inner[:, -1]
    return net._replace(inner=wide)


@lru_cache(64)
def _read(name: str) -> tuple[str, Net] | None:
    """Return a network, with the hash of the rules that it was trained for."""
    file = builtin_folder(name) / NETWORK
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened) as kept:
        # In the same order as NOTHING's, since compiled code depends on the types.
        net = Net(*(np.ascontiguousarray(kept[part], np.float64) for part in Net._fields))
        return str(kept["rules"]), net


def planner_numbers(ruleset: Ruleset) -> npt.NDArray[np.int64]:
    """Return the numbers used to compute figures: those of the planner for the ruleset."""
    return kind_of(ruleset).bots.kernels["planner"].numbers_for(ruleset.board_id)


def figures(observation: Observation) -> npt.NDArray[np.float64]:
    """Return the figures of the observation's seat; the first is the current score."""
    ruleset = observation.ruleset
    work = np.zeros(1, kind_of(ruleset).bots.kernels["planner"].work)
    kind_of(ruleset).bots.search.appraise(
        observation.array, ruleset.rules, 0, np.zeros(1, np.uint64), planner_numbers(ruleset), work
    )
    found: npt.NDArray[np.float64] = work[0]["figures"] / 1000
    return found


def inputs(every: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return a network's inputs for each player: an array of ... x players x figures becomes ... x players x inputs."""
    players = every.shape[-2]
    others = (every.sum(axis=-2, keepdims=True) - every) / (players - 1)
    count = np.full((*every.shape[:-1], 1), float(players))
    return np.concatenate([every, others, count], axis=-1)


def expected(net: Net, every: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the expected final points of each player, from the figures of all (... x players x figures)."""
    inner, bias, outer, last = net
    hidden = np.maximum(inputs(every) @ inner.T + bias, 0)
    found: npt.NDArray[np.float64] = every[..., 0] + hidden @ outer + last[0]
    return found
