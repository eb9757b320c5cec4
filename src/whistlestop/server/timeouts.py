"""A correction of `asyncio.timeout` for Python before 3.11.3, such as that of Debian 12 (python/cpython#102780).

There, a timeout inside the cleanup of a canceled task raises CancelledError instead of TimeoutError, which libraries do
not expect. After a network failure, every use of a PostgreSQL database would then wait forever.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import timeouts
from typing import Any

CORRECT = (3, 11, 3)


def correct_timeouts() -> None:
    """Replace the methods of `asyncio.timeout` in versions where they are wrong."""
    if sys.version_info >= CORRECT:
        return
    timeout: Any = timeouts.Timeout
    states: Any = vars(timeouts)["_State"]  # these versions of Python no longer change
    enter, leave = timeout.__aenter__, timeout.__aexit__

    async def entered(self: Any) -> Any:
        task = asyncio.current_task()
        self._cancelling = 0 if task is None else task.cancelling()
        return await enter(self)

    async def left(self: Any, kind: Any, error: Any, trace: Any) -> Any:
        if self._state is not states.EXPIRING:
            return await leave(self, kind, error, trace)
        self._state = states.EXPIRED
        if self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimeoutError from error
        return None

    timeout.__aenter__, timeout.__aexit__ = entered, left
