"""Turn a function that reads single records into the function of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.core.jit import entries, jit
from whistlestop.core.types import Generator, Numbers, Observations, RulesArray, WorkArray

from .kernel import Decide


def deciding(module: str, choose: Callable[..., Any], name: str = "decide") -> Decide:
    """Return the function of a kernel; the module stores it under `name`.

    `choose(o, r, n, w, random) -> action` is compiled. Its arguments are the observation, the rules, the bot's numbers,
    its scratch space and its random generator.
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
