"""Oversights: remove things from a bot's observation that a human player might fail to notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of


@dataclass(frozen=True, kw_only=True)
class Oversights:
    """The functions of a kind of game."""

    lacks: Callable[[Knowledge, int], bool]
    """Return whether a ticket of the seat is incomplete but can still be completed."""
    laid: Callable[[Knowledge], Iterable[tuple[int, int]]]
    """Yield everything that the other seats have laid: player, and number of the route or row."""
    cards_laid: Callable[[Any, int], int]
    """Return how many cards an action of a RULES record lays on the table permanently; 0 for other actions."""
    overlook: Callable[[Knowledge, int, int], None]
    """Called as `overlook(believed, player, number)`: removes something that `laid` has yielded from a copy of the
    observation."""

    def pending(self, observation: Knowledge) -> list[int]:
        """Return the seat's tickets that are incomplete but can be completed, those with the fewest points first."""
        held = numbers_of(observation.record["tickets"][int(observation.record["seat"])].tolist())
        points = observation.ruleset.rules[0]["ticket_points"]
        return sorted(
            (ticket for ticket in held if self.lacks(observation, ticket)),
            key=lambda ticket: (int(points[ticket].flat[0]), ticket),
        )
