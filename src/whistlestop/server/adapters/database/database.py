"""Connections: engines with the right pragmas, the lock of a database file, and the migrations that come first."""

from __future__ import annotations

import asyncio
import mmap
import sqlite3
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout
from sqlalchemy import create_engine, event, func, make_url, select
from sqlalchemy.exc import DataError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoAnswer
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from whistlestop.server.adapters.database.migration import revision_of, revisions, upgrade
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from filelock import BaseFileLock
    from sqlalchemy import URL, Connection, Engine

NETWORK = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Of connections to PostgreSQL: a network that has fallen silent is noticed in seconds, not after the system's quarter
of an hour."""
PATIENCE = 10.0
"""Seconds after which whoever waits for the database is told that it does not answer."""
QUEUE = 5.0
"""Seconds to wait for a free connection to the database. Longer means overload."""
POOL_EXHAUSTED = "3o7r"
"""SQLAlchemy's code for the error that follows."""
THREAD = 2**22
"""Bytes that have to be there before a thread is started. One that finds no memory for its first step ends before it
says that it has begun, and Python waits for that for ever."""
CHECKED_SIZE = 2**28
"""Bytes up to which a database file is read for damage at the start."""


def engine_for(url: str, *, writer: bool) -> AsyncEngine:
    """An engine for the one writer or for the readers.

    SQLite has one writer at a time, so the writer takes its lock at the start of the transaction and never
    finds out halfway that it has to wait. On PostgreSQL the two differ in the number of connections.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        from whistlestop.server.adapters.database.postgresql import Connection  # noqa: PLC0415 - psycopg may not be there

        return create_async_engine(
            parsed,
            pool_pre_ping=True,
            pool_size=1 if writer else 5,
            pool_timeout=QUEUE,
            max_overflow=0,
            # A process that is stopped in the middle of a transaction keeps others waiting no longer than this.
            connect_args={
                "options": "-c idle_in_transaction_session_timeout=3000",
                "async_creator_fn": Connection.connect,
                **NETWORK,
            },
        )
    if parsed.database in {None, "", ":memory:"}:
        message = "the database has to be a file: a game must be found again after a restart"
        raise ValueError(message)
    engine = create_async_engine(
        parsed,
        connect_args={"isolation_level": None, "timeout": 10},
        pool_size=1 if writer else 4,
        pool_timeout=QUEUE,
        max_overflow=0,
    )
    _listen(engine.sync_engine, "BEGIN IMMEDIATE" if writer else "BEGIN")
    event.listen(engine.sync_engine, "do_connect", _room_for_thread)
    return engine


def file_engine(url: URL, *, writer: bool) -> Engine:
    """The same for one thread that reads or writes a file, without an event loop."""
    options = {"isolation_level": None, "timeout": 10, "check_same_thread": False}
    url = url.set(drivername="sqlite")
    engine = create_engine(url, connect_args=options, pool_size=1, pool_timeout=PATIENCE, max_overflow=0)
    _listen(engine, "BEGIN IMMEDIATE" if writer else "BEGIN")
    return engine


def _room_for_thread(*_: object) -> None:
    """The driver starts a thread for every connection. Raises MemoryError where there is none left for it."""
    try:
        mmap.mmap(-1, THREAD).close()
    except OSError:
        raise MemoryError from None


@asynccontextmanager
async def answered(within: float | None = PATIENCE) -> AsyncIterator[None]:
    """Wait so long for the database (None: for ever). Raises SQLAlchemy's TimeoutError if it does not answer."""
    try:
        async with asyncio.timeout(within):
            yield
    except TimeoutError:
        raise NoAnswer("the database does not answer") from None


def refusal_for(error: SQLAlchemyError | MemoryError) -> Refusal:
    """Return how a request is refused that has met an error of the database, or has left it no memory."""
    if isinstance(error, DataError):
        return Refusal("bad_request", "This request has something in it that cannot be stored.")
    if isinstance(error, NoAnswer) and error.code == POOL_EXHAUSTED:
        return Refusal("overloaded", "The server is too busy. Try again in a moment.")
    return Refusal("unavailable", "The server cannot reach its database. Try again in a moment.")


def is_shared(url: str) -> bool:
    """Whether several processes may serve this database: PostgreSQL, and no file."""
    return make_url(url).get_backend_name() != "sqlite"


def backends_of(engine: AsyncEngine) -> set[int]:
    """The server processes of PostgreSQL behind the open connections of an engine: who notifies is known by them."""
    found: set[int] = set()
    if engine.dialect.name == "postgresql":

        def on_connect(connection: Any, record: Any) -> None:
            record.info["backend"] = connection.driver_connection.info.backend_pid
            found.add(record.info["backend"])

        def on_close(_connection: object, record: Any) -> None:
            found.discard(record.info.get("backend"))

        event.listen(engine.sync_engine, "connect", on_connect)
        event.listen(engine.sync_engine, "close", on_close)
    return found


class DatabaseUnusable(Exception):
    """The service cannot start on this database; the message says why, in one line for its host."""


def lock(url: str) -> BaseFileLock | None:
    """Take a SQLite file for this process, until it is released or the process ends, however it ends.

    Makes the folder of the file if there is none. PostgreSQL needs no lock: its log decides every race between
    processes. Raises DatabaseUnusable.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    path = Path(parsed.database or "")
    # An empty file that stays: the system forgets the lock itself with the process that holds it.
    held = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held.acquire()
    except Timeout:
        raise DatabaseUnusable(f"the database {path} is in use by another server") from None
    except OSError as error:
        raise DatabaseUnusable(f"the database {path} cannot be written: {error.strerror}") from None
    return held


def migrate(url: str) -> None:
    """Make or bring up to date the schema, and look whether the database can be written. Raises DatabaseUnusable."""
    parsed = make_url(url)
    shown = parsed.render_as_string(hide_password=True)
    if parsed.get_backend_name() == "sqlite":
        shown = str(parsed.database)
        engine = create_engine(
            parsed.set(drivername="sqlite"), connect_args={"isolation_level": None, "timeout": 30}
        )
        _listen(engine, "BEGIN IMMEDIATE")
    else:
        engine = create_engine(parsed)
    try:
        with engine.begin() as connection:
            if parsed.get_backend_name() != "sqlite":  # several may start at once
                connection.execute(select(func.pg_advisory_xact_lock(func.hashtext("migrate"))))
            present = revision_of(connection)
            if present is not None and present not in revisions():
                raise DatabaseUnusable(f"the database {shown} was made by a newer version of Whistlestop")
            if parsed.get_backend_name() == "sqlite" and present is not None:
                _check_file(connection)
            if present != revisions()[-1]:
                upgrade(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise DatabaseUnusable(f"the database {shown} cannot be used: {reason}") from None
    finally:
        engine.dispose()


def _check_file(connection: Connection) -> None:
    """Read every page of a file once, unless that takes longer than a start may take."""
    path = Path(connection.engine.url.database or "")
    if path.stat().st_size > CHECKED_SIZE:
        return
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        reason = found.rpartition("\n")[2]
        raise DatabaseUnusable(f"the database {path} is damaged: {reason}")


def _listen(engine: Engine, begin: str) -> None:
    """Set the pragmas of every SQLite connection and begin transactions ourselves.

    Python's own handling of SQLite transactions would leave schema changes outside of them.
    """

    def on_connect(connection: Any, _record: object) -> None:
        level = connection.isolation_level
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            # FULL: an acknowledged move survives a power cut, not only the end of the process.
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.execute("PRAGMA busy_timeout=10000")
        finally:
            cursor.close()
            connection.isolation_level = level

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
