"""Child processes: they run at low priority, only their parent stops them, and they never outlive it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection

__all__ = ["end_with_parent", "ignore_signals", "lower_priority", "pool"]


def lower_priority() -> None:
    """Give every other process of this machine priority."""
    if hasattr(os, "nice"):
        os.nice(15)


def ignore_signals(*more: signal.Signals) -> None:
    """Ignore Ctrl-C and the signals `more`. All processes of a terminal or service get them; the parent decides."""
    for number in (signal.SIGINT, *more):
        signal.signal(number, signal.SIG_IGN)


def end_with_parent() -> None:
    """Send SIGTERM to this process, started by `multiprocessing`, when its parent has ended for any reason."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        _watch(parent.join, lambda: os.kill(os.getpid(), signal.SIGTERM))


@contextlib.contextmanager
def pool(size: int, prepare: Callable[[], None]) -> Iterator[ProcessPoolExecutor]:
    """Run a pool of `size` processes. Each calls `prepare` first, which is sent to it by pickle.

    The processes end with this one. If the block raises an exception, they end at once, in the middle of their work.
    """
    # Spawned on every system: a forked process would inherit the compiler's threads.
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with ProcessPoolExecutor(size, context, initializer=_begin, initargs=(prepare, theirs)) as executor:
        try:
            yield executor
        except BaseException:
            ours.close()
            executor.shutdown(wait=False, cancel_futures=True)
            raise
    ours.close()
    theirs.close()


def _begin(prepare: Callable[[], None], lifeline: Connection) -> None:
    ignore_signals()
    _watch(lambda: _closed(lifeline), lambda: os._exit(1))
    prepare()


def _closed(lifeline: Connection) -> None:
    """Wait until the other end of a pipe is closed, on purpose or because its process has ended."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()


def _watch(wait: Callable[[], object], end: Callable[[], object]) -> None:
    def watch() -> None:
        wait()
        end()

    threading.Thread(target=watch, daemon=True).start()
