"""`whistlestop backup`: a copy of the games of a server, made while it runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from .output import Code, fail, note

__all__ = ["backup"]


def backup(
    target: Annotated[Path, typer.Argument(help="File to write; it must not be there yet.")],
    database: Annotated[
        str | None, typer.Option(help="The database (SQLite) of the server; otherwise WHISTLESTOP_DATABASE.")
    ] = None,
) -> None:
    """Copy all games of a server into one file. The server may run meanwhile: the copy is as of one moment."""
    from sqlalchemy import make_url

    from whistlestop.server.settings import Settings

    try:
        url = make_url(Settings.from_environment(None, database=database).database_url)
    except ValueError as error:
        fail(str(error), Code.USAGE)
    if url.get_backend_name() != "sqlite" or not url.database:
        fail("only a SQLite database is copied by this command; PostgreSQL has pg_dump", Code.USAGE)
    source = Path(url.database)
    if not source.is_file():
        fail(f"{source}: there is no such database")
    if target.exists():
        fail(f"{target} is there already")
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        copy_database(source, unfinished)
    except sqlite3.Error as error:
        unfinished.unlink(missing_ok=True)
        fail(f"{source} cannot be copied: {error}")
    unfinished.rename(target)
    note(f"{target}: {target.stat().st_size / 1e6:.1f} MB")


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite file that others may be writing, and look the copy over. Raises sqlite3.Error."""
    with closing(sqlite3.connect(source, timeout=30)) as games, closing(sqlite3.connect(target)) as copy:
        games.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without -wal and -shm beside it
        (found,) = copy.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)
