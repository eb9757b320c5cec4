"""What a player may overlook: how it is left out of what a bot believes to see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from whistlestop.text.knowledge import Knowledge


@dataclass(frozen=True, kw_only=True)
class Oversights:
    """The functions of a kind of game."""

    laid: Callable[[Knowledge], Iterable[tuple[int, int]]]
    """What others than the observation's seat have laid: players, and the numbers of their routes or rows."""
    cards_laid: Callable[[Any, int], int]
    """How many cards an action of a RULES record lays on the table for good; 0 if it is about something else."""
    overlook: Callable[[Knowledge, int, int], None]
    """Called as `overlook(believed, player, number)`: takes one of these out of an observation that is a copy."""
