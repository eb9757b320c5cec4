"""What a process does about the others: it looks after its share of the games, and follows what they write.

Whoever changes a game, a seat or a message has the database notify all processes with the commit
(`store/migrations/versions/v0013_processes.py`). A process that has the table in memory reads what is new.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.processes.leases import Leases
from whistlestop.server.processes.membership import Membership
from whistlestop.server.processes.presence import Elsewhere
from whistlestop.server.refusals import Refusal
from whistlestop.server.store.fencing import Fence
from whistlestop.server.store.rows import LoggedAction
from whistlestop.server.tables.info import gone

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any

    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.registry import Tables
    from whistlestop.server.tables.table import Table

log = structlog.get_logger("whistlestop.processes")

AGAIN = 1.0
"""Seconds after which a table that could not be read is read again."""


class Played(msgspec.Struct, frozen=True, array_like=True):
    """What the database tells of an action; no action: it is too long to be told."""

    game: str
    ply: int
    seat: int
    action: str | None
    command: str | None
    at: int


_decode = msgspec.json.Decoder(Played).decode


class Shared:
    """One of several processes of a database."""

    shared = True

    def __init__(self, store: Store, tables: Tables) -> None:
        self._backends = store.backends
        self._tables = tables
        store.writer.fence = Fence()
        self.membership = Membership(store.url, store.writer.fence, store.timeline)
        self.membership.on_note = self._note
        self.membership.on_join = self._joined
        self.membership.on_lost = self._lost
        self.leases = Leases(self.membership)
        self.leases.on_held = self._look_after
        self.elsewhere = Elsewhere(self.membership, tables)
        tables.elsewhere = self.elsewhere
        self._unread: dict[str, list[LoggedAction | None]] = {}
        """What is new at tables: actions that were heard of, or (None) anything."""
        self._reading: set[str] = set()
        self._work: set[asyncio.Task[Any]] = set()
        self.followed: Callable[[str], bool] = lambda _game: False
        """Whether somebody here wants to hear of a table that is not in memory."""
        self.hear: dict[str, Callable[[str], Awaitable[None]]] = {}
        """Who is told of what else happens, by the first word of the notice."""

    async def open(self) -> None:
        """Join the others."""
        self.elsewhere.open()
        await self.membership.open()
        self.leases.open()

    async def close(self) -> None:
        """Leave: others look after the games from now on."""
        await self.leases.close()
        await self.elsewhere.close()
        await self.membership.close()
        for task in list(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)

    def holds(self, game: str) -> bool:
        """Whether this process looks after a game."""
        return self.leases.holds(game)

    def check(self, table: Table) -> None:
        """Something has happened at a table."""
        if table.under_way:
            self.leases.want(table.id)
        else:
            self.leases.drop(table.id)

    # ------------------------------------------------------------------------------------------------ what is heard

    def _note(self, payload: str, backend: int) -> None:
        word, _, rest = payload.partition(" ")
        if backend in self._backends:
            return  # this process knows what it has written
        match word:
            case "played":
                self._played(_decode(rest))
            case "changed":
                self._read(rest)
            case "here":
                self.elsewhere.hear(rest)
            case "joined":
                self.elsewhere.repeat()
            case "left":
                self.elsewhere.forget(int(rest))
                self.leases.look()
        if word in self.hear:
            self._begin(self._tell(word, rest))

    def _played(self, note: Played) -> None:
        table = self._tables.find(note.game)
        if table is not None and table.game is not None and note.action is not None:
            self._read(note.game, LoggedAction(note.ply, note.seat, note.action, note.command, note.at))
        else:
            self._read(note.game)

    def _joined(self) -> None:
        for table in self._tables.live():
            self._read(table.id)
        self.leases.look()
        self.elsewhere.repeat()
        self._begin(self._greet())

    def _lost(self) -> None:
        self.leases.lose()
        self.elsewhere.forget_all()

    async def _greet(self) -> None:
        try:
            await self.membership.tell(f"joined {self.membership.number}")
        except psycopg.Error as error:
            log.warning("others not greeted", error=type(error).__name__)

    async def _tell(self, word: str, rest: str) -> None:
        try:
            await self.hear[word](rest)
        except (Refusal, SQLAlchemyError) as error:
            log.warning("notice not followed", notice=word, error=type(error).__name__)

    def _look_after(self, game: str) -> None:
        """Take up a game: it may have gone on before the lease was ours."""
        self._read(game)

    def _read(self, game: str, heard: LoggedAction | None = None) -> None:
        """Read what is new at a table, if it matters here: an action that was `heard` of, or everything."""
        if game not in self._tables and not self.leases.holds(game) and not self.followed(game):
            return
        self._unread.setdefault(game, []).append(heard)
        if game not in self._reading:
            self._reading.add(game)
            self._begin(self._read_all(game))

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
                    await table.read_on(heard)
                else:
                    await table.refresh()
                    refusal = gone(table.row)
                    if refusal is not None:
                        raise refusal
                    self._tables.on_change(table)  # if only because this process looks after it now
        except Refusal as refusal:
            self._tables.dismiss(game, refusal)
        except SQLAlchemyError as error:
            log.warning("table not read", table=game[:6], error=type(error).__name__)
            await asyncio.sleep(AGAIN)
            self._unread.setdefault(game, []).append(None)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
