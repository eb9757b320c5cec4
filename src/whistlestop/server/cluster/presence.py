"""Users connected to tables in the other processes. Each process sends changes; nothing is stored."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import psycopg
import structlog

from whistlestop.server.background import Background
from whistlestop.server.usecases.tables.viewers import Here

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.cluster.membership import Membership
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.processes")

ROOM = 7000
"""Bytes of one message; PostgreSQL allows 8000."""
NOBODY = Here()


class HereNote(msgspec.Struct, frozen=True, array_like=True):
    """A message of a process: the users now connected to some of its tables."""

    process: int
    tables: list[tuple[str, Here]]


_decode = msgspec.json.Decoder(HereNote).decode


class Others:
    """Sends this process's presence to the other processes, and holds the presence received from them."""

    def __init__(self, membership: Membership, show: Callable[[str], None]) -> None:
        """`show` is called with a table whose presence has changed in another process."""
        self._membership = membership
        self._show = show
        self._others: dict[int, dict[str, Here]] = {}
        self._gone: set[int] = set()
        self._told: dict[str, Here] = {}
        self._changed: dict[str, Here] = {}
        self._wake = asyncio.Event()
        self._background = Background()

    def open(self) -> None:
        """Start sending changes."""
        self._background.start(self._loop(), "presence")

    async def close(self) -> None:
        """Stop sending changes."""
        await self._background.close()

    def at(self, game: str) -> tuple[Here, ...]:
        """Return the users connected to a table in other processes."""
        return tuple(tables[game] for tables in self._others.values() if game in tables)

    def busy(self) -> set[str]:
        """Return the tables with connected users in other processes."""
        return {game for tables in self._others.values() for game in tables}

    def check(self, table: Table) -> None:
        """Send the list of users connected to a table here, if it has changed."""
        here = table.viewers.here(table.row)
        if here != self._told.get(table.id, NOBODY):
            if here == NOBODY:
                self._told.pop(table.id, None)
            else:
                self._told[table.id] = here
            self._changed[table.id] = here
            self._wake.set()

    def repeat(self) -> None:
        """Send everything again, for a new process."""
        self._changed.update(self._told)
        self._wake.set()

    def hear(self, payload: str) -> None:
        """Handle a message from another process."""
        note = _decode(payload)
        if note.process == self._membership.number or note.process in self._gone:
            return
        known = self._others.setdefault(note.process, {})
        for game, here in note.tables:
            if here == NOBODY:
                known.pop(game, None)
            else:
                known[game] = here
            self._show(game)

    def forget(self, process: int) -> None:
        """Drop the data of a process that has ended, and ignore its later messages."""
        self._gone.add(process)
        for game in self._others.pop(process, {}):
            self._show(game)

    def forget_all(self) -> None:
        """Drop the data of all processes, since this one may have missed messages."""
        for process in list(self._others):
            for game in self._others.pop(process):
                self._show(game)

    async def _loop(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            changed, self._changed = self._changed, {}
            number = self._membership.number
            if number is None:
                continue  # joining again sends everything
            try:
                for note in _notes(number, list(changed.items())):
                    await self._membership.tell(note)
            except psycopg.Error as error:
                log.warning("presence not told", error=type(error).__name__)


def _notes(process: int, tables: list[tuple[str, Here]]) -> list[str]:
    """Split the data into messages that are small enough."""
    text = "here " + msgspec.json.encode(HereNote(process, tables)).decode()
    if len(text.encode()) <= ROOM or len(tables) <= 1:
        return [text]
    half = len(tables) // 2
    return [*_notes(process, tables[:half]), *_notes(process, tables[half:])]
