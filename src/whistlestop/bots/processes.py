"""Run tasks on all cores, in processes that can load your own bots and exit with their parent."""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from typing import TypeVar

from whistlestop.children import pool
from whistlestop.errors import BotError

from .registry import adopt, own_bots

__all__ = ["cores", "in_processes"]

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 4
"""Tasks per process that are submitted before the first result is taken."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    play: Callable[[Task], Done], tasks: Sequence[Task], bots: Iterable[str], jobs: int | None = None
) -> Generator[Done, None, None]:
    """Yield the result of each task, in order. jobs: processes that know these bots; default: one per core.

    Raises BotError and UnknownBot. A program that calls this with several processes must be importable: Python
    starts each of them by importing its main module.
    """
    jobs = min(cores() if jobs is None else jobs, len(tasks))
    if jobs <= 1:
        yield from map(play, tasks)
        return
    own = own_bots(bots)
    try:
        pickle.dumps(own)
    except Exception as error:
        message = (
            f"bots {', '.join(own.entries)}: another process cannot make them ({error}); use a single process"
        )
        raise BotError(message) from error
    waiting: deque[Future[Done]] = deque()
    rest = iter(tasks)
    try:
        with pool(jobs, partial(adopt, own)) as processes:
            while True:
                more = islice(rest, AHEAD * jobs - len(waiting))
                waiting.extend(processes.submit(play, task) for task in more)
                if not waiting:
                    break
                yield waiting.popleft().result()
    except BrokenProcessPool:
        message = "a process ended before its games: a bot ended it, or memory ran out"
        raise BotError(message) from None
