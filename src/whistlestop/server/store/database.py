"""Connections: engines with the right pragmas, the lock of a database file, and the migrations that come first."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout
from sqlalchemy import create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from whistlestop.server.store.migration import revision_of, revisions, upgrade

if TYPE_CHECKING:
    from filelock import BaseFileLock
    from sqlalchemy import Connection, Engine

CHECKED_SIZE = 2**28
"""Bytes up to which a database file is read for damage at the start."""


def engine_for(url: str, *, writer: bool) -> AsyncEngine:
    """An engine for the one writer or for the readers.

    SQLite has one writer at a time, so the writer takes its lock at the start of the transaction and never
    finds out halfway that it has to wait. On PostgreSQL the two differ in nothing.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_async_engine(parsed, pool_pre_ping=True)
    if parsed.database in {None, "", ":memory:"}:
        message = "the database has to be a file: a game must be found again after a restart"
        raise ValueError(message)
    engine = create_async_engine(
        parsed,
        connect_args={"isolation_level": None, "timeout": 10},
        pool_size=1 if writer else 4,
        max_overflow=0,
    )
    _listen(engine.sync_engine, "BEGIN IMMEDIATE" if writer else "BEGIN")
    return engine


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
