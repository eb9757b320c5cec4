"""A compiled bot: how it plays the games of one kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core.types import Floats, Generator, Numbers, Observations, RulesArray, WorkArray

LIMIT = 20_000
"""Actions after which a game of bots counts as unfinished.

No rule ends a game of players who never claim (RUL-78).
"""


Decide = Callable[[Observations, RulesArray, int, Generator, Numbers, WorkArray], int]
KEPT = "kept", np.int64
"""The first field of the scratch space of each kind of game: 0 if nothing is left there from an earlier decision."""
Net = tuple[Floats, Floats, Floats, Floats]
"""A network with one hidden layer of rectified linear units: what they take from each input and their biases, what the
output takes from each of them, and its bias."""


@dataclass(frozen=True)
class Kernel:
    """How a bot plays the games of one kind: one compiled function of an observation.

    The function is called as `decide(observations, rules, i, random, numbers, work)`: observation i of an
    array, the rules, a cheap generator of the bot's own, its numbers (int64) and scratch space. It keeps
    nothing else from one decision to the next, so it may go on with any game at any time. Only what plays on in
    playouts alone (`Search.policies`) may keep something of a game in the scratch space, and says so in `kept`.
    """

    decide: Decide
    work: np.dtype[Any]
    """Scratch space, the same for all kernels of a kind."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What it judges by, with the defaults: the bot's options."""
    tuned: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What is better than the defaults in games of a ruleset, by its id."""
    level: int = 1
    """How strong it is, from 1 up."""

    def numbers_for(self, ruleset: str, options: Mapping[str, int] | None = None) -> npt.NDArray[np.int64]:
        """What it judges by in games of a ruleset, given by its id; options go before what is tuned for it."""
        found = {**self.numbers, **self.tuned.get(ruleset, {})}
        found |= {name: value for name, value in (options or {}).items() if name in found}
        return np.array(list(found.values()), np.int64)
