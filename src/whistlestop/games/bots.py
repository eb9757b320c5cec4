"""The bots of a kind of game, and the parts of the kind that search needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .kernel import Kernel
from .oversights import Oversights
from .search import Search


@dataclass(frozen=True, eq=False, kw_only=True)
class Bots:
    """The bots of a kind of game."""

    kernels: Mapping[str, Kernel]
    """The compiled bots by name."""
    play_kernels: Callable[..., bool]
    """The compiled loop that plays a whole game between kernels; `games.loops` describes its arguments."""
    search: Search
    """The functions of this kind that search uses."""
    oversights: Oversights
    """The options that bots overlook when they imitate human mistakes."""
    distraction: float = 1.0
    """How many times in a decision weaker bots may get distracted; more where a distraction costs less."""
