"""The balance of boards that are being edited: games in a child process, as long as the results are requested."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from whistlestop.server.adapters.processes import running
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.studio import BalanceCheck, BalanceReport, BalanceTrial

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.format import Ruleset

log = structlog.get_logger("whistlestop.balancing")

PROGRAM = ("-m", "whistlestop.statistics")
GAMES, REMEDIES = 500, 6_000
"""Number of games that look for faults, and maximum number of games that try remedies."""
LONGEST = 600.0
"""Time limit for the games on a board in seconds."""
WATCHED = 20.0
"""Seconds after the last request for the results at which the games stop."""
KEPT = 24
"""Number of results kept for later requests."""
WAITING = 4
"""Maximum number of boards whose games are in progress or waiting."""


class _Line(msgspec.Struct):
    """A line from the child process."""

    played: int | None = None
    checks: list[BalanceCheck] = []
    trial: BalanceTrial | None = None


@dataclass
class _Run:
    report: BalanceReport
    asked: float = field(default_factory=time.monotonic)
    task: asyncio.Task[None] | None = None


class Balancing:
    """Plays games on boards, one board at a time, and keeps the results."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._core = asyncio.Lock()  # one board at a time, since each uses a whole core

    async def close(self) -> None:
        """Stop all games."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def report(self, ruleset: Ruleset, players: int, begin: Callable[[], None]) -> BalanceReport:
        """Return the findings about a board so far, and start its games on the first request.

        begin: called before the games are started; it may refuse. Raises Refusal.
        """
        if find_spec("polars") is None:
            raise Refusal("balance_off", "This site does not test the balance of boards.")
        if not ruleset.min_players <= players <= ruleset.max_players:
            raise Refusal("bad_request", "The board is for another number of players.")
        board = ruleset.data.plain()
        key = _key(ruleset, players)
        run = self._runs.get(key)
        if run is not None and run.report.state == "stopped":
            del self._runs[key]  # the next request tries again
            return run.report
        if run is None:
            begin()
            if sum(one.report.state in {"waiting", "playing"} for one in self._runs.values()) >= WAITING:
                raise Refusal(
                    "overloaded", "Too many boards are being tested. Try again in a moment.", wait=10
                )
            run = self._runs[key] = _Run(BalanceReport("waiting", 0, GAMES, [], []))
            run.task = asyncio.create_task(self._supervise(key, run, board, players), name="balance")
            self._forget()
        run.asked = time.monotonic()
        self._runs.move_to_end(key)
        return run.report

    def tested(self, ruleset: Ruleset) -> dict[int, int]:
        """Return how many faults finished tests of a board found, by number of players."""
        found = {}
        for players in range(ruleset.min_players, ruleset.max_players + 1):
            run = self._runs.get(_key(ruleset, players))
            if run is not None and run.report.state == "done":
                found[players] = sum(len(check.faults) for check in run.report.checks)
        return found

    def _forget(self) -> None:
        """Drop the results that were least recently requested."""
        for key in [key for key, run in self._runs.items() if run.report.state in {"done", "stopped"}]:
            if len(self._runs) <= KEPT:
                break
            del self._runs[key]

    async def _supervise(self, key: str, run: _Run, board: dict[str, Any], players: int) -> None:
        """Play the games until they are finished, the time is up, or the results are no longer requested."""
        games = asyncio.create_task(self._play(run.report, board, players), name="balance games")
        try:
            while not games.done():
                left = run.asked + WATCHED - time.monotonic()
                if left <= 0:
                    del self._runs[key]
                    break
                await asyncio.wait({games}, timeout=left)
        finally:
            games.cancel()
            (outcome,) = await asyncio.gather(games, return_exceptions=True)
            run.report.state = "stopped" if isinstance(outcome, BaseException) else "done"
            if isinstance(outcome, Exception):
                log.warning(
                    "games on a board stopped", error=type(outcome).__name__, reason=str(outcome)[:200]
                )

    async def _play(self, report: BalanceReport, board: dict[str, Any], players: int) -> None:
        wish = {"board": board, "players": players, "games": GAMES, "remedies": REMEDIES}
        async with (
            self._core,
            asyncio.timeout(LONGEST),
            running(*PROGRAM, errors=asyncio.subprocess.DEVNULL) as process,
        ):
            report.state = "playing"
            sink, source = process.stdin, process.stdout
            if sink is None or source is None:
                raise OSError("the process for the games has no pipes")
            sink.write(msgspec.json.encode(wish))
            sink.close()
            while text := await source.readline():
                line = msgspec.json.decode(text, type=_Line)
                if line.played is not None:
                    report.played, report.checks = line.played, line.checks
                if line.trial is not None:
                    report.trials.append(line.trial)
            if await process.wait():
                raise OSError("the process for the games failed")


def _key(ruleset: Ruleset, players: int) -> str:
    """Return the key of a test: a hash of all parts of a board that affect games."""
    rules = {name: value for name, value in ruleset.data.rules_only().items() if name != "id"}
    return hashlib.sha256(msgspec.json.encode([rules, players])).hexdigest()
