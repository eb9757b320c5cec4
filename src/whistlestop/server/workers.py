"""Several server processes on one machine that accept connections at one address."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from multiprocessing.context import SpawnProcess
    from multiprocessing.synchronize import Event

    from whistlestop.server.settings import Settings

    Work = Callable[[Settings, socket.socket, Event, int], None]

log = structlog.get_logger("whistlestop.workers")

PAUSE = 1.0
"""Seconds between two starts of a worker, so that a worker that fails immediately does not overload the machine."""
LOOK = 0.5
STOPPING = 15.0
"""Seconds for workers to close their connections before they are killed."""


class Workers:
    """Starts the workers, restarts those that end, and stops all of them at the end."""

    def __init__(self, settings: Settings, listening: socket.socket, work: Work) -> None:
        """`work` runs one worker, in its own process."""
        self._work = work
        self._settings = settings
        self._listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._ready = self._context.Event()
        self._running: dict[int, tuple[SpawnProcess, float]] = {}
        self._stopped = threading.Event()

    def run(self, on_ready: Callable[[], None]) -> None:
        """Run until SIGTERM or Ctrl-C. `on_ready` is called when the first worker accepts connections."""
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, lambda _number, _frame: self._stopped.set())
        for number in range(self._settings.workers):
            self._start(number)
        told = False
        while not self._stopped.is_set():
            wait([process.sentinel for process, _ in self._running.values()], timeout=LOOK)
            if not told and self._ready.is_set():
                told = True
                on_ready()
            self._start_again()
        self._stop()

    def _start(self, number: int) -> None:
        process = self._context.Process(
            target=self._work,
            args=(self._settings, self._listening, self._ready, number),
            name=f"worker-{number}",
        )
        process.start()
        self._running[number] = (process, time.monotonic())

    def _start_again(self) -> None:
        for number, (process, since) in list(self._running.items()):
            if not process.is_alive() and time.monotonic() - since > PAUSE and not self._stopped.is_set():
                log.warning("worker ended", worker=number, exit=process.exitcode)
                process.close()
                self._start(number)

    def _stop(self) -> None:
        deadline = time.monotonic() + STOPPING
        for process, _ in self._running.values():
            process.terminate()
        for process, _ in self._running.values():
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
