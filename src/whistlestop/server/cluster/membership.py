"""The membership of this process among those that serve one database.

Each process renews a row. The other processes delete the row and its leases if it expires or the connection of its
process ends. The number of a row is never reused, and serves as the fencing token for the writes of the process
(`adapters/database/fencing.py`). The renewals are also the server's heartbeat: a time without any was an outage, which
no clock counts.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import psycopg
import structlog
from sqlalchemy import make_url

from whistlestop.server.adapters.database.database import NETWORK
from whistlestop.server.adapters.database.postgresql import Connection
from whistlestop.server.usecases.clocks.heartbeat import EVERY as BEAT
from whistlestop.server.usecases.clocks.heartbeat import LATE

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.fencing import Fence
    from whistlestop.server.domain.times import Timeline

log = structlog.get_logger("whistlestop.processes")

CHANNEL = "whistlestop"
LIFE = 5000
"""Milliseconds until a process that hangs is removed. If a process ends, the others notice immediately."""
EVERY = 0.5
"""Seconds between two renewals."""
AGAIN = 0.3
"""Seconds between attempts to join again."""
LEAVING = 2.0
"""Seconds in which a process must tell the database that it leaves. If that fails, its row expires."""


class Lapsed(Exception):
    """The other processes have removed this one."""


class Listener(Protocol):
    """Receives the messages of other processes, and changes of the membership."""

    def note(self, payload: str, backend: int) -> None:
        """Handle a message; `backend` is the number of the connection that sent it."""

    def joined(self) -> None:
        """Handle joining: the other processes now know this one."""

    def lost(self) -> None:
        """Handle the loss of the membership and of all leases."""


class Membership:
    """Joins, renews, and joins again after a loss. Sends and receives the messages of processes."""

    def __init__(self, url: str, fence: Fence, timeline: Timeline, listener: Listener) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._fence = fence
        self._timeline = timeline
        self._renewed = -LIFE / 1000
        self._known = 0
        """The time up to which this process knows all outages."""
        self._listening: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._speaking: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._listener = listener

    @property
    def number(self) -> int | None:
        """The number of this process; None while it is not a member."""
        return self._fence.number

    async def open(self) -> None:
        """Join and keep the membership. Raises exceptions of the database."""
        await self._join()
        self._task = asyncio.create_task(self._stay(), name="membership")

    async def close(self) -> None:
        """Leave, so that others take over immediately."""
        self._closing.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        number = self.number
        await self._leave()
        if number is None:
            return
        # Use a new connection, because an interrupted query has closed the other ones.
        with suppress(psycopg.Error, OSError):
            async with asyncio.timeout(LEAVING), await _connect(self._address) as connection:
                await connection.execute("delete from processes where number = %s", [number])

    async def execute(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Run one statement in its own transaction, which may not be on disk yet on return. Raises psycopg.Error."""
        if self._speaking is None:
            raise psycopg.OperationalError("not connected")
        cursor = await self._speaking.execute(query.encode(), values)
        return await cursor.fetchall() if cursor.description is not None else []

    async def tell(self, payload: str) -> None:
        """Send a message to all processes, at most 8000 bytes. It is not stored. Raises psycopg.Error."""
        await self.execute("select pg_notify(%s, %s)", CHANNEL, payload)

    # ------------------------------------------------------------------------------------------------- heartbeat

    async def begin(self) -> None:
        """Do nothing: joining has loaded all earlier outages."""

    async def beat(self) -> None:
        """Renew the row and load new outages. Raises Lapsed, and exceptions of the database."""
        began = time.monotonic()
        ((now, alive),) = await self.execute(
            "select * from whistlestop_renew(%s, %s, %s)", self.number, LIFE, BEAT + LATE
        )
        if not alive:
            raise Lapsed
        found = await self.execute("select began, ended from outages where ended > %s", self._known)
        if found:
            self._timeline.add([(int(str(first)), int(str(last))) for first, last in found])
        self._known = int(str(now))
        self._timeline.leap(self._known)
        self._renewed = began

    def rest(self) -> None:
        """Do nothing: clocks may run in other processes, so the heartbeat continues."""

    def is_fresh(self) -> bool:
        """Return whether this process is certainly a member and knows all outages so far."""
        return self.number is not None and time.monotonic() - self._renewed < (BEAT + LATE) / 1000

    # -------------------------------------------------------------------------------------------- joining, staying

    async def _join(self) -> None:
        self._listening = await _connect(self._address)
        await self._listening.execute(f"listen {CHANNEL}")
        self._speaking = await _connect(self._address)
        await self._speaking.execute("set synchronous_commit = off")
        ((number, now),) = await self.execute(
            "insert into processes (backend, expires) values (%s, whistlestop_now() + %s) "
            "returning number, whistlestop_now()",
            self._listening.info.backend_pid,
            LIFE,
        )
        if not self._known:
            self._timeline.begin(int(str(now)))
        self._fence.number = int(str(number))
        await self.beat()
        log.info("joined", process=self.number)
        self._listener.joined()

    async def _stay(self) -> None:
        while not self._closing.is_set():
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._hear())
                    group.create_task(self._renew())
            except* (psycopg.Error, OSError, Lapsed) as errors:
                log.warning("place lost", process=self.number, error=type(errors.exceptions[0]).__name__)
            await self._leave()
            self._listener.lost()
            while self.number is None and not self._closing.is_set():
                try:
                    async with asyncio.timeout(LIFE / 1000):
                        await self._join()
                except (psycopg.Error, OSError, Lapsed):
                    await self._leave()
                    await asyncio.sleep(AGAIN)

    async def _leave(self) -> None:
        self._fence.number = None
        for connection in (self._listening, self._speaking):
            if connection is not None:
                with suppress(psycopg.Error, OSError):
                    await connection.close()
        self._listening = self._speaking = None

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            async with asyncio.timeout(LIFE / 1000):
                await self.beat()

    async def _hear(self) -> None:
        if self._listening is not None:
            async for note in self._listening.notifies():
                self._listener.note(note.payload, note.pid)
        raise psycopg.OperationalError("the connection has ended")


async def _connect(address: str) -> psycopg.AsyncConnection[tuple[object, ...]]:
    options: dict[str, Any] = dict(NETWORK)
    return await Connection.connect(address, autocommit=True, **options)
