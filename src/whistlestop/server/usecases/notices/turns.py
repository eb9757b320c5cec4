"""Players' turns: when they began, whether the player is looking, and the contents of a notification.

A turn is put into the outbox if it lasts a few seconds while its player is not looking at the table. A turn that the
player has seen is stored there as done, so that they are not notified of it after a restart.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import structlog
from msgspec import Struct

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.notices import Notice
from whistlestop.server.background import Background
from whistlestop.server.domain.events import Event
from whistlestop.server.domain.games import due_since, turns_begun
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.tables.bots import bot_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop import Game
    from whistlestop.server.adapters.database.events import NewsStore
    from whistlestop.server.adapters.database.notices import NoticeStore
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.notices")

AGAIN = 2.0
"""Seconds until a failed write is retried."""


class Turn(Struct, frozen=True):
    """The contents of a turn notification: only public information about the table."""

    table: str
    ruleset: str
    board: str
    seat: int
    since: int
    last: str | None


def turn_of(row: TableRow, game: Game, seat: int) -> Turn | None:
    """Return the contents of a notification about a seat's turn; None if it is not its turn, or a bot plays for it.

    A game that ended unfinished no longer has turns.
    """
    since = due_since(game, seat) if row.state == "playing" else None
    if since is None or row.seats[seat].bot is not None:
        return None
    last = None
    if game.actions:
        held = row.seats[game.actions[-1][0]]
        last = held.name if held.name is not None or held.bot is None else bot_name(held.bot)
    return Turn(row.id, row.ruleset, game.ruleset.name, seat, since, last)


class Turns:
    """Waits `delay` seconds before it stores a human player's turn, and twice as long after the start."""

    def __init__(
        self,
        tables: Tables,
        store: NoticeStore,
        news: NewsStore,
        delay: float,
        on_put: Callable[[], None],
        holds: Callable[[str], bool],
        played_in: Callable[[Table, int], Awaitable[float | None]],
    ) -> None:
        """`holds`: whether this process runs a game.

        `played_in`: the seconds until a seat's move ahead is played; None if its player must decide.
        """
        self._holds = holds
        self._played_in = played_in
        self._tables = tables
        self._store = store
        self._news = news
        self._delay = delay
        self._on_put = on_put
        self._waiting: dict[str, dict[int, tuple[int, asyncio.TimerHandle]]] = {}
        self._background = Background()
        self._opened = time.monotonic()

    def open(self) -> None:
        """Start. Pages that were open before a restart get a little time to reconnect."""
        self._opened = time.monotonic()

    async def close(self) -> None:
        """Stop waiting. Turns not yet stored are detected again after the next start."""
        for waiting in self._waiting.values():
            for _, timer in waiting.values():
                timer.cancel()
        self._waiting.clear()
        await self._background.close()

    def check(self, table: Table) -> None:
        """Check whose turn it is, after every change at a table whose game this process runs."""
        game = table.game
        if game is None or not self._holds(table.id):
            return
        waiting = self._waiting.pop(table.id, {})
        due = {
            seat: since
            for seat, since in (turns_begun(game) if table.under_way else {}).items()
            if table.row.seats[seat].user is not None and table.row.seats[seat].bot is None
        }
        for seat, (since, timer) in list(waiting.items()):
            if due.get(seat) != since:
                timer.cancel()
                del waiting[seat]
        for seat, since in due.items():
            if seat not in waiting:
                waiting[seat] = (since, self._later(self._pause(), table.id, seat, since))
        if waiting:
            self._waiting[table.id] = waiting
        elif game.over:
            self._background.start(self._end(table.id), "notice")

    def _pause(self) -> float:
        return max(self._delay, self._opened + 2 * self._delay - time.monotonic())

    def _later(self, pause: float, game: str, seat: int, since: int) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        return loop.call_later(pause, lambda: self._background.start(self._ripe(game, seat, since), "notice"))

    async def _ripe(self, game: str, seat: int, since: int) -> None:
        """Put a turn that has lasted long enough into the outbox, unless it is there or its player is looking."""
        if not self._holds(game):
            self._waiting.pop(game, None)
            return
        planned = None
        try:
            async with self._tables.use(game) as table:
                planned = await self._played_in(table, seat)
                if planned is None:
                    await self._write_down(table, seat, since)
        except (Refusal, Conflict, DatabaseError, MemoryError) as error:
            if not isinstance(error, Refusal) or error.passing:
                log.warning("notice not kept", table=game[:6], error=type(error).__name__)
                waiting = self._waiting.get(game, {})
                if waiting.get(seat, (None,))[0] == since:
                    waiting[seat] = (since, self._later(AGAIN, game, seat, since))
                return
            # The table is closed, gone or unreadable, so no turn is waiting there.
        waiting = self._waiting.get(game, {})
        if waiting.get(seat, (None,))[0] == since:
            if planned is not None:  # by then the move ahead may no longer fit
                waiting[seat] = (since, self._later(planned + AGAIN, game, seat, since))
                return
            del waiting[seat]
            if not waiting:
                del self._waiting[game]

    async def _write_down(self, table: Table, seat: int, since: int) -> None:
        user, bot = table.row.seats[seat].user, table.row.seats[seat].bot
        if user is None or bot is not None:
            return
        ways = await self._store.ways(user, active=True)
        if ways and "turn" not in await self._news.wanted(user):
            return  # without channels, storing the event checks the kinds
        noted = await self._store.noted(table.id, seat, since) if ways else ()
        turn = None if table.game is None else turn_of(table.row, table.game, seat)
        if turn is None or turn.since != since:
            return  # the turn has been played in the meantime
        at = now()
        seen = at if table.viewers.looking(user) else None
        if seen is None:
            event = Event(user, table.id, "turn", since, turn.board[:200], self._news.time(), turn.last)
            await self._news.put([event], None)
        lines = [Notice(table.id, seat, since, way.id, at, done=seen) for way in ways if way.id not in noted]
        await self._store.put(lines)
        if lines and seen is None:
            self._on_put()

    async def _end(self, game: str) -> None:
        try:
            if await self._store.end(game):
                self._on_put()
        except (Refusal, Conflict, DatabaseError) as error:
            # The host is notified after the next start at the latest.
            log.warning("end not noted", table=game[:6], error=type(error).__name__)
