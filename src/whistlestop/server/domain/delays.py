"""How much later spectators see a game between people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.server.domain.tables import TableRow

OPEN = 120
"""Seconds at tables that everybody finds, unless the host chooses otherwise; at others there is no delay."""


def chosen_delay(row: TableRow) -> int:
    """Seconds by which spectators of a table see a game between people later."""
    if row.delay is not None:
        return row.delay
    return OPEN if row.listed else 0


def delay_of(row: TableRow) -> int:
    """Seconds by which spectators see the game later now: none before it and after it, nor of one person's game."""
    people = {seat.user for seat in row.seats if seat.kind == "person"}
    return chosen_delay(row) if row.state == "playing" and len(people) > 1 else 0
