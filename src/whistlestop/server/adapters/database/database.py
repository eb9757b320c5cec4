"""Connections to the database: engines with their pragmas, transactions, the lock of a database file, and startup."""

from __future__ import annotations

import asyncio
import mmap
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import create_engine, event, func, make_url, select
from sqlalchemy.exc import DataError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoAnswer
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from whistlestop.server.adapters.database.migration import (
    disturbs_others,
    is_usable,
    revision_of,
    revisions,
    tell_older,
    upgrade,
)
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from filelock import BaseFileLock
    from sqlalchemy import URL, Connection, Engine

T = TypeVar("T")
DatabaseError = SQLAlchemyError
"""The base class of errors, for callers that do not import SQLAlchemy."""
NETWORK = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Options for PostgreSQL that detect a dead network in seconds instead of the system's quarter of an hour."""
PATIENCE = 10.0
"""Seconds that a request waits for the database."""
QUEUE = 5.0
"""Seconds to wait for a free connection to the database. Longer means overload."""
HUNG = 3.0
"""Seconds after which PostgreSQL ends the transaction of a process that hangs, so that it does not block others."""
POOL_EXHAUSTED = "3o7r"
"""SQLAlchemy's code for a timeout of its pool."""
THREAD = 2**22
"""Free bytes needed to start a thread. If a new thread runs out of memory before it reports its start, Python waits
forever."""
CHECKED_SIZE = 2**28
"""Maximum size of a database file that is checked for damage at the start."""


def engine_for(url: str, *, writer: bool) -> AsyncEngine:
    """Return an engine for the one writer or for the readers.

    SQLite has one writer at a time, so the writer takes the lock at the start of a transaction and never waits in the
    middle of it. On PostgreSQL the two differ in the number of connections.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        from whistlestop.server.adapters.database.postgresql import Connection  # noqa: PLC0415 - psycopg is optional

        return create_async_engine(
            parsed,
            pool_pre_ping=True,
            pool_size=1 if writer else 5,
            pool_timeout=QUEUE,
            max_overflow=0,
            connect_args={
                "options": f"-c idle_in_transaction_session_timeout={round(1000 * HUNG)}",
                "async_creator_fn": Connection.connect,
                **NETWORK,
            },
        )
    if parsed.database in {None, "", ":memory:"}:
        message = "the database must be a file, so that games survive a restart"
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
    """Return an engine for one thread that accesses a file without an event loop."""
    options = {"isolation_level": None, "timeout": 10, "check_same_thread": False}
    url = url.set(drivername="sqlite")
    engine = create_engine(url, connect_args=options, pool_size=1, pool_timeout=PATIENCE, max_overflow=0)
    _listen(engine, "BEGIN IMMEDIATE" if writer else "BEGIN")
    return engine


def _room_for_thread(*_: object) -> None:
    """Raise MemoryError if there is no memory for a thread; the driver starts one for every connection."""
    try:
        mmap.mmap(-1, THREAD).close()
    except OSError:
        raise MemoryError from None


class Transactions:
    """Runs whole transactions, for every move and for loading games; on a file, one after another.

    The driver for SQLite sends each statement to a thread and waits for it, which costs more than the statement itself.
    Therefore a whole transaction on a file runs in a thread, on its own connection. PostgreSQL needs no thread; each
    transaction uses a connection from the pool.
    """

    def __init__(self, engine: AsyncEngine, *, writer: bool) -> None:
        self._engine = engine
        self._is_file = engine.dialect.name == "sqlite"
        if self._is_file:
            self._file = file_engine(engine.url, writer=writer)
            self._thread = ThreadPoolExecutor(1, "writing" if writer else "reading")
            self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction.

        If it raises an exception, the transaction is rolled back and the exception is raised here.
        """
        if not self._is_file:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._file.connect()
        try:
            with self._connection.begin():
                return work(self._connection)
        except MemoryError:  # the state of its transaction is unknown
            lost, self._connection = self._connection, None
            lost.invalidate()
            raise

    async def close(self) -> None:
        """Finish running transactions and close the connection."""
        if self._is_file:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._file.dispose()


@asynccontextmanager
async def answered(within: float | None = PATIENCE) -> AsyncIterator[None]:
    """Limit the wait for the database in the block (None: no limit). Raises NoAnswer."""
    try:
        async with asyncio.timeout(within):
            yield
    except TimeoutError:
        raise NoAnswer("the database does not answer") from None


def refusal_for(error: SQLAlchemyError | MemoryError) -> Refusal:
    """Return the refusal for a request that caused a database error, or ran out of memory in the database code."""
    if isinstance(error, DataError):
        return Refusal("bad_request", "This request has something in it that cannot be stored.")
    if isinstance(error, NoAnswer) and error.code == POOL_EXHAUSTED:
        return Refusal("overloaded", "The server is too busy. Try again in a moment.")
    return Refusal("unavailable", "The server cannot reach its database. Try again in a moment.")


def is_shared(url: str) -> bool:
    """Return whether several processes may serve this database: PostgreSQL, not a file."""
    return make_url(url).get_backend_name() != "sqlite"


def backends_of(engine: AsyncEngine) -> set[int]:
    """Return the set of PostgreSQL's backend processes of an engine, which identify the sender of a notification."""
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
    """The server cannot start with this database. The message tells the host why, in one line."""


def lock(url: str) -> BaseFileLock | None:
    """Lock a SQLite file for this process, until the lock is released or the process ends.

    Creates the folder of the file if necessary. PostgreSQL needs no lock: the primary key of its log resolves conflicts
    between processes. Raises DatabaseUnusable.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    path = Path(parsed.database or "")
    # The empty file stays; the system releases the lock when the process ends.
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
    """Create or update the schema, and check that the database can be written. Raises DatabaseUnusable."""
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
            if parsed.get_backend_name() != "sqlite":  # several processes may start at the same time
                connection.execute(select(func.pg_advisory_xact_lock(func.hashtext("migrate"))))
            present = revision_of(connection)
            if present is not None and not is_usable(connection, present):
                raise DatabaseUnusable(f"the database {shown} was made by a newer version of Whistlestop")
            if parsed.get_backend_name() == "sqlite" and present is not None:
                _check_file(connection)
            if present is not None and disturbs_others(connection, present):
                raise DatabaseUnusable(
                    f"the database {shown} is in use by servers of a version that cannot use the new schema: "
                    "stop them first"
                )
            if present is None or present < revisions()[-1]:
                upgrade(connection)
            if present is None or present <= revisions()[-1]:
                tell_older(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise DatabaseUnusable(f"the database {shown} cannot be used: {reason}") from None
    finally:
        engine.dispose()


def _check_file(connection: Connection) -> None:
    """Check every page of a file, unless the file is so large that this would delay the start."""
    path = Path(connection.engine.url.database or "")
    if path.stat().st_size > CHECKED_SIZE:
        return
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        reason = found.rpartition("\n")[2]
        raise DatabaseUnusable(f"the database {path} is damaged: {reason}")


def _listen(engine: Engine, begin: str) -> None:
    """Set the pragmas of every SQLite connection, and begin transactions explicitly.

    Python's implicit transactions would not include schema changes.
    """

    def on_connect(connection: Any, _record: object) -> None:
        level = connection.isolation_level
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            # FULL: an acknowledged move also survives a power failure.
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
