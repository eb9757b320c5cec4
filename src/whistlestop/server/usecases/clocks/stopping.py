"""Stopped clocks at a table: load the stops from the database, show them, and show when the clocks resume."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.server.domain.times import Timeline
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

LATE = 50
"""Milliseconds after the end of a stop at which the users at the table are notified."""
LONGEST = 24 * 3600.0
"""Longest delay of a timer in seconds."""


class StopEnds:
    """Notifies the users at a table when a vacation or a pause ends, because there is no other event at that time."""

    def __init__(self, tables: Tables, timeline: Timeline) -> None:
        self._tables = tables
        self._timeline = timeline
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def check(self, table: Table) -> None:
        """Set the timer for the next end at a table."""
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        now = self._timeline.now()
        end = table.clock.next_end(now) if table.clock is not None and table.under_way else None
        if end is not None:
            delay = min(LONGEST, (end - now + LATE) / 1000)
            due = partial(self._due, table.id)
            self._timers[table.id] = asyncio.get_running_loop().call_later(delay, due)

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _due(self, game: str) -> None:
        self._timers.pop(game, None)
        table = self._tables.find(game)
        if table is not None:
            table.tell_table()
            self.check(table)
