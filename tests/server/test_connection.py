"""Connections to PostgreSQL that are closed while a task waits for one of their queries."""

from __future__ import annotations

import asyncio
from inspect import signature

import psycopg
import pytest

from whistlestop.server.adapters.database.postgresql import Connection

WITHIN = 5.0
"""Seconds within which a closed connection has ended all its queries."""


async def waiting(connection: Connection) -> asyncio.Task[object]:
    """Return a task that waits for a query of a minute."""
    task: asyncio.Task[object] = asyncio.create_task(connection.execute("select pg_sleep(60)"))
    while connection.info.transaction_status != psycopg.pq.TransactionStatus.ACTIVE:
        await asyncio.sleep(0.01)
    return task


async def test_closing_ends_the_queries_that_others_wait_for(shared: str) -> None:
    """Otherwise the event loop still watches the descriptor, which the next connection gets."""
    address = shared.replace("+psycopg", "")
    closed = await Connection.connect(address)
    first = await waiting(closed)
    queued = asyncio.create_task(closed.execute("select 1"))
    await asyncio.sleep(0)
    descriptor = closed.pgconn.socket
    async with asyncio.timeout(WITHIN):
        await closed.close()
        async with await Connection.connect(address) as following:
            assert following.pgconn.socket == descriptor
            assert await (await following.execute("select 7")).fetchone() == (7,)
        for task in (first, queued):
            with pytest.raises(psycopg.OperationalError):
                await task
    await closed.close()  # twice does no harm


def test_psycopg_still_asks_here_before_it_cancels() -> None:
    """psycopg calls our replacement of its function; if it were renamed, the bug would return without notice."""
    mine = signature(Connection._try_cancel)
    assert signature(psycopg.AsyncConnection._try_cancel).parameters.keys() == mine.parameters.keys()
    assert "_try_cancel" in psycopg.AsyncConnection.wait.__code__.co_names
