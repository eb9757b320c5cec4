"""Child processes of the server for slow work. None of them outlives the block or task that runs it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


LINE = 1 << 24
"""Maximum number of bytes in a line of a process."""


async def start(*arguments: str, errors: int | None = None) -> Process:
    """Start `python ARGUMENTS` with pipes for stdin and stdout, and `errors` as its stderr."""
    return await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdin=PIPE, stdout=PIPE, stderr=errors, limit=LINE
    )


async def end(process: Process) -> None:
    """Kill a process if it is still running, and wait until it has ended."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()


@contextlib.asynccontextmanager
async def running(*arguments: str, errors: int | None = PIPE) -> AsyncIterator[Process]:
    """Run `python ARGUMENTS` during the block, and kill it at the end."""
    process = await start(*arguments, errors=errors)
    try:
        yield process
    finally:
        await end(process)
