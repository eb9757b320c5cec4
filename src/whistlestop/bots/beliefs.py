"""Estimate opponents' tickets from their moves: likelihoods, and worlds sampled from them."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from whistlestop.games.searching import world_seeds
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

__all__ = ["features", "generators", "likely_world", "ticket_likelihoods"]


def features(observation: Observation, player: int) -> npt.NDArray[np.float64]:
    """Return evidence that a player holds each ticket; shape: tickets x features."""
    ruleset = observation.ruleset
    found = np.zeros((len(ruleset.tickets), len(kind_of(ruleset).bots.search.belief)), np.int64)
    kind_of(ruleset).bots.search.features(observation.array, ruleset.rules, 0, player, found)
    return found / 1000


def ticket_likelihoods(observation: Observation) -> npt.NDArray[np.int64]:
    """Return the relative likelihood that each opponent holds each ticket; shape: players x tickets."""
    ruleset, search = observation.ruleset, kind_of(observation.ruleset).bots.search
    likely = np.empty((int(observation.record["players"]), len(ruleset.tickets)), np.int64)
    search.likelihoods(observation.array, ruleset.rules, 0, np.array(list(search.belief.values())), likely)
    return likely


def likely_world(observation: Observation, seed: int) -> npt.NDArray[np.void]:
    """Return a random state that agrees with the observation, as a one-element STATE array.

    Unlike `Observation.determinize`, it draws opponents' tickets by the likelihood that their moves suggest.
    """
    ruleset = observation.ruleset
    states = np.zeros(1, ruleset.machine.STATE)
    random = generators(seed, 0, 1)
    likely = ticket_likelihoods(observation)
    kind_of(ruleset).bots.search.imagine(observation.array, ruleset.rules, 0, likely, random, states, 0)
    return states


def generators(seed: int, first: int, worlds: int) -> npt.NDArray[np.uint64]:
    """Return the random generators of worlds from number `first`, one independent stream for each world."""
    digest = hashlib.sha256(f"whistlestop worlds {seed}".encode()).digest()
    start, seeds = np.frombuffer(digest[:8], "<u8").astype(np.uint64), np.empty(worlds, np.uint64)
    world_seeds(start, first, seeds)
    return seeds
