"""The function of a kernel, made of one that reads single records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.core.jit import entries, jit
from whistlestop.core.types import Generator, Numbers, Observations, RulesArray, WorkArray

from .kernel import Decide


def deciding(module: str, choose: Callable[..., Any], name: str = "decide") -> Decide:
    """Return the function of a kernel, for its module to hold under a name.

    `choose(o, r, n, w, random) -> action` is compiled: it gets the observation, the rules, the numbers of the bot, its
    scratch space and its generator.
    """

    @jit
    def decide(
        observations: Observations,
        rules: RulesArray,
        i: int,
        random: Generator,
        numbers: Numbers,
        work: WorkArray,
    ) -> int:
        """Choose an action for the seat of observation i."""
        return int(choose(observations[i], rules[0], numbers, work[0], random))

    found: Decide = entries(module, {name: decide})[name]
    return found
