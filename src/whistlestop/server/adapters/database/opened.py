"""A database that is open for a process: one writer, readers, and what every part of the service keeps there."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import TimeoutError as NoAnswer

from whistlestop.server.adapters.database.database import (
    PATIENCE,
    answered,
    backends_of,
    engine_for,
    is_shared,
    lock,
    migrate,
)
from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.adapters.database.transactions import Transactions
from whistlestop.server.adapters.database.writer import Writer
from whistlestop.server.domain.refusals import Conflict
from whistlestop.server.domain.timeline import Timeline
from whistlestop.server.domain.times import now
from whistlestop.server.garbage import Lost

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from filelock import BaseFileLock
    from sqlalchemy.ext.asyncio import AsyncConnection

PROBE = 1.0
"""Seconds for which a write that was tried and done says that the next one will be, too."""


class OpenDatabase:
    """The database of the service, whatever is kept in it."""

    def __init__(self, url: str, write_queue: int = 4000) -> None:
        self.url = url
        self.shared = is_shared(url)
        """Whether other processes may serve the same database."""
        self._readers = engine_for(url, writer=False)
        self._writing = engine_for(url, writer=True)
        self.writer = Writer(self._writing, write_queue)
        self.transactions = Transactions(self._readers, writer=False)
        """For questions that are asked whenever a game is loaded."""
        self.backends = backends_of(self._writing)
        self._alone: dict[str, asyncio.Lock] = {}
        self._lock: BaseFileLock | None = None
        self._prepared = False
        self._probed = -PROBE
        self.timeline = Timeline()
        self._lost = Lost()

    def prepare(self) -> None:
        """Take the database for this process and bring its schema up to date. Raises DatabaseUnusable."""
        if not self._prepared:
            self._lock = lock(self.url)
            try:
                migrate(self.url)
            except BaseException:
                self._release()
                raise
            self._prepared = True

    async def open(self) -> None:
        """Prepare, and begin to write."""
        await asyncio.to_thread(self.prepare)
        self.writer.start()

    async def close(self) -> None:
        """Write what waits and let go of everything."""
        await self.writer.close()
        await self._writing.dispose()
        await self._readers.dispose()
        await self.transactions.close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._prepared = False

    def time(self) -> int:
        """The time of what happens at tables: milliseconds since 1970 that never go back."""
        return self.timeline.now()

    @asynccontextmanager
    async def alone(self, what: str) -> AsyncIterator[None]:
        """Do something that nobody else does at the same time, in whichever process."""
        async with self._alone.setdefault(what, asyncio.Lock()):
            if not self.shared:
                yield
                return
            async with self._readers.begin() as connection:
                # What is done meanwhile takes other connections, and may take longer than a stopped process is given.
                await connection.execute(text("set local idle_in_transaction_session_timeout = '15s'"))
                await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(what))))
                yield

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions. What a file is asked is never given up: it is on its way in a thread."""
        try:
            async with answered(PATIENCE if self.shared else None), self._readers.connect() as connection:
                yield connection
        except (NoAnswer, MemoryError):
            self._lost.give_back()
            raise

    async def check_writing(self) -> None:
        """Write something; what the database raises is raised here. Whoever asks often is answered from memory."""
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
        """A key of this site: made at the first start, then always the same."""
        query = select(site.c.value).where(site.c.name == name)
        async with self.reading() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        if found is None:
            with suppress(Conflict):  # another process made it just now
                await self.writer.run(
                    lambda connection: connection.execute(
                        insert(site).values(name=name, value=secrets.token_hex(32))
                    )
                )
            async with self.reading() as connection:
                found = (await connection.execute(query)).scalar_one()
        return bytes.fromhex(found)
