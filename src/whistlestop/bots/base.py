"""What a bot is, and the shape that the compiled ones share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from whistlestop.engine import rng

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from whistlestop.observation import Observation


class Bot(Protocol):
    """Plays one seat of one game. The observation is all that it may know."""

    def choose(self, observation: Observation) -> int:
        """Return one of the seat's legal actions, as the engine numbers them."""
        ...


class KernelBot:
    """A bot that is one compiled function of an observation.

    The function is called as `decide(observations, rules, i, random, numbers, work)`: observation i of an
    array, the rules, a cheap generator of the bot's own, its numbers (int64) and its scratch space. It
    keeps nothing else from one decision to the next, so it may go on with any game at any time.
    """

    __slots__ = ("decide", "kind", "numbers", "random", "work")

    def __init__(
        self,
        kind: int,
        decide: Callable[[Any, Any, int, Any, Any, Any], int],
        seed: int,
        numbers: npt.NDArray[np.int64],
        work: npt.NDArray[Any],
    ) -> None:
        self.kind = kind
        self.decide = decide
        self.random = rng.fast_seed(seed)
        self.numbers = numbers
        self.work = work

    def choose(self, observation: Observation) -> int:
        """Return the action to play."""
        rules = observation.ruleset.rules
        return int(self.decide(observation.array, rules, 0, self.random, self.numbers, self.work))
