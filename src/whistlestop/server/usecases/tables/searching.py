"""Search for bots' actions and for hints in separate processes, so that the server does not wait.

A process starts on first use, at low priority, and reads one question after the other. It exits at the end of its
input, so it never outlives the server. A search either answers in time or not at all: if all processes are busy, one is
slow, or one has died, the planner's choice is played. A process that does not respond is killed, and the next question
starts a new one.
"""

from __future__ import annotations

import asyncio
import math
import pickle
import struct
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters import processes
from whistlestop.server.background import Background
from whistlestop.text.advice import Searched

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Sequence

    from whistlestop.observation import Observation
    from whistlestop.server.settings import Settings

log = structlog.get_logger("whistlestop.search")

ARGUMENTS = ("-m", "whistlestop.server.usecases.tables.searcher")
SIZE = struct.Struct("<q")
"""Format of a question's length in the pipe."""
ANSWER = struct.Struct("<qd")
"""Format of an answer: the action, and its gain in winning probability; NaN if unknown."""
EXPERT = "search"
"""The bot that computes hints."""
SLACK = 0.3
"""Seconds after the time for a decision at which an answer is discarded."""
HUNG = 30.0
"""Seconds after this time at which a process is killed; a new process first loads compiled code."""
PAUSE = 5.0
"""Seconds after the failure of a process before a new one is started."""


@dataclass(frozen=True)
class Question:
    """A question for a process: the bot, its seed, and its observation."""

    bot: str
    seed: int
    observation: Observation
    comparing: float = 0.0
    """Seconds for comparing its choice with the planner's; 0: no comparison."""

    def frame(self) -> bytes:
        """Return the question as bytes for the pipe."""
        question = pickle.dumps((self.bot, self.seed, self.observation, self.comparing))
        return SIZE.pack(len(question)) + question


class Searching:
    """The searching processes of this server."""

    def __init__(self, settings: Settings, arguments: Sequence[str] = ARGUMENTS) -> None:
        self._processes = settings.search_processes
        self._playouts = settings.search_playouts
        self.seconds = settings.search_time
        """Seconds for a decision."""
        self._arguments = arguments
        self._places = asyncio.Semaphore(self._processes)
        self._free: list[Process] = []
        self._running: set[Process] = set()
        self._asking = Background()
        self._waiting = 0
        self._pause_ends = 0.0
        self.answered = 0
        """Number of searched decisions."""
        self.unanswered = 0
        """Number of decisions without a searched answer, because of a lack of time or processes."""

    @property
    def pids(self) -> set[int]:
        """Return the ids of the running processes."""
        return {process.pid for process in self._running}

    @property
    def idle(self) -> int:
        """Number of running processes without a question."""
        return len(self._free)

    async def choose(self, bot: str, seed: int, observation: Observation) -> int | None:
        """Return a searching bot's choice as the engine's number; None if there is no answer in time.

        If time allows the number of playouts in the settings, the same seed gives the same action. The more decisions
        are waiting, the less time each gets.
        """
        found = await self._search(bot, seed, observation)
        return None if found is None else found.action

    async def advise(self, observation: Observation) -> Searched | None:
        """Return an expert's action, with the same amount of time again for comparing it; None as in `choose`."""
        return await self._search(EXPERT, 0, observation, compared=True)

    async def _search(
        self, bot: str, seed: int, observation: Observation, *, compared: bool = False
    ) -> Searched | None:
        ends = time.monotonic() + self.seconds
        found = None
        self._waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                await self._places.acquire()
            share = min(ends - time.monotonic(), self.seconds * self._processes / self._waiting)
            spec = f"{bot}:playouts={self._playouts},ms={max(1, int(share * 1000))}"
            comparing = share if compared else 0.0
            question = Question(spec, seed, observation, comparing)
            asking = self._asking.start(self._ask(question), "search")
            done, _ = await asyncio.wait({asking}, timeout=ends + comparing + SLACK - time.monotonic())
            found = asking.result() if done else None
        except TimeoutError:
            pass  # all processes are busy
        finally:
            self._waiting -= 1
        if found is None:
            self.unanswered += 1
        else:
            self.answered += 1
        return found

    async def close(self) -> None:
        """End all processes."""
        await self._asking.close()
        for process in list(self._running):
            await self._end(process)

    async def _ask(self, question: Question) -> Searched | None:
        """Return a process's answer, however late; None if it fails. Releases the process's slot."""
        process = None
        try:
            process = self._free.pop() if self._free else await self._start()
            if process is None:
                return None
            source, sink = process.stdout, process.stdin
            assert source is not None  # noqa: S101 - both are pipes
            assert sink is not None  # noqa: S101
            async with asyncio.timeout(self.seconds + question.comparing + HUNG):
                sink.write(question.frame())
                await sink.drain()
                action, gain = ANSWER.unpack(await source.readexactly(ANSWER.size))
        except (OSError, asyncio.IncompleteReadError) as error:  # a TimeoutError is an OSError
            log.warning("a search has failed", error=type(error).__name__)
            self._pause_ends = time.monotonic() + PAUSE
            if process is not None:
                await self._end(process)
            return None
        except asyncio.CancelledError:
            if process is not None:
                await self._end(process)
            raise
        else:
            self._free.append(process)
            return Searched(action, None if math.isnan(gain) else gain)
        finally:
            self._places.release()

    async def _start(self) -> Process | None:
        """Return a new process; None if one has just failed."""
        if time.monotonic() < self._pause_ends:
            return None
        process = await processes.start(*self._arguments)
        self._running.add(process)
        return process

    async def _end(self, process: Process) -> None:
        """Kill a process and wait until it has ended."""
        await processes.end(process)
        self._running.discard(process)
        if process in self._free:
            self._free.remove(process)
