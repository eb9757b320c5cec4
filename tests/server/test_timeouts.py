"""Timeouts within the cleanup after another timeout, which libraries rely on."""

from __future__ import annotations

import asyncio

import pytest

from whistlestop.server.timeouts import correct_timeouts

SOON = 0.01
LONG = 10.0


async def test_a_timeout_in_a_cleanup_is_a_timeout() -> None:
    correct_timeouts()
    caught = []

    async def clean_up() -> None:
        try:
            async with asyncio.timeout(SOON):
                await asyncio.sleep(LONG)
        except TimeoutError:
            caught.append("cleanup")

    async def work() -> None:
        async with asyncio.timeout(SOON):
            try:
                await asyncio.sleep(LONG)
            finally:
                await clean_up()

    with pytest.raises(TimeoutError):
        await work()
    assert caught == ["cleanup"]


async def test_a_task_that_others_cancel_is_cancelled() -> None:
    correct_timeouts()

    async def wait() -> None:
        async with asyncio.timeout(LONG):
            await asyncio.sleep(LONG)

    task = asyncio.create_task(wait())
    await asyncio.sleep(SOON)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
