"""`whistlestop db`: back up, restore, verify, prune and export a server's database."""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .database import DatabaseOption, ask, location, settings_for
from .output import Code, JsonOption, check_parquet, fail, note, print_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from whistlestop.server.adapters.database.store import Store

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True, help="Back up, restore, move, verify, prune and export a server's database."
)


@app.command("backup")
def backup(
    target: Annotated[
        Path, typer.Argument(help="File to write, which must not exist yet; or a folder, which must exist.")
    ],
    database: DatabaseOption = None,
    daily: Annotated[int, typer.Option(min=1, help="In a folder: number of daily backups to keep.")] = 7,
    weekly: Annotated[int, typer.Option(min=0, help="In a folder: number of weekly backups to keep.")] = 4,
    monthly: Annotated[int, typer.Option(min=0, help="In a folder: number of monthly backups to keep.")] = 12,
) -> None:
    """Copy a server's database into one file. The server may be running; the copy is consistent.

    For PostgreSQL the file is an archive made by pg_dump, which must be installed. In a folder, the file is named by
    the time, and older backups are deleted once it is complete.
    """
    from whistlestop.server.adapters.database import copies
    from whistlestop.server.domain.rotation import Rotation

    url, file = location(settings_for(database).database_url)
    folder = target if target.is_dir() else None
    if folder is not None:
        target = copies.dated(folder)
    if target.exists():
        fail(f"{target} already exists")
    try:
        if file is None:
            copies.dump(url, target)
        else:
            copies.back_up_file(file, target)
    except copies.CopyFailed as error:
        fail(str(error), code_of(error))
    note(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
    if folder is not None:
        for old in copies.rotate(folder, Rotation(daily, weekly, monthly)):
            note(f"deleted {old}")


@app.command("restore")
def restore(
    source: Annotated[Path, typer.Argument(help="File written by `db backup`.", exists=True, dir_okay=False)],
    database: DatabaseOption = None,
) -> None:
    """Replace a server's database with a backup. The server must be stopped.

    The backup is checked first. The old file is kept beside the new one, and its name is printed. A PostgreSQL database
    must be empty.
    """
    from sqlalchemy import make_url

    from whistlestop.server.adapters.database import copies
    from whistlestop.server.security import command

    settings = settings_for(database)
    url = make_url(settings.database_url)
    try:
        if url.get_backend_name() == "sqlite":
            aside = copies.restore_file(url, source)
            if aside is not None:
                note(f"the old database is kept as {aside}")
        else:
            copies.undump(url, source)
    except copies.CopyFailed as error:
        fail(str(error), code_of(error))
    command(settings, "db restore", source=str(source))
    note(f"{source} is restored; the server may be started")


@app.command("move")
def move(
    target: Annotated[str, typer.Argument(help="SQLite file or database URL. It must be empty.")],
    database: DatabaseOption = None,
) -> None:
    """Copy a server's database into another one, SQLite or PostgreSQL, and compare them. Stop all servers first.

    The old database does not change. Set WHISTLESTOP_DATABASE to the new one afterwards.
    """
    from whistlestop.server.adapters.database.moving import MoveFailed
    from whistlestop.server.adapters.database.moving import move as move_all
    from whistlestop.server.security import command

    settings = settings_for(database)
    location(settings.database_url)
    try:
        moved = move_all(settings.database_url, settings_for(target).database_url)
    except MoveFailed as error:
        fail(str(error))
    command(settings, "db move")
    note(f"{sum(moved.values())} rows of {len(moved)} tables copied; both databases match")


def code_of(error: Exception) -> Code:
    """Return the exit code of a failed copy."""
    from whistlestop.server.adapters.database.copies import ProgramMissing

    return Code.MISSING if isinstance(error, ProgramMissing) else Code.BAD_INPUT


@app.command("verify")
def verify(database: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Check a database and replay all its games. The server may be running.

    The exit code is 1 if anything is wrong.
    """
    from whistlestop.server.adapters.database.copies import check_file
    from whistlestop.server.usecases.tables.inventory import inventory

    _, file = location(settings_for(database).database_url)
    faults = [] if file is None else check_file(file)
    tables = [] if faults else ask(database, inventory)
    faults += [f"table {one.id}: {one.problem}" for one in tables if one.problem is not None]
    if as_json:
        print_json({"tables": len(tables), "faults": faults})
    else:
        for fault in faults:
            typer.echo(fault)
        note(f"{len(tables)} tables, {sum(one.actions for one in tables)} actions, {len(faults)} faults")
    if faults:
        raise typer.Exit(Code.CHECK_FAILED)


@app.command("prune")
def prune(
    database: DatabaseOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print how much would be deleted.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Delete expired data, according to the settings WHISTLESTOP_KEEP_.... Games that were played are kept.

    A running server does this every few hours. Stop a server that uses SQLite first, except with --dry-run.
    """
    from whistlestop.server.domain.times import now
    from whistlestop.server.usecases.retention import would_go

    settings = settings_for(database)
    location(settings.database_url)
    found = ask(database, lambda store: would_go(store, settings, now())) if dry_run else run_prune(database)
    if as_json:
        print_json(found)
    else:
        for name, number in found.items():
            typer.echo(f"{name}\t{number}")


def run_prune(database: str | None) -> dict[str, int]:
    """Delete expired data once."""
    from whistlestop.server.adapters.database.database import DatabaseUnusable
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.cluster.single import cluster_of
    from whistlestop.server.security import command
    from whistlestop.server.usecases.retention import Keeping
    from whistlestop.server.usecases.tables.registry import Tables

    settings = settings_for(database)

    async def running() -> dict[str, int]:
        store = Store(settings.database_url)
        try:
            await store.open()
            done = await Keeping(store, settings, Tables(store, cluster_of(store), 100)).run()
        except DatabaseUnusable as error:
            fail(str(error))
        finally:
            await store.close()
        command(settings, "db prune")
        return done

    return asyncio.run(running())


@app.command("export")
def export(
    target: Annotated[
        Path,
        typer.Argument(
            help="File to write, with one line of JSON for each game; - for stdout. A .parquet file gets the results "
            "instead, with one row for each seat.",
            allow_dash=True,
        ),
    ],
    database: DatabaseOption = None,
) -> None:
    """Write the records, or the results, of all finished games. The server may be running.

    The output contains no player names. `whistlestop verify` checks a .jsonl file; `whistlestop replay` reads a file
    with one record.
    """
    if str(target) != "-" and target.exists():
        fail(f"{target} already exists")
    if target.suffix == ".parquet":
        from whistlestop.server.adapters.database.parquet import write_results

        check_parquet("export")
        note(f"{ask(database, lambda store: write_results(store, target))} games")
        return

    async def write(store: Store) -> int:
        number = 0
        with nullcontext(sys.stdout) if str(target) == "-" else target.open("x", encoding="utf-8") as file:
            async for record in records(store):
                file.write(record + "\n")
                number += 1
        return number

    note(f"{ask(database, write)} games")


async def records(store: Store) -> AsyncIterator[str]:
    """Yield the records of all finished games, oldest first."""
    from msgspec.structs import replace

    from whistlestop.errors import WhistlestopError
    from whistlestop.server.domain.games import load_game, result_of

    for row in await store.tables("over"):
        try:
            game = load_game(row.header or "", await store.log(row.id))
        except WhistlestopError as error:
            note(f"table {row.id[:6]} cannot be read: {error}")
            continue
        if game.over:  # excludes games closed unfinished
            ended = replace(row, seats=tuple(await store.seats(row.id)))
            yield replace(game.record(), result=result_of(game, ended)).to_json()
