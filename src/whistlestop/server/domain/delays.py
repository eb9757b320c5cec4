"""The delay with which spectators see a game between people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.server.domain.tables import TableRow

OPEN = 120
"""Default delay at listed tables, in seconds; other tables have none."""


def chosen_delay(row: TableRow) -> int:
    """Return the delay in seconds with which spectators of a table see a game between people."""
    if row.delay is not None:
        return row.delay
    return OPEN if row.listed else 0


def delay_of(row: TableRow) -> int:
    """Return the current delay in seconds: 0 before and after the game, and for the game of only one person."""
    people = {seat.user for seat in row.seats if seat.kind == "person"}
    return chosen_delay(row) if row.state == "playing" and len(people) > 1 else 0
