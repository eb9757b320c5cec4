"""Connections: engines with the right pragmas, and the migrations that run before the first is used."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

SCRIPTS = Path(__file__).parent / "migrations"


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


async def migrate(url: str) -> None:
    """Make or bring up to date the schema. Takes the folder of a database file into being too."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        Path(parsed.database or "").parent.mkdir(parents=True, exist_ok=True)
    await asyncio.to_thread(_migrate, parsed)


def _migrate(url: URL) -> None:
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:
        engine = create_engine(
            url.set(drivername="sqlite"), connect_args={"isolation_level": None, "timeout": 30}
        )
        _listen(engine, "BEGIN IMMEDIATE")
    else:
        engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()


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


def sqlite_version() -> str:
    """The version of the SQLite library in use, for the log."""
    return sqlite3.sqlite_version
