"""The open database of a process: one writer, readers, and the site's own values."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import TimeoutError as NoAnswer

from whistlestop.server.adapters.database.database import (
    PATIENCE,
    Transactions,
    answered,
    backends_of,
    engine_for,
    is_shared,
    lock,
    migrate,
)
from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.adapters.database.writer import Writer
from whistlestop.server.domain.refusals import Conflict
from whistlestop.server.domain.times import Timeline, now
from whistlestop.server.garbage import Lost

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from filelock import BaseFileLock
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
PROBE = 1.0
"""Seconds for which the result of a test write is reused."""


class OpenDatabase:
    """The database of a server, independent of its tables."""

    def __init__(self, url: str, write_queue: int = 4000) -> None:
        self.url = url
        self.shared = is_shared(url)
        """Whether other processes may serve the same database."""
        self._readers = engine_for(url, writer=False)
        self._writing = engine_for(url, writer=True)
        self.writer = Writer(self._writing, write_queue)
        self.transactions = Transactions(self._readers, writer=False)
        """Transactions that only read: for loading games, and for `read`."""
        self.backends = backends_of(self._writing)
        self._alone: dict[str, asyncio.Lock] = {}
        self._lock: BaseFileLock | None = None
        self._prepared = False
        self._probed = -PROBE
        self.timeline = Timeline()
        """The time of events at tables."""
        self._lost = Lost()

    def prepare(self) -> None:
        """Lock the database for this process and update its schema. Raises DatabaseUnusable."""
        if not self._prepared:
            self._lock = lock(self.url)
            try:
                migrate(self.url)
            except BaseException:
                self._release()
                raise
            self._prepared = True

    async def open(self) -> None:
        """Prepare the database and start the writer."""
        await asyncio.to_thread(self.prepare)
        self.writer.start()

    async def close(self) -> None:
        """Finish the waiting writes and close all connections."""
        await self.writer.close()
        await self._writing.dispose()
        await self._readers.dispose()
        await self.transactions.close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._prepared = False

    @asynccontextmanager
    async def alone(self, what: str) -> AsyncIterator[None]:
        """Hold a named lock that all processes share."""
        async with self._alone.setdefault(what, asyncio.Lock()):
            if not self.shared:
                yield
                return
            async with self._readers.begin() as connection:
                # The block uses other connections, so this one may be idle for longer than the general limit.
                await connection.execute(text("set local idle_in_transaction_session_timeout = '15s'"))
                await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(what))))
                yield

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Return a connection for reading. Reads of a file have no time limit, because a thread runs them."""
        try:
            async with answered(PATIENCE if self.shared else None), self._readers.connect() as connection:
                yield connection
        except (NoAnswer, MemoryError):
            self._lost.give_back()
            raise

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work`, which only reads, in a transaction; see `Transactions`. The time limit is that of `reading`."""
        try:
            async with answered(PATIENCE if self.shared else None):
                return await self.transactions.run(work)
        except (NoAnswer, MemoryError):
            self._lost.give_back()
            raise

    async def check_writing(self) -> None:
        """Test whether the database can be written. Raises the error of the test; a recent success is reused."""
        if time.monotonic() - self._probed < PROBE:
            return
        row = {"name": "probe", "value": str(now())}

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(update(site).where(site.c.name == "probe").values(row))
            if done.rowcount == 0:
                await connection.execute(insert(site).values(row))

        await self.writer.run(job)
        self._probed = time.monotonic()

    async def secret(self, name: str) -> bytes:
        """Return a secret key of this site, which is created at the first start."""
        query = select(site.c.value).where(site.c.name == name)
        async with self.reading() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        if found is None:
            with suppress(Conflict):  # another process has just created it
                await self.writer.run(
                    lambda connection: connection.execute(
                        insert(site).values(name=name, value=secrets.token_hex(32))
                    )
                )
            async with self.reading() as connection:
                found = (await connection.execute(query)).scalar_one()
        return bytes.fromhex(found)
