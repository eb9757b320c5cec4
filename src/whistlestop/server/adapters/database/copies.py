"""Back up and restore the whole database: SQLite with its backup function, PostgreSQL with its own programs."""

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

    from whistlestop.server.domain.rotation import Rotation


class CopyFailed(Exception):
    """The copy failed, and nothing has changed. The message tells the host why, in one line."""


class ProgramMissing(CopyFailed):
    """PostgreSQL's own programs are missing on this machine."""


# ---------------------------------------------------------------------------------------------------------- folders

DATED = "whistlestop-%Y%m%dT%H%M%SZ.backup"
"""The file name of a backup, made from its time (UTC)."""


def dated(folder: Path) -> Path:
    """Return the path of a backup made now."""
    return folder / datetime.now(UTC).strftime(DATED)


def rotate(folder: Path, rotation: Rotation) -> list[Path]:
    """Delete the backups in a folder that are no longer needed; return them. Other files stay."""
    made: dict[datetime, Path] = {}
    for path in folder.iterdir():
        with suppress(ValueError):
            time = datetime.strptime(path.name, DATED).replace(tzinfo=UTC)
            if path.is_file() and time.strftime(DATED) == path.name:
                made[time] = path
    old = [made[time] for time in sorted(rotation.expired(made))]
    for path in old:
        path.unlink()
    return old


# ----------------------------------------------------------------------------------------------------------- SQLite


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite file that may be in use, and check the copy. Raises sqlite3.Error."""
    with closing(_opened(source)) as games, closing(sqlite3.connect(target)) as copy:
        games.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without separate -wal and -shm files
        found = faults(copy)
    if found:
        raise sqlite3.DatabaseError(found[0])


def _opened(path: Path) -> sqlite3.Connection:
    """Open an existing file; reads include a running server's writes."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=30)


def faults(connection: sqlite3.Connection, most: int = 10) -> list[str]:
    """Return the damage in a database: damaged pages and indexes, and rows that refer to missing rows."""
    found = [str(line) for (line,) in connection.execute(f"PRAGMA integrity_check({most})")]
    found = [] if found == ["ok"] else found
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(most):
        found.append(f"a row of {table} refers to a missing row of {parent}")
    return found


def check_file(path: Path) -> list[str]:
    """Return the damage in a SQLite file, which may be in use."""
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
    """Replace a SQLite database that no server uses with a backup; return where the old one is now.

    The backup is copied and checked before anything changes. Raises CopyFailed.
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
        raise CopyFailed(f"{source} is not a sound backup: {error}") from None
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
            raise CopyFailed(f"{source} is not a database of Whistlestop") from None
    if found not in revisions():
        raise CopyFailed(f"{source} was made by a newer version of Whistlestop; update this one first")


def _move_aside(target: Path) -> Path | None:
    """Rename the old files, including the write-ahead log, so that the old database stays complete.

    A remaining log would be applied to the new database.
    """
    if not target.exists():
        for ending in ("-wal", "-shm"):  # left over from a deleted database
            target.with_name(target.name + ending).unlink(missing_ok=True)
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = target.with_name(f"{target.name}.before-{stamp}")
    with suppress(sqlite3.Error), closing(_opened(target)) as old:  # the old file may be damaged
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
    """Write a consistent copy of a PostgreSQL database to a new file. Raises CopyFailed."""
    unfinished = target.with_name(f"{target.name}.part")
    try:
        _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", "--file", str(unfinished))
        _to_disk(unfinished)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def undump(url: URL, source: Path) -> None:
    """Restore a file from `dump` into an empty PostgreSQL database, completely or not at all. Raises CopyFailed.

    Refuses a database with any content, so that the host keeps the old one and restores into a new one.
    """
    from sqlalchemy import create_engine, inspect  # noqa: PLC0415 - the SQLite half does not need it
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
        raise ProgramMissing(f"{program} is missing: install the client programs of PostgreSQL")
    # The password is passed in the environment because every user of the machine can read arguments.
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    address = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    # The program is found in PATH, and no shell reads its arguments.
    done = subprocess.run(  # noqa: S603
        [path, "--dbname", address, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise CopyFailed(f"{program} failed: {last[0]}")
