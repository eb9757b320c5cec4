"""After every change of a table, find the users to notify of events other than their turns.

Each process that has the table checks a change once; the database stores an event only once. If a user is looking at
the table and has therefore seen the event, this is stored as well, so that no notification follows.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.background import Background
from whistlestop.server.domain.events import events_of, may_concern
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.adapters.database.events import NewsStore
    from whistlestop.server.domain.events import Event, Moments
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.notices")

AGAIN = 2.0
"""Seconds until a failed write is retried."""
REMEMBERED = 10_000
"""The number of tables whose last check is cached; others cost a query."""
AT_ONCE = 2
"""Number of tables checked at the same time: after a restart all tables are due, and other work needs the database,
too."""

State = tuple[object, ...]


class News:
    """Stores events as they happen, and puts them into the outbox."""

    def __init__(
        self, store: NewsStore, delay: float, on_put: Callable[[], None], board_of: Callable[[Table], str]
    ) -> None:
        """`delay`: seconds until an unread event is sent; `board_of` returns a table's board."""
        self._store = store
        self._delay = delay
        self._on_put = on_put
        self._board_of = board_of
        self._looked: dict[str, State] = {}
        self._background = Background()
        self._free = asyncio.Semaphore(AT_ONCE)

    async def close(self) -> None:
        """Stop. Events not yet stored are detected again after the next start."""
        await self._background.close()

    def check(self, table: Table, *, again: bool = False) -> None:
        """Check a change at a table for users to notify; `again`: even if its row has not changed."""
        state = _state(table.row)
        known = self._looked.pop(table.id, None)
        self._looked[table.id] = state
        if len(self._looked) > REMEMBERED:
            del self._looked[next(iter(self._looked))]
        if again or (known != state and may_concern(table.row)):
            self._background.start(self._tell(table), "events")

    async def _tell(self, table: Table) -> None:
        try:
            async with self._free:
                moments = await self._store.moments(table.id)
                found = events_at(table, self._board_of(table)[:200], moments)
                looking = table.viewers.looking
                seen = [replace(event, read=event.at) if looking(event.user) else event for event in found]
                stored = await self._store.put(seen, now() + int(self._delay * 1000))
            if stored:
                self._on_put()
        except (Refusal, Conflict, DatabaseError, MemoryError) as error:
            if isinstance(error, Refusal) and not error.passing:
                return  # the board no longer exists
            log.warning("event not kept", table=table.tag, error=type(error).__name__)
            self._background.start(self._tell_again(table), "events")

    async def _tell_again(self, table: Table) -> None:
        await asyncio.sleep(AGAIN)
        await self._tell(table)


def events_at(table: Table, board: str, moments: Moments) -> list[Event]:
    """Return all events that follow from the state of a table, without reading its game."""
    return events_of(table.row, board, moments)


def _state(row: TableRow) -> State:
    return row.state, tuple((seat.kind, seat.user, seat.bot, seat.held_for) for seat in row.seats)
