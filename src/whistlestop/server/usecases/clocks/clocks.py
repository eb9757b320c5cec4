"""The clocks of all tables of a process, with one timer for the next clock to reach zero.

A time-out is handled like a command: decided under the lock of its table from the current state, written, committed,
and sent. A command that arrived before zero is ahead of it in the queue for that lock.
"""

from __future__ import annotations

import asyncio
import heapq
from functools import partial
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.background import Background
from whistlestop.server.domain.passes import PASSES
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.usecases.clocks.heartbeat import EVERY
from whistlestop.server.usecases.tables.following import catch_up

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from contextlib import AbstractAsyncContextManager

    from whistlestop.server.domain.clock import Clock
    from whistlestop.server.domain.times import Timeline
    from whistlestop.server.usecases.tables.cluster import Cluster
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.clocks")

AFTER = 250
"""Milliseconds after zero at which a time-out is decided, to allow for commands still in transit."""
LONGEST = 600.0
"""Longest pause of the timer in seconds."""
RETRY = 2000
"""Milliseconds until a time-out that could not be written is retried."""


class Clocks:
    """Hands seats over when their time runs out."""

    def __init__(
        self,
        use: Callable[[str], AbstractAsyncContextManager[Table]],
        hand_over: Callable[..., Awaitable[None]],
        timeline: Timeline,
        cluster: Cluster,
    ) -> None:
        """use: returns a table by its id and keeps it in memory. cluster: knows which games this process runs."""
        self._cluster = cluster
        self._use = use
        self._hand_over = hand_over
        self._heartbeat = cluster.heartbeat
        self._timeline = timeline
        self._clocks: dict[str, Clock] = {}
        self._zeros: dict[str, int] = {}
        self._revision = timeline.revision
        """The revision of the outages that `_zeros` takes into account."""
        self._heap: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None
        self._background = Background()
        self._time_outs = Background()

    async def open(self) -> None:
        """Find out how long the server was down."""
        try:
            await self._heartbeat.begin()
        except DatabaseError as error:  # such as a full disk: games can still be viewed
            log.warning("no beat", error=type(error).__name__)
        self._heartbeat.rest()

    async def close(self) -> None:
        """Stop. Later time-outs are detected after the next start."""
        if self._timer is not None:
            self._timer.cancel()
        await self._background.close()
        await self._time_outs.close()

    def check(self, table: Table) -> None:
        """Hand over seats when the first clock of a table reaches zero, if this process runs the game."""
        if not self._cluster.holds(table.id):
            return
        clock = table.clock
        zero = clock.zero() if clock is not None and table.under_way else None
        if clock is None or zero is None:
            self._clocks.pop(table.id, None)
        else:
            self._clocks[table.id] = clock
        self._set(table.id, zero)

    def _reckon_again(self) -> None:
        """Recompute the zeros.

        An outage that is detected late may precede the start of a turn, in which case zero moves to an earlier time.
        """
        if self._revision != self._timeline.revision:
            self._revision = self._timeline.revision
            for game in [game for game in self._zeros if game in self._clocks]:
                self._set(game, self._clocks[game].zero())

    def _set(self, game: str, zero: int | None) -> None:
        """Schedule the zero of a game. zero: on the time scale without outages."""
        if zero is None:
            self._zeros.pop(game, None)
        elif self._zeros.get(game) != zero:
            self._zeros[game] = zero
            heapq.heappush(self._heap, (zero, game))
            if len(self._heap) > 2 * len(self._zeros) + 100:  # most entries are outdated
                self._heap = [(zero, game) for game, zero in self._zeros.items()]
                heapq.heapify(self._heap)
            if self._heap[0] == (zero, game):
                self.wind()
            if self._beating is None or self._beating.done():
                self._beating = self._background.start(self._beat(), "heartbeat")

    def wind(self) -> None:
        """Set the timer for the next zero. Must be called after a change of the timeline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._zeros.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            wait = self._heap[0][0] + AFTER - self._timeline.served(self._timeline.now())
            delay = min(LONGEST, max(0.0, wait / 1000))
            self._timer = asyncio.get_running_loop().call_later(delay, self._due)

    def _due(self) -> None:
        self._timer = None
        served = self._timeline.served(self._timeline.now())
        while self._heap and self._heap[0][0] + AFTER <= served:
            zero, game = heapq.heappop(self._heap)
            if self._zeros.get(game) == zero:
                del self._zeros[game]
                self._time_outs.start(self.time_out(game), "time-out")
        self.wind()

    async def time_out(self, game: str) -> None:
        """Hand over the seats of a game whose time is up, if this process runs it."""
        try:
            if not self._heartbeat.is_fresh():
                await self._heartbeat.beat()
            async with self._use(game) as table:
                await table.change(partial(self._decide, table))
        except Exception as error:  # noqa: BLE001 - a failure must not stop other clocks
            gone = isinstance(error, Refusal) and error.code in {"not_found", "unreadable"}
            log.warning("time-out failed", table=game[:6], error=type(error).__name__)
            if gone:
                self._clocks.pop(game, None)
            else:
                self._set(game, self._timeline.served(self._timeline.now()) + RETRY)

    async def _decide(self, table: Table) -> None:
        if not self._cluster.holds(table.id):
            self._clocks.pop(table.id, None)  # the process with the lease runs the clock
            return
        if table.doubtful:
            await catch_up(table)
        clock = table.clock
        if clock is None or not table.under_way:
            return
        for seat in clock.out_of_time(self._timeline.now()):
            log.info("time is up", table=table.tag, seat=seat)
            await self._hand_over(table, seat, clock.settings.bot or PASSES, "time", leased=True)
        self.check(table)

    async def _beat(self) -> None:
        """Send heartbeats while a clock runs."""
        self._heartbeat.rest()
        while self._zeros or self._time_outs:
            try:
                await self._heartbeat.beat()
            except Exception as error:  # noqa: BLE001 - the next heartbeat measures the outage of the database
                log.warning("no beat", error=type(error).__name__)
            self._reckon_again()
            await asyncio.sleep(EVERY / 1000)
        self._heartbeat.rest()
