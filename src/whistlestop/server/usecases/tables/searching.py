"""Search for the bots of tables and for hints, in processes of their own, so that nobody else waits for it.

A process is started when it is first needed, at low priority, and reads one question after the other; it ends when its
input does, so nothing is left of it after the server, whatever ended that. There is an answer in time or none: when all
processes are busy, when one is slow, or when one has died, and then it is played as the planner does. One that
does not come back at all is killed, and the next question starts another.
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
"""How the length of a question goes through a pipe."""
ANSWER = struct.Struct("<qd")
"""How an answer does: the action, and what it adds to the chance to win; not a number where that is not known."""
EXPERT = "search"
"""The bot that is asked for hints."""
SLACK = 0.3
"""Seconds beyond its time for a decision after which an answer comes too late."""
HUNG = 30.0
"""Seconds beyond its time after which a process is killed; a new one first loads compiled code."""
PAUSE = 5.0
"""Seconds after a process has died in which none is started."""


@dataclass(frozen=True)
class Question:
    """What a process is asked: which bot with which seed, and what it sees."""

    bot: str
    seed: int
    observation: Observation
    comparing: float = 0.0
    """Seconds to find out how much better its choice is than the planner's; 0: nobody wants to know."""

    def frame(self) -> bytes:
        """As bytes for the pipe."""
        question = pickle.dumps((self.bot, self.seed, self.observation, self.comparing))
        return SIZE.pack(len(question)) + question


class Searching:
    """The processes of this server that search."""

    def __init__(self, settings: Settings, arguments: Sequence[str] = ARGUMENTS) -> None:
        self._processes = settings.search_processes
        self._playouts = settings.search_playouts
        self._seconds = settings.search_time
        self._arguments = arguments
        self._places = asyncio.Semaphore(self._processes)
        self._free: list[Process] = []
        self._running: set[Process] = set()
        self._asking = Background()
        self._waiting = 0
        self._pause_ends = 0.0
        self.answered = 0
        """Decisions that were searched."""
        self.unanswered = 0
        """Decisions for which there was no time, or no process."""

    @property
    def pids(self) -> set[int]:
        """The processes that run now."""
        return {process.pid for process in self._running}

    async def choose(self, bot: str, seed: int, observation: Observation) -> int | None:
        """The action that a bot which searches chooses, as the engine numbers it; None if there is none in time.

        Where there is time for as many games as the settings say, the same seed gives the same action; the more
        decisions wait, the less time there is for each.
        """
        found = await self._search(bot, seed, observation)
        return None if found is None else found.action

    async def advise(self, observation: Observation) -> Searched | None:
        """What an expert would do, with as much time again to tell how much better that is; None as above."""
        return await self._search(EXPERT, 0, observation, compared=True)

    async def _search(
        self, bot: str, seed: int, observation: Observation, *, compared: bool = False
    ) -> Searched | None:
        ends = time.monotonic() + self._seconds
        found = None
        self._waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._places.acquire()
            share = min(ends - time.monotonic(), self._seconds * self._processes / self._waiting)
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
        """What a process answers, however late; None if it fails. Gives back the place that was taken for it."""
        process = None
        try:
            process = self._free.pop() if self._free else await self._start()
            if process is None:
                return None
            source, sink = process.stdout, process.stdin
            assert source is not None  # noqa: S101 - both are pipes
            assert sink is not None  # noqa: S101
            async with asyncio.timeout(self._seconds + question.comparing + HUNG):
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
        """A new process; None if one has died just now."""
        if time.monotonic() < self._pause_ends:
            return None
        process = await processes.start(*self._arguments)
        self._running.add(process)
        return process

    async def _end(self, process: Process) -> None:
        """Kill a process and wait until it is gone."""
        await processes.end(process)
        self._running.discard(process)
        if process in self._free:
            self._free.remove(process)
