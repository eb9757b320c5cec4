"""The game as it was a few seconds ago, for spectators of games between people.

A spectator may be sitting next to a player, or be a player in a second browser. Spectators' information is older than
the players' decisions, so passing it on does not help anyone. The delayed game is built from the log alone, never from
the current game.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from msgspec import Struct

from whistlestop.server.domain.games import played
from whistlestop.server.domain.tables import HandOver, LoggedAction, delay_of
from whistlestop.server.usecases.tables.following import replayed
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whistlestop import Game
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clock import Clock, ClockTimes
    from whistlestop.server.domain.stops import Mark
    from whistlestop.server.domain.tables import TableRow


class Heard(Struct, frozen=True):
    """A chat message, as a frame. `author`: the account that already has it."""

    at: int
    number: int
    frame: bytes
    author: str


Entry = LoggedAction | HandOver | Heard


def delayed(
    row: TableRow,
    logged: Iterable[LoggedAction],
    handed: Iterable[HandOver],
    store: Store,
    tell: Callable[[bytes, str | None], None],
    marks: Iterable[Mark] = (),
) -> Delayed | None:
    """Return the delayed game of a table, if it has one.

    `tell` sends a frame to all spectators except those of an account.
    """
    delay = delay_of(row)
    if not delay or row.header is None:
        return None
    log, changes = list(logged), sorted(handed, key=lambda change: change.ply)
    entries: list[LoggedAction | HandOver] = []
    for ply in range(len(log) + 1):
        entries += log[ply - 1 : ply] if ply else []
        entries += [change for change in changes if change.ply == ply]
    now = store.timeline.now() - delay * 1000
    due = next((n for n, entry in enumerate(entries) if entry.at > now), len(entries))
    seen = entries[:due]
    game, clock = replayed(
        row,
        [entry for entry in seen if isinstance(entry, LoggedAction)],
        [entry for entry in seen if isinstance(entry, HandOver)],
        store,
        marks,
    )
    if game is None:
        return None
    return Delayed(GameViews(game, look=row.look), clock, delay, entries[due:], store, tell)


class Delayed:
    """A second game that follows the log of the first with a delay."""

    def __init__(
        self,
        views: GameViews,
        clock: Clock | None,
        delay: int,
        waiting: Iterable[Entry],
        store: Store,
        tell: Callable[[bytes, str | None], None],
    ) -> None:
        self.views = views
        self._clock = clock
        self._delay = delay * 1000
        self._waiting = deque(waiting)
        self._store = store
        self._tell = tell
        self._timer: asyncio.TimerHandle | None = None
        self._wait()

    @property
    def game(self) -> Game:
        """Return the delayed game."""
        return self.views.game

    def times(self) -> ClockTimes | None:
        """Return the clocks at that time."""
        return None if self._clock is None else self._clock.told(self._store.timeline.now() - self._delay)

    def mark_clock(self, marks: Iterable[Mark]) -> None:
        """Set the vacations, pauses and looks, which are not secret."""
        if self._clock is not None:
            self._clock.mark(marks)

    def add(self, entry: Entry) -> None:
        """Queue an event until spectators may see it."""
        self._waiting.append(entry)
        self._wait()

    def hear(self, number: int, frame: bytes, author: str) -> None:
        """Queue a chat message in the same way."""
        self.add(Heard(self._store.timeline.now(), number, frame, author))

    def unsay(self, number: int) -> None:
        """Drop a queued message that a moderator has deleted."""
        kept = (one for one in self._waiting if not (isinstance(one, Heard) and one.number == number))
        self._waiting = deque(kept)

    def catch_up(self) -> None:
        """Send everything in the queue: the game is over, so it cannot help anyone."""
        self.stop()
        while self._waiting:
            self._step(self._waiting.popleft())

    def stop(self) -> list[Heard]:
        """Stop sending, and return the queued messages."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return [entry for entry in self._waiting if isinstance(entry, Heard)]

    def _wait(self) -> None:
        if self._timer is None and self._waiting:
            left = self._waiting[0].at + self._delay - self._store.timeline.now()
            self._timer = asyncio.get_running_loop().call_later(max(0, left) / 1000, self.send_due)

    def send_due(self) -> None:
        """Send everything that spectators may see by now, and set the timer for the rest."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._waiting and self._waiting[0].at + self._delay <= self._store.timeline.now():
            self._step(self._waiting.popleft())
        self._wait()

    def _step(self, entry: Entry) -> None:
        if isinstance(entry, Heard):
            self._tell(entry.frame, entry.author)
        elif isinstance(entry, HandOver):
            if self._clock is not None:
                self._clock.handed(entry.seat, entry.at, away=entry.bot is not None)
        else:
            after = played(self.game, entry.seat, entry.action)
            if self._clock is not None:
                self._clock.acted(entry.seat, entry.at, after.to_act, after.due_since < after.version)
            self._tell(self.views.advance(after, [None], self.times())[None], None)
