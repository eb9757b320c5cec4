"""A database file under a server without free memory: nothing hangs, and everything recovers."""

from __future__ import annotations

import asyncio
import errno
import mmap
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.exc import TimeoutError as NoAnswer

from whistlestop.server.adapters.database import database
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    opened = Store(Settings(database=str(tmp_path / "test.db")).database_url)
    await opened.open()
    yield opened
    await opened.close()


@pytest.mark.parametrize("who", ["readers", "writer"])
async def test_no_thread_is_begun_that_has_no_memory(
    store: Store, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object) -> None:
        raise OSError(errno.ENOMEM, "no memory")

    async def name() -> str | None:
        if who == "readers":
            return await store.user_name("ada")
        await store.name_user("ada", "Ada")
        return "Ada"

    with monkeypatch.context() as patched:
        patched.setattr(mmap, "mmap", none_left)
        for _ in range(8):  # more often than there are connections: failed attempts must not keep one
            with pytest.raises(MemoryError):
                await name()
    await name()


@pytest.mark.filterwarnings("ignore:The garbage collector is trying")  # caused on purpose
async def test_a_lost_connection_is_found_again(store: Store) -> None:

    async def find(connection: AsyncConnection) -> AsyncEngine:
        return connection.engine

    lost = await (await store.writer.run(find)).connect()
    await lost.execute(text("select 1"))
    cycle: list[object] = [lost]  # like after a MemoryError inside a library
    cycle.append(cycle)
    del lost, cycle

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(text("select 1"))

    with pytest.raises(NoAnswer):
        await store.writer.run(job)
    async with asyncio.timeout(5):
        while True:
            with suppress(NoAnswer):
                await store.writer.run(job)
                break
