"""Plans and hints, computed in a separate thread because they take a while with interpreted rules.

The processes that search for bots first search for a hint; if they give no answer, the planner gives the hint.

An answer is cached while it can be requested again, so that repeated requests cost nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from whistlestop.core.jit import is_compiled

if TYPE_CHECKING:
    from whistlestop.observation import Observation
    from whistlestop.server.usecases.tables.searching import Searching

KEPT = 200


@dataclass(frozen=True)
class Question:
    """A request from a seat at a version of a game, and the function that answers it."""

    table: str
    version: int
    seat: int
    about: str
    make: Callable[..., bytes] = field(compare=False)
    """Called with the result of the search, if there is one."""
    shown: Observation | None = field(default=None, compare=False)
    """Arguments of the search, if there is one."""


class Advice:
    """The cached answers of this process."""

    def __init__(self, searching: Searching) -> None:
        self._searching = searching
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._answers: OrderedDict[Question, asyncio.Task[bytes]] = OrderedDict()

    async def answer(self, question: Question) -> bytes:
        """Return the answer to a question, from the cache if possible."""
        found = self._answers.get(question)
        if found is None:
            found = asyncio.create_task(self._make(question), name="advice")
            self._answers[question] = found
            found.add_done_callback(lambda done: self._made(question, done))
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        self._answers.move_to_end(question)
        return await asyncio.shield(found)

    async def _make(self, question: Question) -> bytes:
        make = question.make
        if question.shown is not None and is_compiled():
            make = partial(make, await self._searching.advise(question.shown))
        return await asyncio.get_running_loop().run_in_executor(self._pool, make)

    def _made(self, question: Question, done: asyncio.Task[bytes]) -> None:
        """Drop a failed answer, so that the next request tries again."""
        if done.cancelled() or done.exception() is not None:
            self._answers.pop(question, None)

    async def close(self) -> None:
        """Stop. No more answers are delivered."""
        making = list(self._answers.values())
        for answer in making:
            answer.cancel()
        await asyncio.gather(*making, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
