"""Parts shared by the commands that work on a server's database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .output import Code, fail

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import URL
    from sqlalchemy.exc import SQLAlchemyError

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.settings import Settings

__all__ = ["DatabaseOption", "ask", "location", "reason", "settings_for"]

T = TypeVar("T")

DatabaseOption = Annotated[
    str | None,
    typer.Option("--database", help="SQLite file or database URL. Default: WHISTLESTOP_DATABASE."),
]


def settings_for(database: str | None) -> Settings:
    """Read the settings from the environment, with this database if given."""
    from whistlestop.server.settings import Settings

    try:
        return Settings.from_environment(None, database=database)
    except ValueError as error:
        fail(str(error), Code.USAGE)


def location(url: str) -> tuple[URL, Path | None]:
    """Return the parsed URL of an existing database, and its file if it is SQLite."""
    from sqlalchemy import make_url

    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return parsed, None
    path = Path(parsed.database or "")
    if not path.is_file():
        fail(f"there is no database {path}", Code.MISSING)
    return parsed, path


def ask(database: str | None, question: Callable[[Store], Awaitable[T]]) -> T:
    """Run a query on an existing database, which a server may be using."""
    from sqlalchemy.exc import SQLAlchemyError

    from whistlestop.server.adapters.database.store import Store

    url = settings_for(database).database_url
    location(url)

    async def asking() -> T:
        store = Store(url)
        try:
            return await question(store)
        except SQLAlchemyError as error:
            fail(f"the database cannot be read: {reason(error)}; `whistlestop serve` updates an older one")
        finally:
            await store.close()

    return asyncio.run(asking())


def reason(error: SQLAlchemyError) -> str:
    """Return the first line of a database error."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
