"""Copies of the whole database and back: SQLite by its own backup, PostgreSQL by its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.database import DatabaseUnusable, lock
from whistlestop.server.adapters.database.migration import revisions

if TYPE_CHECKING:
    from sqlalchemy import URL


class CopyFailed(Exception):
    """No copy was made, and nothing has changed. The message says why, in one line for the host."""


class ProgramMissing(CopyFailed):
    """PostgreSQL's own programs are not on this machine."""


# ----------------------------------------------------------------------------------------------------------- SQLite


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite file that others may be writing, and look the copy over. Raises sqlite3.Error."""
    with closing(_opened(source)) as games, closing(sqlite3.connect(target)) as copy:
        games.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without -wal and -shm beside it
        found = faults(copy)
    if found:
        raise sqlite3.DatabaseError(found[0])


def _opened(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there: none is made. What a server writes meanwhile is read with it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=30)


def faults(connection: sqlite3.Connection, most: int = 10) -> list[str]:
    """What is damaged in a database: pages, indexes, and rows that name others which are not there."""
    found = [str(line) for (line,) in connection.execute(f"PRAGMA integrity_check({most})")]
    found = [] if found == ["ok"] else found
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(most):
        found.append(f"a row of {table} names one of {parent} that is not there")
    return found


def check_file(path: Path) -> list[str]:
    """What is damaged in a SQLite file, which may be in use."""
    try:
        with closing(_opened(path)) as opened:
            return faults(opened)
    except sqlite3.Error as error:
        return [str(error)]


def back_up_file(source: Path, target: Path) -> None:
    """Copy a SQLite file to a new one. Raises CopyFailed."""
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        copy_database(source, unfinished)
        _to_disk(unfinished)
    except sqlite3.Error as error:
        unfinished.unlink(missing_ok=True)
        raise CopyFailed(f"{source} cannot be copied: {error}") from None
    unfinished.rename(target)


def restore_file(url: URL, source: Path) -> Path | None:
    """Put a backup in the place of a SQLite database that no server uses; returns where the old one is now.

    The backup is copied and looked over before anything else is touched. Raises CopyFailed.
    """
    target = Path(url.database or "")
    try:
        held = lock(url.render_as_string(hide_password=False))
    except DatabaseUnusable as error:
        raise CopyFailed(f"{error}; stop it first") from None
    unfinished = target.with_name(f"{target.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        copy_database(source, unfinished)
        _check_revision(unfinished, source)
        _to_disk(unfinished)
        aside = _move_aside(target)
        unfinished.rename(target)
    except sqlite3.Error as error:
        raise CopyFailed(f"{source} is no sound backup: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)
        if held is not None:
            held.release()
    return aside


def _check_revision(path: Path, source: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        try:
            (found,) = connection.execute("select version_num from alembic_version").fetchone()
        except (sqlite3.OperationalError, TypeError):
            raise CopyFailed(f"{source} is no database of Whistlestop") from None
    if found not in revisions():
        raise CopyFailed(f"{source} was made by a newer version of Whistlestop")


def _move_aside(target: Path) -> Path | None:
    """Give the old files another name; with its log beside it the old database stays whole.

    A log that stayed where it is would be taken for that of the new database.
    """
    if not target.exists():
        for ending in ("-wal", "-shm"):  # of a database that is not there any more
            target.with_name(target.name + ending).unlink(missing_ok=True)
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = target.with_name(f"{target.name}.before-{stamp}")
    with suppress(sqlite3.Error), closing(_opened(target)) as old:  # it may be damaged: that is why it goes
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            target.with_name(target.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


# ------------------------------------------------------------------------------------------------------- PostgreSQL


def dump(url: URL, target: Path) -> None:
    """Write a PostgreSQL database to a new file, as of one moment. Raises CopyFailed."""
    unfinished = target.with_name(f"{target.name}.part")
    try:
        _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", "--file", str(unfinished))
        _to_disk(unfinished)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def undump(url: URL, source: Path) -> None:
    """Fill an empty PostgreSQL database from such a file, as a whole or not at all. Raises CopyFailed.

    A database that holds anything is refused: whoever wants to go back makes a new one and keeps the old.
    """
    from sqlalchemy import create_engine, inspect  # noqa: PLC0415 - the other half needs none of it
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    engine = create_engine(url)
    try:
        if inspect(engine).get_table_names():
            raise CopyFailed(
                f"the database {url.database} is not empty; make a new one (createdb), restore into it, "
                "and let WHISTLESTOP_DATABASE name it"
            )
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise CopyFailed(f"the database cannot be reached: {reason}") from None
    finally:
        engine.dispose()
    _run(
        "pg_restore",
        url,
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        "--no-privileges",
        str(source),
    )


def _run(program: str, url: URL, *arguments: str) -> None:
    path = shutil.which(program)
    if path is None:
        raise ProgramMissing(f"{program} is not on this machine: install the client programs of PostgreSQL")
    # The password in the environment: arguments can be read by every user of the machine.
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    address = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    # The program is found in PATH, its arguments are no shell's.
    done = subprocess.run(  # noqa: S603
        [path, "--dbname", address, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise CopyFailed(f"{program} failed: {last[0]}")
