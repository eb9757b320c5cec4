"""Plans and hints: made in a thread of their own, for rules that are still interpreted take a while over them.

An answer is kept as long as somebody may ask for it again, so that asking twice, or from two windows, costs once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

KEPT = 200


@dataclass(frozen=True)
class Question:
    """What a seat asks at a version of a game, and what makes the answer."""

    table: str
    version: int
    seat: int
    about: str
    make: Callable[[], bytes] = field(compare=False)


class Advice:
    """Answers of this process."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._answers: OrderedDict[Question, asyncio.Future[bytes]] = OrderedDict()

    async def answer(self, question: Question) -> bytes:
        """The answer to a question, made now unless it is kept."""
        found = self._answers.get(question)
        if found is None:
            found = asyncio.get_running_loop().run_in_executor(self._pool, question.make)
            self._answers[question] = found
            found.add_done_callback(lambda done: self._made(question, done))
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        self._answers.move_to_end(question)
        return await asyncio.shield(found)

    def _made(self, question: Question, done: asyncio.Future[bytes]) -> None:
        """Forget what failed, so that it is tried again."""
        if done.cancelled() or done.exception() is not None:
            self._answers.pop(question, None)

    def close(self) -> None:
        """Stop. Nobody waits for an answer any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
