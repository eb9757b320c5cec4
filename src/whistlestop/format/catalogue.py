"""The flat catalogue of a ruleset's actions: a number for each. No other number is legal."""

from __future__ import annotations

from typing import Any

from whistlestop.core import fields

LISTED = 6
"""Every catalogue has the subsets of an offer of this size, so that its numbers do not depend on smaller offers."""


class Catalogue:
    """Numbers the actions of a RULES record and stores their parts."""

    def __init__(self, r: Any) -> None:
        self.r = r
        self.size = 0

    def add(self, action_type: int, arg: int = 0, color: int = 0, colored: int = 0, wild: int = 0) -> int:
        """Add an action; return its number."""
        r, action = self.r, self.size
        r["action_type"][action], r["action_arg"][action] = action_type, arg
        r["action_color"][action], r["action_colored"][action] = color, colored
        r["action_wild"][action] = wild
        self.size += 1
        return action

    def add_draws(self) -> None:
        """Add drawing train cards: blind, or from the market."""
        self.r["id_draw"] = self.add(fields.DRAW)
        self.r["id_take"] = self.size
        for card in range(fields.CARDS):
            self.add(fields.TAKE, color=card)

    def add_tickets(self, offered: int = LISTED) -> None:
        """Add drawing tickets, and keeping any subset of an offer; `offered` is the size of the largest."""
        self.r["id_tickets"] = self.add(fields.TAKE_TICKETS)
        self.r["id_keep"] = self.size
        for subset in range(1 << max(offered, LISTED)):
            self.add(fields.KEEP, subset)
