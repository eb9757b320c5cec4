"""Going over to compiled code while the server plays.

The server answers at once: it begins interpreted (`core.jit`). If compiled code is not on disk yet, another process
makes it at low priority; then it is loaded in a thread, and from one call to the next the rules are played compiled.
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
    """Compiles and goes over, once, in the background."""

    def __init__(self) -> None:
        self._background = Background()

    def start(self) -> None:
        """Begin, unless there is nothing to go over to or it has been done."""
        if not jit.JIT_DISABLED and not jit.is_compiled():
            self._background.start(self._run(), "compiling")

    async def close(self) -> None:
        """Stop. What has been compiled so far is kept."""
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
            log.warning("compiled code is not to be had: playing interpreted")


async def _compile() -> None:
    """Let a process of its own compile everything; it stops with the server, and its own processes with it."""
    async with running(*WARM_UP, errors=asyncio.subprocess.DEVNULL) as process:
        await process.communicate()
