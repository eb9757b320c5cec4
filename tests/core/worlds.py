"""Random games, and what a seat sees of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from tests.core.campaign import CHECKS

import whistlestop as ws
from whistlestop.core import fields, rng

States = npt.NDArray[Any]


class Chance:
    """Random play of one ruleset."""

    def __init__(self, ruleset: ws.Ruleset, seed: int) -> None:
        self.rules, self.machine, self.checks = ruleset.rules, ruleset.machine, CHECKS[ruleset.data.machine]
        self.random = rng.fast_seed(seed)
        self._scratch = np.empty(ruleset.machine.MOST_LEGAL, ruleset.machine.ACTION)

    def choose(self, states: States, style: int = 0) -> tuple[int, int] | None:
        """Return the player to act and a random action (see `choose` of the checks); None if the game is
        over.
        """
        player = int(self.checks.to_act(states, 0))
        if player == fields.NONE:
            return None
        chosen = self.checks.choose(states, self.rules, 0, player, style, self.random, self._scratch)
        return player, int(chosen)

    def play(self, states: States, player: int, action: int) -> None:
        """Play an action."""
        self.machine.apply(states, self.rules, 0, player, action)


def moves(ruleset: str, players: int, seed: int, style: int) -> Iterator[tuple[States, int, int]]:
    """Yield the states, the player and the action before each move of a random game."""
    rules = ws.load_ruleset(ruleset)
    chance = Chance(rules, seed)
    states = np.zeros(1, rules.machine.STATE)
    rules.machine.init(states, rules.rules, 0, rng.key_from_seed(seed), players, fields.NONE)
    while (chosen := chance.choose(states, style)) is not None:
        yield states, *chosen
        chance.play(states, *chosen)


def look(machine: Any, states: States, seat: int) -> npt.NDArray[Any]:
    """Return the observation of a seat, or with NONE that of a spectator."""
    seen = np.zeros(1, machine.OBSERVATION)
    machine.observe(states, 0, seat, seen, 0)
    return seen
