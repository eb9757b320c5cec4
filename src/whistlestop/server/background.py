"""Background tasks of the server: started, supervised and stopped together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

log = structlog.get_logger("whistlestop.background")

T = TypeVar("T")


class Background:
    """The background tasks of one part of the server. A failed task is logged and does not stop the others."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        """Return the number of tasks that are not done. A task's callback runs slightly after the task ends."""
        return sum(not task.done() for task in self._tasks)

    def start(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Start a task, called `name` in the log."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def every(
        self, seconds: float, work: Callable[[], Awaitable[object]], name: str, first: float | None = None
    ) -> asyncio.Task[None]:
        """Call `work` repeatedly with a pause of `seconds`; `first` is the pause before the first call."""

        async def repeat() -> None:
            await asyncio.sleep(seconds if first is None else first)
            while True:
                try:
                    await work()
                except Exception as error:  # noqa: BLE001 - such as a lost database: the next call may succeed
                    log.warning("background work failed", work=name, error=type(error).__name__)
                await asyncio.sleep(seconds)

        return self.start(repeat(), name)

    async def finish(self, seconds: float | None = None) -> None:
        """Wait until all tasks are done, for at most this many seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def close(self) -> None:
        """Cancel the running tasks and wait until they have stopped."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("background work failed", work=task.get_name(), error=type(error).__name__)
