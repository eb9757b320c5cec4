"""Wait until a condition holds."""

from __future__ import annotations

import asyncio
import inspect
import time
from typing import TYPE_CHECKING, Any

from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

WAIT = 10.0
PAUSE = 0.01


async def eventually(condition: Callable[[], Any], within: float = WAIT, pause: float = PAUSE) -> Any:
    """Wait until a condition holds, and return its value. A coroutine function may compute it.

    Raises TimeoutError.
    """
    async with asyncio.timeout(within):
        while True:
            value = condition()
            if inspect.isawaitable(value):
                value = await value
            if value:
                return value
            await asyncio.sleep(pause)


async def next_millisecond() -> None:
    """Wait until the server's clock shows a new time."""
    before = now()
    await eventually(lambda: now() > before)


def wait_for(condition: Callable[[], Any], within: float = WAIT) -> Any:
    """Do the same without an event loop."""
    end = time.monotonic() + within
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(PAUSE)
    return value


def wait_for_blocks(process: subprocess.Popen[str], folder: Path, blocks: int) -> None:
    """Wait until a simulation in a process has written this number of blocks."""

    def written() -> bool:
        assert process.poll() is None, process.communicate()
        return len(list(folder.glob("seats/*.parquet"))) >= blocks

    wait_for(written, 600)
