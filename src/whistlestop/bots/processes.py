"""Tasks over all cores, in processes that know one's own bots and end with the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import Connection
from typing import TypeVar

from whistlestop.errors import BotError

from .registry import OwnBots, adopt, own_bots

__all__ = ["cores", "in_processes"]

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 4
"""Tasks for each process that are handed out before the first of their results is taken."""


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    play: Callable[[Task], Done], tasks: Sequence[Task], bots: Iterable[str], jobs: int | None = None
) -> Generator[Done, None, None]:
    """What comes of each task, in order, done by so many processes (by default one a core) that know these bots.

    Raises BotError and UnknownBot. A program that calls this with several processes must be importable: Python
    starts each of them by importing its main module.
    """
    jobs = min(cores() if jobs is None else jobs, len(tasks))
    if jobs <= 1:
        yield from map(play, tasks)
        return
    # A spawned process starts clean on every system; a forked one would inherit the compiler's threads.
    context = multiprocessing.get_context("spawn")
    own = own_bots(bots)
    try:
        pickle.dumps(own)
    except Exception as error:
        message = f"bots {', '.join(own.entries)}: another process cannot make them ({error}); play with one"
        raise BotError(message) from error
    theirs, ours = context.Pipe(duplex=False)
    waiting: deque[Future[Done]] = deque()
    rest = iter(tasks)
    with ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(own, theirs)) as pool:
        try:
            while True:
                waiting.extend(pool.submit(play, task) for task in islice(rest, AHEAD * jobs - len(waiting)))
                if not waiting:
                    break
                yield waiting.popleft().result()
        except BaseException as error:
            ours.close()  # which ends them at once, whatever they are doing
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                message = "a process ended before its games did: a bot ended it, or there was no memory left"
                raise BotError(message) from None
            raise
    ours.close()
    theirs.close()


def _begin(own: OwnBots, lifeline: Connection) -> None:
    """Prepare a process: who interrupts the program at the keyboard means the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    adopt(own)


def _end_with(lifeline: Connection) -> None:
    """End this process when the other end of a pipe is closed: by whom started it, or because that has ended."""
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
