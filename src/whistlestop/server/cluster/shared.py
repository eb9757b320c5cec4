"""One of several processes on a database: it runs its share of the games and follows the writes of the other processes.

With the commit of each change of a game, a seat or a message, the database notifies all processes
(`adapters/database/migrations/versions/v0013_processes.py`). A process that has the table in memory reads the change.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import psycopg
import structlog

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.fencing import Fence
from whistlestop.server.background import Background
from whistlestop.server.cluster.leases import Leases
from whistlestop.server.cluster.membership import Membership
from whistlestop.server.cluster.presence import Others
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import LoggedAction, gone
from whistlestop.server.usecases.tables.following import read_on, refresh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.cluster import Hear
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.server.usecases.tables.viewers import Here

log = structlog.get_logger("whistlestop.processes")

AGAIN = 1.0
"""Seconds before a failed read of a table is retried."""


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A notification of an action; `action` is None if it is too long for a notification."""

    game: str
    ply: int
    seat: int
    action: str | None
    command: str | None
    at: int


_decode = msgspec.json.Decoder(Played).decode


class Shared:
    """The cluster as seen by one of several processes."""

    shared = True

    def __init__(self, store: Store) -> None:
        self._backends = store.backends
        store.writer.fence = Fence()
        self.heartbeat = self._membership = Membership(store.url, store.writer.fence, store.timeline, self)
        self._leases = Leases(self._membership, self._read)
        self._others = Others(self._membership, self._show_presence)
        self._unread: dict[str, list[LoggedAction | None]] = {}
        """Unread changes of tables: the notified actions; None for any other change."""
        self._reading: set[str] = set()
        self._background = Background()

    async def open(self, tables: Tables, hear: Mapping[str, Hear], followed: Callable[[str], bool]) -> None:
        """Join the other processes."""
        self._tables, self._hear, self._followed = tables, hear, followed
        self._others.open()
        await self._membership.open()
        self._leases.open()

    async def close(self) -> None:
        """Leave. The other processes take over the games."""
        await self._leases.close()
        await self._others.close()
        await self._membership.close()
        await self._background.close()

    def holds(self, game: str) -> bool:
        """Return whether this process has the lease of a game."""
        return self._leases.holds(game)

    def check(self, table: Table) -> None:
        """Claim or drop the lease of a table after a change."""
        if table.under_way:
            self._leases.want(table.id)
        else:
            self._leases.drop(table.id)

    def elsewhere(self, game: str) -> tuple[Here, ...]:
        """Return the users connected to a table in other processes."""
        return self._others.at(game)

    def busy_elsewhere(self) -> set[str]:
        """Return the tables with connected users in other processes."""
        return self._others.busy()

    def tell_presence(self, table: Table) -> None:
        """Send the other processes the users connected to a table here, if they have changed."""
        self._others.check(table)

    def _show_presence(self, game: str) -> None:
        table = self._tables.find(game)
        if table is not None:
            table.viewers.take(self.elsewhere(game))

    # ------------------------------------------------------------------------------------------------ messages

    def note(self, payload: str, backend: int) -> None:
        """Handle a message; `backend` is the number of the connection that sent it."""
        word, _, rest = payload.partition(" ")
        if backend in self._backends:
            return  # the message is from this process
        match word:
            case "played":
                self._played(_decode(rest))
            case "changed":
                self._read(rest)
            case "here":
                self._others.hear(rest)
            case "joined":
                self._others.repeat()
            case "left":
                self._others.forget(int(rest))
                self._leases.look()
        if word in self._hear:
            self._background.start(self._tell(word, rest), f"follow {word}")

    def _played(self, note: Played) -> None:
        table = self._tables.find(note.game)
        if table is not None and table.game is not None and note.action is not None:
            self._read(note.game, LoggedAction(note.ply, note.seat, note.action, note.command, note.at))
        else:
            self._read(note.game)

    def joined(self) -> None:
        """Read everything written while this process was not a member."""
        for table in self._tables.live():
            self._read(table.id)
        self._leases.look()
        self._others.repeat()
        self._background.start(self._greet(), "greet")

    def lost(self) -> None:
        """Drop all leases, and the data about connections elsewhere, until this process has joined again."""
        self._leases.lose()
        self._others.forget_all()

    async def _greet(self) -> None:
        try:
            await self._membership.tell(f"joined {self._membership.number}")
        except psycopg.Error as error:
            log.warning("others not greeted", error=type(error).__name__)

    async def _tell(self, word: str, rest: str) -> None:
        try:
            await self._hear[word](rest)
        except (Refusal, DatabaseError) as error:
            log.warning("notice not followed", notice=word, error=type(error).__name__)

    def _read(self, game: str, heard: LoggedAction | None = None) -> None:
        """Read a change of a table if this process needs it: the notified action `heard`, or everything."""
        if game not in self._tables and not self._leases.holds(game) and not self._followed(game):
            return
        self._unread.setdefault(game, []).append(heard)
        if game not in self._reading:
            self._reading.add(game)
            self._background.start(self._read_all(game), "read a table")

    async def _read_all(self, game: str) -> None:
        try:
            while game in self._unread:
                await self._read_once(game, self._unread.pop(game))
        finally:
            self._reading.discard(game)

    async def _read_once(self, game: str, news: list[LoggedAction | None]) -> None:
        heard = [line for line in news if line is not None]
        try:
            async with self._tables.use(game) as table:
                if len(heard) == len(news):
                    await read_on(table, heard)
                else:
                    await refresh(table)
                    refusal = gone(table.row)
                    if refusal is not None:
                        raise refusal
                    table.context.changed(table)  # also because this process may just have got the lease
        except Refusal as refusal:
            self._tables.dismiss(game, refusal)
        except DatabaseError as error:
            log.warning("table not read", table=game[:6], error=type(error).__name__)
            await asyncio.sleep(AGAIN)
            self._unread.setdefault(game, []).append(None)
