"""A compiled bot, as it plays the games of one kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from whistlestop.core.types import Floats, Generator, Numbers, Observations, RulesArray, WorkArray

LIMIT = 20_000
"""The number of actions after which a game between bots counts as unfinished.

No rule ends a game whose players never claim a route (RUL-78).
"""


Decide = Callable[[Observations, RulesArray, int, Generator, Numbers, WorkArray], int]
KEPT = "kept", np.int64
"""The first field of every kind's scratch space: 0 if it holds nothing from an earlier decision."""


class Net(NamedTuple):
    """A network with one hidden layer of rectified linear units."""

    inner: Floats
    """The weights of the inputs: nodes x inputs."""
    bias: Floats
    outer: Floats
    last: Floats
    """The bias of the output: one number."""


@dataclass(frozen=True)
class Kernel:
    """A bot that plays the games of one kind: one compiled function of an observation.

    Called as `decide(observations, rules, i, random, numbers, work)`: an array of observations and the index i in it,
    the rules, the bot's own fast generator, its numbers (int64) and scratch space. It keeps nothing else between
    decisions, so it can continue any game at any time. Only bots used solely in playouts (`Search.policies`) may keep
    data about a game in the scratch space; they set `kept` when they do.
    """

    decide: Decide
    work: np.dtype[Any]
    """The scratch space, the same type for all kernels of a kind."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The bot's options: the numbers that it uses for its estimates, with their defaults."""
    tuned: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Numbers that work better than the defaults, by ruleset id."""
    level: int = 1
    """The strength of the bot, from 1 upwards."""

    def numbers_for(self, ruleset: str, options: Mapping[str, int] | None = None) -> npt.NDArray[np.int64]:
        """Return the numbers for a ruleset's games: `options` override tuned numbers, which override defaults."""
        found = {**self.numbers, **self.tuned.get(ruleset, {})}
        found |= {name: value for name, value in (options or {}).items() if name in found}
        return np.array(list(found.values()), np.int64)
