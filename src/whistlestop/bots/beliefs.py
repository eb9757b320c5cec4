"""What the others' tickets may be, by what they have done: how likely each is, and worlds that agree with it."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

__all__ = ["features", "generators", "likely_world", "ticket_likelihoods"]

_STEP = 0xD1B5_4A32_D192_ED03
_WORD = 0xFFFF_FFFF_FFFF_FFFF
_BOUND = 8.0
"""Of a logarithm: nothing that a table shows is taken for certain."""


def features(observation: Observation, player: int) -> npt.NDArray[np.float64]:
    """What the table shows about each ticket and a player who may hold it: an array of tickets x features."""
    ruleset = observation.ruleset
    found = np.zeros((len(ruleset.tickets), len(kind_of(ruleset).bots.search.belief)), np.int64)
    kind_of(ruleset).bots.search.features(observation.array, ruleset.rules, 0, player, found)
    return found / 1000


def ticket_likelihoods(observation: Observation) -> npt.NDArray[np.int64]:
    """How likely each of the others holds each ticket, if he holds any, up to a factor: players x tickets."""
    record = observation.record
    weights = np.array(list(kind_of(observation.ruleset).bots.search.belief.values()))
    likely = np.ones((int(record["players"]), len(observation.ruleset.tickets)), np.int64)
    for player in range(len(likely)):
        if player != observation.seat and record["ticket_count"][player] > 0:
            logarithms = np.clip(features(observation, player) @ weights, -_BOUND, _BOUND)
            likely[player] = np.maximum(1, np.rint(1000 * np.exp(logarithms)))
    return likely


def likely_world(observation: Observation, seed: int) -> npt.NDArray[np.void]:
    """A random state that agrees with the observation, as a one-element STATE array.

    Unlike that of `Observation.determinize` it goes by what the others have done with their tickets.
    """
    ruleset = observation.ruleset
    states = np.zeros(1, ruleset.machine.STATE)
    random = generators(seed, 0, 1)
    likely = ticket_likelihoods(observation)
    kind_of(ruleset).bots.search.imagine(observation.array, ruleset.rules, 0, likely, random, states, 0)
    return states


def generators(seed: int, first: int, worlds: int) -> npt.NDArray[np.uint64]:
    """The cheap generators of so many worlds from number `first` on: each gives a stream of its own."""
    digest = hashlib.sha256(f"whistlestop worlds {seed}".encode()).digest()
    start = int.from_bytes(digest[:8], "little")
    return np.array([(start + (first + world) * _STEP) & _WORD for world in range(worlds)], np.uint64)
