"""Send the notifications in the outbox: promptly, once per turn and channel, with longer pauses after each failure.

A process claims a notification before sending it, and settles it afterward. If the process ends in between, the
notification is sent again with the same id, topic or tag, so that the receiver can recognize the repeat.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog
from msgspec.structs import replace

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.notices import HOST, NEWS
from whistlestop.server.adapters.database.rated_games import is_rated
from whistlestop.server.adapters.webhook import stamp
from whistlestop.server.background import Background
from whistlestop.server.domain.games import ends_of
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.logs import places
from whistlestop.server.messages.notices import OverData, OverHook, SeatResult
from whistlestop.server.usecases.notices.sending import Undelivered
from whistlestop.server.usecases.notices.turns import turn_of

if TYPE_CHECKING:
    from whistlestop.endings import SeatEnd
    from whistlestop.server.adapters.database.events import NewsStore
    from whistlestop.server.adapters.database.notices import Notice, NoticeStore
    from whistlestop.server.domain.tables import Seat
    from whistlestop.server.usecases.notices.sending import Sending
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.notices")

AT_ONCE = 100
"""Number of notifications sent at the same time."""
TAKEN = 45_000
"""Milliseconds for which a process can claim a notification; every channel is faster."""
PAUSES = (5, 20, 60, 300, 900, 3600)
"""Seconds before the retries; the last value is used for all further retries."""
TRIES = 8
TRIES_HOST = 72
REST = 60.0
"""Longest pause in seconds, because another process may have added a notification."""
FAULT = 5.0


class Outbox:
    """Sends notifications in a loop."""

    def __init__(self, store: NoticeStore, news: NewsStore, tables: Tables, sending: Sending) -> None:
        self._store = store
        self._news = news
        self._tables = tables
        self._sending = sending
        self._wake = asyncio.Event()
        self._loop = Background()
        self._work = Background()

    def open(self) -> None:
        """Start sending."""
        self._loop.start(self._run(), "outbox")

    async def close(self) -> None:
        """Stop. Unfinished notifications are sent again after the next start, unless they are settled promptly."""
        await self._loop.close()
        await self._work.finish(1)
        await self._work.close()

    def wake(self) -> None:
        """Handle a new notification in the outbox."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                pause = await self._begin_due()
            except (Refusal, Conflict, DatabaseError) as error:
                log.warning("outbox failed", error=type(error).__name__)
                pause = FAULT
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    async def _begin_due(self) -> float:
        """Start sending all messages that are due; return the seconds until the next check."""
        room = AT_ONCE - len(self._work)
        for notice in await self._store.due(now(), room) if room > 0 else ():
            if await self._store.claim(notice, now() + TAKEN):
                attempt = replace(notice, attempts=notice.attempts + 1)
                self._work.start(self._send(attempt), "notice").add_done_callback(lambda _: self.wake())
        if len(self._work) >= AT_ONCE:
            return REST  # the next notification to finish wakes the loop
        next_due = await self._store.next_due()
        return REST if next_due is None else min(REST, max(0.01, (next_due - now()) / 1000))

    async def _send(self, notice: Notice) -> None:
        try:
            await self._attempt(notice)
        except Undelivered as error:
            await self._failed(notice, error)
        except Refusal as refusal:
            await self._failed(notice, Undelivered(refusal.code, final=not refusal.passing))
        except Exception as error:  # noqa: BLE001 - one notification must not stop the others
            log.warning("notice failed", table=notice.game[:6], error=type(error).__name__, at=places(error))
            await self._failed(notice, Undelivered(type(error).__name__))

    async def _attempt(self, notice: Notice) -> None:
        async with self._tables.use(notice.game) as table:
            if notice.way == HOST:
                await self._sending.host(message_id(notice), over_hook(table))
            elif notice.seat == NEWS:
                await self._event(table, notice)
            else:
                await self._turn(table, notice)
        await self._store.settle(notice, done=now())
        log.info("notice sent", table=notice.game[:6], attempts=notice.attempts)

    async def _turn(self, table: Table, notice: Notice) -> None:
        """Send a turn that is still open, unless its player is looking at the table."""
        way = await self._store.way(notice.way)
        turn = turn_of(table.row, table.game, notice.seat) if table.game is not None else None
        if way is None or not way.open or turn is None or turn.since != notice.since:
            return
        if table.row.seats[notice.seat].user != way.user or table.viewers.looking(way.user):
            return
        waits = table.clock is not None and notice.seat in table.clock.unseen(
            self._tables.store.timeline.now()
        )
        await self._sending.turn(way, turn, message_id(notice), waits=waits)

    async def _event(self, table: Table, notice: Notice) -> None:
        """Send an event that its user has not read and is not looking at now."""
        way, event = await self._store.way(notice.way), await self._news.event(notice.since)
        if way is None or not way.open or event is None or event.user != way.user or event.read is not None:
            return
        if table.viewers.looking(way.user):
            await self._news.read(way.user, table.id)
            return
        await self._sending.event(way, event, table.row.ruleset, message_id(notice))

    async def _failed(self, notice: Notice, error: Undelivered) -> None:
        log.info("notice not delivered", table=notice.game[:6], reason=error.reason, gone=error.gone)
        tries = TRIES_HOST if notice.way == HOST else TRIES
        with suppress(Refusal, Conflict, DatabaseError):
            if error.gone and notice.way != HOST:
                await self._store.remove(notice.way)
            elif error.final or notice.attempts >= tries:
                await self._store.settle(notice, done=now())
            else:
                pause = max(PAUSES[min(notice.attempts, len(PAUSES)) - 1], error.retry_after)
                await self._store.settle(notice, due=now() + pause * 1000)


def message_id(notice: Notice) -> str:
    """Return an id for a notification that is the same for every retry and reveals no key."""
    text = f"{notice.game}:{notice.seat}:{notice.since}:{notice.way}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def over_hook(table: Table) -> OverHook:
    """Return the report of a finished game for the host. Raises Undelivered if it is impossible."""
    game = table.game
    outcome = game.outcome() if game is not None else None
    if game is None or outcome is None:
        raise Undelivered("not over", final=True)
    row = table.row
    results = [
        _seat_result(seat, player["score"], end)
        for seat, player, end in zip(row.seats, outcome["players"], ends_of(game, row), strict=True)
    ]
    return OverHook(stamp(now()), OverData(table.tag, row.ruleset, row.imported, is_rated(row), results))


def _seat_result(seat: Seat, score: int, end: SeatEnd) -> SeatResult:
    # On a shared device it is unknown which player owns the account.
    player, name = (seat.user, seat.name) if seat.page and seat.label is None else (None, None)
    kind: Any = seat.kind
    return SeatResult(seat.seat, kind, seat.bot, score, end.rank, end.ending, end.won, player, name)
