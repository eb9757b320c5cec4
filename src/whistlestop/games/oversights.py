"""Oversights: remove from a bot's observation what a human player might fail to notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from whistlestop.text.knowledge import Knowledge


@dataclass(frozen=True, kw_only=True)
class Oversights:
    """The functions of a kind of game."""

    pending: Callable[[Knowledge], Iterable[int]]
    """Yield the seat's tickets that still lack something and can be completed, those of the fewest points first."""
    laid: Callable[[Knowledge], Iterable[tuple[int, int]]]
    """Yield what the other seats have laid: players, and the numbers of their routes or rows."""
    cards_laid: Callable[[Any, int], int]
    """Return how many cards an action of a RULES record lays on the table permanently; 0 for other actions."""
    overlook: Callable[[Knowledge, int, int], None]
    """Called as `overlook(believed, player, number)`: removes one of these from a copy of the observation."""
