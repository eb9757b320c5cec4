"""Whole transactions, for every move and for loading games.

The driver for SQLite sends each statement to a thread and waits for it, which costs more than the statement itself.
Here a whole transaction on a file goes to a thread at once, on its own connection. PostgreSQL needs no thread.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from whistlestop.server.adapters.database.database import file_engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")


class Transactions:
    """Runs transactions: on a file one after another, on PostgreSQL each on a connection of the pool."""

    def __init__(self, engine: AsyncEngine, *, writer: bool) -> None:
        self._engine = engine
        self._is_file = engine.dialect.name == "sqlite"
        if self._is_file:
            self._file = file_engine(engine.url, writer=writer)
            self._thread = ThreadPoolExecutor(1, "writing" if writer else "reading")
            self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction. Its exception rolls the transaction back and is raised here."""
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
