"""The bots of a kind of game, and what the program that searches needs beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .kernel import Kernel
from .oversights import Oversights
from .search import Search


@dataclass(frozen=True, eq=False, kw_only=True)
class Bots:
    """The bots of a kind."""

    kernels: Mapping[str, Kernel]
    """The compiled bots by name."""
    play_kernels: Callable[..., bool]
    """The compiled loop of a whole game between kernels; `games.loops` says what it takes."""
    search: Search
    """What a search asks of the kind."""
    oversights: Oversights
    """What bots overlook that err as people do."""
