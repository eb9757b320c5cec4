"""`whistlestop tables`: what a server's database holds, for its host."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import Code, JsonOption, fail, print_json
from .play import Database

if TYPE_CHECKING:
    from whistlestop.server.tables.inventory import StoredTable

__all__ = ["tables"]


def tables(
    database: Database = None,
    broken: Annotated[
        bool, typer.Option("--broken", help="Only games that this version cannot read.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the tables that a server keeps. The server may run meanwhile.

    With --broken the exit code is 1 if there is any.
    """
    import msgspec

    from whistlestop.server.settings import Settings

    try:
        url = Settings.from_environment(None, database=database).database_url
    except ValueError as error:
        fail(str(error), Code.USAGE)
    found = [table for table in asyncio.run(read(url)) if table.problem is not None or not broken]
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        show(found)
    if broken and found:
        raise typer.Exit(Code.CHECK_FAILED)


async def read(url: str) -> list[StoredTable]:
    """The tables of a database that exists."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.inventory import inventory

    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        fail(f"there is no database {parsed.database}", Code.MISSING)
    store = Store(url)
    try:
        return await inventory(store)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        fail(
            f"the database cannot be read: {reason}; an older one is brought up to date by `whistlestop serve`"
        )
    finally:
        await store.close()


def show(found: list[StoredTable]) -> None:
    """Print a line for each table, columns divided by tabs."""
    for one in found:
        rules = one.ruleset if one.version is None else f"{one.ruleset} {one.version}"
        cells = [one.id, one.created, one.state, rules, f"{one.actions} actions", one.problem or ""]
        typer.echo("\t".join(cells).rstrip())
