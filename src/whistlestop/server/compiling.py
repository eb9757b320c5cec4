"""Going over to compiled code while the server plays.

The server answers at once: it begins interpreted (`core.jit`). If compiled code is not on disk yet, another process
makes it at low priority; then it is loaded in a thread, and from one call to the next the rules are played compiled.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time

import structlog

from whistlestop.core import jit
from whistlestop.core.jit.cache import is_complete
from whistlestop.server import garbage

log = structlog.get_logger("whistlestop.compiling")

COMMAND = (sys.executable, "-m", "whistlestop", "warmup", "--background")


class Compiling:
    """Compiles and goes over, once, in the background."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless there is nothing to go over to or it has been done."""
        if not jit.JIT_DISABLED and not jit.is_compiled():
            self._task = asyncio.create_task(self._run(), name="compiling")

    async def close(self) -> None:
        """Stop. What has been compiled so far is kept."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        started = time.perf_counter()
        compiled = not await asyncio.to_thread(is_complete)
        if compiled:
            log.info("compiling the rules in the background")
            await _compile()
        if await asyncio.to_thread(jit.go_over):
            garbage.keep_all()
            log.info("playing compiled", compiled=compiled, seconds=round(time.perf_counter() - started, 1))
        else:
            log.warning("compiled code is not to be had: playing interpreted")


async def _compile() -> None:
    """Let a process of its own compile everything; it stops with the server."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # so that its own processes can be stopped with it
    )
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGTERM)
                else:
                    process.terminate()
            await process.wait()
