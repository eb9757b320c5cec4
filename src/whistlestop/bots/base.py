"""What a bot is, and the shape that the compiled ones share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from whistlestop.engine import rng

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

    from whistlestop.observation import Observation

RANDOM, GREEDY, PLANNER = range(3)
"""Codes of the bots, by which compiled code tells their kernels apart."""


class Bot(Protocol):
    """Plays one seat of one game. The observation is all that it may know."""

    def choose(self, observation: Observation) -> int:
        """Return one of the seat's legal actions, as the engine numbers them."""
        ...


@dataclass(frozen=True)
class Kernel:
    """How a bot plays the games of one machine: one compiled function of an observation.

    The function is called as `decide(observations, rules, i, random, numbers, work)`: observation i of an
    array, the rules, a cheap generator of the bot's own, its numbers (int64) and scratch space. It keeps
    nothing else from one decision to the next, so it may go on with any game at any time.
    """

    decide: Callable[[Any, Any, int, Any, Any, Any], int]
    work: np.dtype[Any]
    """Scratch space, the same for all kernels of a machine."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What it judges by, with the defaults: the bot's options."""


class KernelBot:
    """A bot with a kernel for every machine. The ruleset of what it observes says which of them is asked."""

    __slots__ = ("code", "kernels", "numbers", "random", "work")

    def __init__(
        self, code: int, kernels: Mapping[str, Kernel], seed: int, options: Mapping[str, int]
    ) -> None:
        self.code = code
        self.kernels = kernels
        self.random = rng.fast_seed(seed)
        self.numbers: dict[str, npt.NDArray[np.int64]] = {
            kind: np.array([options.get(name, value) for name, value in kernel.numbers.items()], np.int64)
            for kind, kernel in kernels.items()
        }
        self.work: dict[str, npt.NDArray[Any]] = {}

    def scratch(self, kind: str) -> npt.NDArray[Any]:
        """The scratch space for the games of a machine."""
        if kind not in self.work:
            self.work[kind] = np.zeros(1, self.kernels[kind].work)
        return self.work[kind]

    def choose(self, observation: Observation) -> int:
        """Return the action to play."""
        kind, rules = observation.ruleset.kind, observation.ruleset.rules
        decide = self.kernels[kind].decide
        return int(decide(observation.array, rules, 0, self.random, self.numbers[kind], self.scratch(kind)))
