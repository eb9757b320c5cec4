"""A table in memory: its seats, game and viewers, and the frames for each viewer.

A table is a cache. Seats and log in the database are authoritative; if in doubt, the game is rebuilt from them.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import structlog
from msgspec.structs import replace

from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import (
    HandOver,
    LoggedAction,
    TableRow,
    barred_until,
    kept_for,
    seat_of,
    seats_of,
)
from whistlestop.server.messages.base import TableChanged, encode
from whistlestop.server.usecases.tables import views
from whistlestop.server.usecases.tables.delay import Delayed, delayed
from whistlestop.server.usecases.tables.following import catch_up, replayed
from whistlestop.server.usecases.tables.info import show_stops, shown_presence, table_info
from whistlestop.server.usecases.tables.viewers import Presence, Viewers
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable

    from whistlestop import Game
    from whistlestop.endings import SeatEnd
    from whistlestop.server.domain.clock import Clock, ClockTimes
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.messages.corrections import CorrectionInfo
    from whistlestop.server.usecases.tables.bots import SeatedBot
    from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.table")

T = TypeVar("T")


@dataclass(frozen=True)
class TableContext:
    """The services that all tables of a process use, and the reactions to their changes."""

    store: Store
    patience: float = 120.0
    """Seconds after which a player who is away is absent."""
    removed_for: float = 600.0
    """Seconds for which a user removed by the host cannot sit down."""
    reactions: list[Callable[[Table], None]] = field(default_factory=list)
    presence_changed: Callable[[Table], None] = lambda _table: None
    acknowledged: Callable[[float], None] = lambda _seconds: None
    """Called with the number of seconds until a command was on disk."""

    def changed(self, table: Table) -> None:
        """Let bots, clocks and other services react: a table was loaded, or its game, seats or state have changed."""
        for react in self.reactions:
            react(table)


class Table:
    """A table in memory."""

    def __init__(
        self,
        row: TableRow,
        game: Game | None,
        context: TableContext,
        logged: Iterable[LoggedAction] = (),
        clock: Clock | None = None,
    ) -> None:
        self.row = row
        self.context = context
        self.clock = clock
        self.views = GameViews(game, look=row.look) if game is not None else None
        self.behind: Delayed | None = None
        """The game for spectators, if it is delayed."""
        self.sequel: TableRow | None = None
        """The table of the rematch."""
        self.begins: int | None = None
        """When a rematch begins even if a player is absent."""
        self.closes: int | None = None
        """When an idle game will be closed."""
        self.decided: CorrectionInfo | None = None
        self.commands: dict[int, dict[str, int]] = defaultdict(dict)
        """The version that each command produced, by seat, to recognize repetitions without a query."""
        self.doubtful = False
        """Whether a failed write has left the state of the database unknown."""
        self.lock = asyncio.Lock()
        self.in_use = 0
        self.work: set[asyncio.Task[Any]] = set()
        self.viewers = Viewers(self._presence_changed, context.patience)
        self._told = Presence()
        self.bot_task: asyncio.Task[None] | None = None
        self.bots: dict[int, SeatedBot] = {}
        self.summary: asyncio.Task[bytes] | None = None
        self.remember(logged)

    @classmethod
    async def load(cls, game: str, context: TableContext) -> Table:
        """Build a table from the store."""
        store = context.store
        found = await store.whole(game)
        if found is None:
            raise Refusal("not_found", "This table does not exist.")
        played, clock = replayed(found.row, found.log, found.hand_overs, store, found.marks)
        table = cls(found.row, played, context, found.log, clock)
        table.sequel, table.closes, table.decided = found.beside.sequel, found.beside.closes, found.decided
        table.delay(found.log, found.hand_overs)
        return table

    def delay(self, logged: Iterable[LoggedAction], handed: Iterable[HandOver]) -> None:
        """Rebuild the spectators' delayed game, if the table has one."""
        messages = [] if self.behind is None else self.behind.stop()
        marks = () if self.clock is None else self.clock.marks
        self.behind = delayed(self.row, logged, handed, self.context.store, self._tell_spectators, marks)
        if self.behind is not None:
            for message in messages:
                self.behind.add(message)

    # ------------------------------------------------------------------------------------------------ properties

    @property
    def id(self) -> str:
        """Return the id. It is also a key: users who know it may sit down."""
        return self.row.id

    @property
    def tag(self) -> str:
        """Return a name for logs that does not give access to the table."""
        return self.row.id[:6]

    @property
    def game(self) -> Game | None:
        """Return the game, once it has begun."""
        return self.views.game if self.views is not None else None

    @property
    def under_way(self) -> bool:
        """Return whether the game has begun and is not over."""
        return self.row.state == "playing" and self.game is not None and not self.game.over

    @property
    def version(self) -> int:
        """Return the number of actions so far."""
        return self.game.version if self.game is not None else 0

    @property
    def is_full(self) -> bool:
        """Return whether no seat is open."""
        return all(seat.kind != "open" for seat in self.row.seats)

    def seat_of(self, user: str | None, wanted: int | None = None) -> int | None:
        """Return the seat whose view a user gets; None for spectators with the spectator link."""
        return seat_of(self.row, user, wanted)

    def seats_of(self, user: str | None) -> list[int]:
        """Return all seats of a user."""
        return seats_of(self.row, user)

    def own_seat(self, user: str | None, wanted: int | None = None) -> int:
        """Return the caller's seat, or the wanted one of several. Raises Refusal if it is not theirs."""
        if user is None:
            raise Refusal("watch_only", "This link is only for watching.")
        seat = self.seat_of(user, wanted)
        if seat is None or wanted not in {None, seat}:
            raise Refusal("not_seated", "You have no seat at this table.")
        return seat

    def info(self, user: str | None, wanted: int | None = None) -> TableInfo:
        """Return the table as a user sees it; None: a spectator with the spectator link."""
        presence = self.viewers.presence(self.row)
        behind = self.behind if self.seat_of(user, wanted) is None else None
        times = self._times() if behind is None else behind.times()
        version = self.version if behind is None else behind.game.version
        barred = barred_until(self.row, user, self.context.removed_for)
        # A decision is read a moment before the end that it causes.
        decided = self.decided if self.row.state == "over" else None
        beside = (self.closes, wanted, self.sequel, barred, self.result(), decided)
        told = table_info(self.row, user, version, presence, times, *beside)
        show_stops(told, self.clock if self.under_way else None, self.context.store.timeline.now())
        if self.begins is not None and self.row.state == "open":
            told.begins = max(0, -(-(self.begins - self.context.store.timeline.now()) // 1000))
        return told

    def result(self) -> tuple[SeatEnd, ...] | None:
        """Return the final result of each seat; None while the game is in progress."""
        return None if self.game is None or self.row.state != "over" else games.ends_of(self.game, self.row)

    def shown(self, seat: int | None) -> GameViews | None:
        """Return the current game for a seat, or the game that spectators may see for a spectator."""
        return self.views if seat is not None or self.behind is None else self.behind.views

    def _times(self) -> ClockTimes | None:
        now = self.context.store.timeline.now()
        return self.clock.told(now) if self.clock is not None and self.under_way else None

    # ------------------------------------------------------------------------------------------------ changes

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Lock the table for a change of its seats, after loading other processes' changes."""
        async with self.lock:
            if self.context.store.shared:
                await catch_up(self)
            yield

    async def change(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Change the table, after loading other processes' changes.

        The change is always completed; see `whole`.
        """
        return await self.whole(self._change(work))

    async def _change(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async with self.changing():
            return await work()

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Complete the work even if its caller disconnects in the meantime, since it may already be on disk."""
        self.in_use += 1
        task = asyncio.create_task(work)
        self.work.add(task)
        task.add_done_callback(self._worked)
        return await asyncio.shield(task)

    def _worked(self, task: asyncio.Task[Any]) -> None:
        self.in_use -= 1
        self.work.discard(task)
        if not task.cancelled():
            task.exception()  # a caller that is still waiting gets the exception; otherwise it is dropped

    def remember(self, logged: Iterable[LoggedAction]) -> None:
        """Store the commands that were played."""
        for line in logged:
            if line.command is not None:
                self.commands[line.seat][line.command] = line.ply

    def advance(self, after: Game, line: LoggedAction) -> None:
        """Send all viewers in this process everything that they may know about one action."""
        if self.views is None:
            return
        if self.clock is not None:
            self.clock.acted(line.seat, line.at, after.to_act, after.due_since < after.version)
        if after.over:
            self._reveal()
        elif self.behind is not None:
            self.behind.add(line)
        seats = {viewer: self.seat_of(viewer.user, viewer.wanted) for viewer in self.viewers}
        if self.behind is not None:
            seats = {viewer: seat for viewer, seat in seats.items() if seat is not None}
        times, result = (None, games.ends_of(after, self.row)) if after.over else (self._times(), None)
        updates = self.views.advance(after, seats.values(), times, result)
        for viewer, seat in seats.items():
            viewer.update(updates.get(seat))
        was_idle, self.closes = self.closes is not None, None
        if after.over:
            self.set_row(state="over")
            log.info("game over", table=self.tag, version=after.version)
        if was_idle or after.over:
            self.tell_table()
        self.context.changed(self)

    def take_game(
        self,
        game: Game | None,
        clock: Clock | None,
        logged: Iterable[LoggedAction] = (),
        handed: Iterable[HandOver] = (),
    ) -> None:
        """Set a game that has begun, and send a new hello to all viewers here."""
        self.clock = clock
        self.views = GameViews(game, look=self.row.look) if game is not None else None
        self.delay(logged, handed)
        for viewer in self.viewers:
            self.greet(viewer)
        self.context.changed(self)

    def take_over(self, row: TableRow) -> None:
        """Set the row that is on disk, and notify the viewers in this process."""
        if self.row.state == "over":  # the log may be ahead of the row that was read
            row = replace(row, state="over")
        if row == self.row:
            return
        removed = [one for one in row.removed if one not in self.row.removed]
        sat = {viewer: self.seat_of(viewer.user, viewer.wanted) for viewer in self.viewers}
        for before, after in zip(self.row.seats, row.seats, strict=False):
            if before.bot != after.bot:
                self.bots.pop(after.seat, None)
        self.row = row
        if row.state == "over":
            self.closes = None
            self._reveal()
        for viewer, seat in sat.items():
            if self.seat_of(viewer.user, viewer.wanted) != seat:
                self.greet(viewer)
        for one in removed:
            self.viewers.remove(one.user)
        self.tell_table()
        self.context.changed(self)

    def hand_over(self, change: HandOver) -> None:
        """Apply a hand-over of a seat to a bot, or back to its player, that is on disk."""
        seats = list(self.row.seats)
        seats[change.seat] = replace(seats[change.seat], bot=change.bot, away=change.away)
        self.set_row(seats=tuple(seats))
        self.bots.pop(change.seat, None)
        if self.clock is not None:
            self.clock.handed(change.seat, change.at, away=change.bot is not None)
        if self.behind is not None:
            self.behind.add(change)
        self.tell_table()
        log.info("seat handed over", table=self.tag, seat=change.seat, bot=change.bot)
        self.context.changed(self)

    def abandon(self) -> None:
        """End the game unfinished, once this is on disk."""
        log.info("game abandoned", table=self.tag, version=self.version)
        self.take_over(replace(self.row, state="over", abandoned=True))

    def notice_idle(self, closes: int) -> None:
        """Notify the viewers here of the time when the game will be closed unless someone continues it."""
        self.closes = closes
        self.tell_table()

    def _reveal(self) -> None:
        """Send spectators everything that is still held back, and remove their delay."""
        behind, self.behind = self.behind, None
        if behind is not None:
            behind.catch_up()

    def _tell_spectators(self, frame: bytes, author: str | None) -> None:
        """Send spectators an event of the delayed game or, with its author, a chat message."""
        for viewer in self.viewers:
            # A player with the spectator link sees the delayed game, but players' messages immediately.
            had = author is not None and (
                viewer.account == author or self.seat_of(viewer.account) is not None
            )
            if not had and self.seat_of(viewer.user, viewer.wanted) is None:
                viewer.send(frame)

    def set_row(self, **changes: Any) -> None:
        """Set columns of the table's row that the store already has."""
        self.row = replace(self.row, **changes)

    # ------------------------------------------------------------------------------------------------ viewers

    def attach(self, viewer: Viewer) -> None:
        """Start sending everything to a viewer, beginning with a hello."""
        self.viewers.add(viewer)
        self.greet(viewer)

    def greet(self, viewer: Viewer) -> None:
        """Send a viewer everything they may know."""
        info = self.info(viewer.user, viewer.wanted)
        viewer.send(views.hello(self.shown(info.you), info))

    def turn(self, viewer: Viewer, seat: int) -> None:
        """Switch a viewer's device to another of their seats."""
        viewer.wanted = self.own_seat(viewer.user, seat)
        self.greet(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Remove a viewer whose socket is closed."""
        self.viewers.discard(viewer)
        for shown in (self.views, self.shown(None)) if not self.viewers else ():
            if shown is not None:
                shown.rest()

    def tell_table(self) -> None:
        """Send seats, presence and state to all viewers here."""
        self._told = shown_presence(self.viewers, self.row)
        self.context.presence_changed(self)
        frames: dict[tuple[str | None, int | None], bytes] = {}
        for viewer in self.viewers:
            # All spectators get the same frame, except for the link that they used.
            user = viewer.user
            concerned = user in {None, self.row.owner} or self.seats_of(user) or kept_for(self.row, user)
            barred = any(one.user == user for one in self.row.removed)
            kind = (user if concerned or barred else "", viewer.wanted)
            if kind not in frames:
                frames[kind] = encode(TableChanged(self.info(user, viewer.wanted)))
            viewer.send(frames[kind])

    def _presence_changed(self) -> None:
        self.context.presence_changed(self)
        if shown_presence(self.viewers, self.row) != self._told:
            self.tell_table()
