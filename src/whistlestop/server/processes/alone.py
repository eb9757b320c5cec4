"""The only process of a database, and how a process finds out that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.server.processes.service import Shared
    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.registry import Tables
    from whistlestop.server.tables.table import Table


class Alone:
    """It looks after all games, and nobody changes them behind its back."""

    shared = False

    async def open(self) -> None:
        """Nobody has to be asked."""

    async def close(self) -> None:
        """Nobody has to be told."""

    def holds(self, _game: str) -> bool:
        """Whether this process looks after a game."""
        return True

    def check(self, table: Table) -> None:
        """Something has happened at a table."""


def processes_of(store: Store, tables: Tables) -> Alone | Shared:
    """Whether a process is alone is decided by its database: a file has one server at a time."""
    if not store.shared:
        return Alone()
    from whistlestop.server.processes.service import Shared  # noqa: PLC0415 - psycopg need not be there otherwise

    return Shared(store, tables)
