"""Switch to compiled code while the server runs.

The server starts interpreted, so that it responds immediately. If the compiled code is not on disk, a child process
compiles it at low priority. A thread loads it, and the next call of a rule runs compiled (`core.jit`).
"""

from __future__ import annotations

import asyncio
import time

import structlog

from whistlestop.core import jit
from whistlestop.core.jit.cache import is_complete
from whistlestop.server import garbage
from whistlestop.server.adapters.processes import running
from whistlestop.server.background import Background

log = structlog.get_logger("whistlestop.compiling")

WARM_UP = ("-m", "whistlestop", "warmup", "--background")


class Compiling:
    """Compiles the rules and switches to the compiled code, once, in the background."""

    def __init__(self) -> None:
        self._background = Background()

    def start(self) -> None:
        """Start, unless the rules are already compiled or cannot be compiled."""
        if not jit.JIT_DISABLED and not jit.is_compiled():
            self._background.start(self._run(), "compiling")

    async def close(self) -> None:
        """Stop. The cache keeps everything compiled so far."""
        await self._background.close()

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
            log.warning("compiled code is unavailable; running interpreted")


async def _compile() -> None:
    """Compile everything in a child process, which ends with the server."""
    async with running(*WARM_UP, errors=asyncio.subprocess.DEVNULL) as process:
        await process.communicate()
