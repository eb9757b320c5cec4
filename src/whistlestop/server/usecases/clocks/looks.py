"""First looks at turns, for clocks that wait for players to look at the position.

A player looks when the server gives them the position of their seat: on a page that is visible, to a program, or as the
answer to a request. Notifications, lists of tables and pages in the background do not count as looks.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters.database.clock_stops import add_look, drop_looks
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.background import Background
from whistlestop.server.domain.stops import Look
from whistlestop.server.usecases.tables.following import read_marks

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.clocks")

AGAIN = 2.0
"""Seconds until a failed write is retried."""


class Looks:
    """Stores first looks. Any process may store one; the earliest stored look counts."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._waiting: set[str] = set()
        """The games in progress whose looks must be deleted at the end."""
        self._found: set[tuple[str, int, int]] = set()
        """The games, seats and versions of the looks that are being stored."""
        self._background = Background()

    async def close(self) -> None:
        """Stop. Looks that are not stored are forgotten."""
        await self._background.close()

    def check(self, table: Table) -> None:
        """After a table was loaded or has changed, count the players who are looking at it as looking at a new turn."""
        clock = table.clock
        if clock is None or not clock.settings.waits:
            return
        if table.under_way:
            self._waiting.add(table.id)
            for user in table.viewers.readers():
                self.seen(table, user)
        elif table.id in self._waiting:
            self._waiting.discard(table.id)
            self._background.start(drop_looks(self._store, table.id), "looks")

    def seen(self, table: Table, user: str) -> None:
        """Start the time of a user's turns at a table, after the position has been shown to them."""
        clock = table.clock
        if clock is None or not clock.settings.waits or not table.under_way:
            return
        # The clocks of other processes may be a few milliseconds ahead.
        at = max(self._store.timeline.now(), clock.last)
        for seat, ply in clock.unseen(at).items():
            found = (table.id, seat, ply)
            if table.row.seats[seat].user == user and found not in self._found:
                self._found.add(found)
                self._background.start(self._put(table.id, Look(seat, ply, at)), "looks")

    async def _put(self, game: str, look: Look) -> None:
        try:
            while True:
                try:
                    await add_look(self._store, game, look)
                    table = self._tables.find(game)
                    if table is not None:
                        await read_marks(table)
                except DatabaseError as error:
                    log.warning("look not stored", table=game[:6], error=type(error).__name__)
                    await asyncio.sleep(AGAIN)
                else:
                    return
        finally:
            self._found.discard((game, look.seat, look.ply))
