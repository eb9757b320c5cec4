"""One table that somebody is at: its seats, game and viewers, and who is told what.

This is a cache: seats and log in the store are the truth, and after any doubt the game is rebuilt from them.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import structlog
from msgspec.structs import replace

from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.seats import barred_until, kept_for, seat_of, seats_of
from whistlestop.server.domain.tables import HandOver, LoggedAction, TableRow
from whistlestop.server.messages.base import TableChanged, encode
from whistlestop.server.usecases.tables import views
from whistlestop.server.usecases.tables.delay import Delayed, delayed
from whistlestop.server.usecases.tables.following import begun, catch_up, replayed
from whistlestop.server.usecases.tables.info import table_info
from whistlestop.server.usecases.tables.viewers import Presence, Viewers
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable

    from whistlestop import Game
    from whistlestop.endings import SeatEnd
    from whistlestop.server.domain.clock import Clock
    from whistlestop.server.domain.clock_settings import ClockTimes
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.tables.bots import SeatedBot
    from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.table")

T = TypeVar("T")


@dataclass(frozen=True)
class TableContext:
    """What all tables of a process work with, and who is called when something happens at one of them."""

    store: Store
    patience: float = 120.0
    """Seconds after which a player who is away is absent."""
    removed_for: float = 600.0
    """Seconds for which a user whom the host has removed cannot sit down."""
    changed: Callable[[Table], None] = lambda _table: None
    """The table was loaded, or its game, seats or state have changed."""
    presence_changed: Callable[[Table], None] = lambda _table: None
    acknowledged: Callable[[float], None] = lambda _seconds: None
    """A command is on disk, after so many seconds."""


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
        """The game as spectators see it, where that is later than it happens."""
        self.sequel: TableRow | None = None
        """The table at which its players meet once more."""
        self.begins: int | None = None
        """When a rematch begins though somebody is not there."""
        self.closes: int | None = None
        """When an idle game is closed."""
        self.commands: dict[int, dict[str, int]] = defaultdict(dict)
        """The version that each command made, by seat: a repeat is known without asking the disk."""
        self.doubtful = False
        """Whether a write has left it open what the store has."""
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
            raise Refusal("not_found", "There is no such table.")
        played, clock = replayed(found.row, found.log, found.hand_overs, store)
        table = cls(found.row, played, context, found.log, clock)
        table.sequel, table.closes = found.beside.sequel, found.beside.closes
        table.delay(found.log, found.hand_overs)
        return table

    def delay(self, logged: Iterable[LoggedAction], handed: Iterable[HandOver]) -> None:
        """Make the delayed game of spectators anew, if the table has one."""
        messages = [] if self.behind is None else self.behind.stop()
        self.behind = delayed(self.row, logged, handed, self.context.store, self._tell_spectators)
        if self.behind is not None:
            for message in messages:
                self.behind.add(message)

    # ------------------------------------------------------------------------------------------------ what it is

    @property
    def id(self) -> str:
        """The id, which is also the key to the table: who knows it may sit down."""
        return self.row.id

    @property
    def tag(self) -> str:
        """A name for the log that does not open the table."""
        return self.row.id[:6]

    @property
    def game(self) -> Game | None:
        """The game, once it has begun."""
        return self.views.game if self.views is not None else None

    @property
    def under_way(self) -> bool:
        """Whether the game has begun and is not over."""
        return self.row.state == "playing" and self.game is not None and not self.game.over

    @property
    def version(self) -> int:
        """The number of actions so far."""
        return self.game.version if self.game is not None else 0

    @property
    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(seat.kind != "open" for seat in self.row.seats)

    def seat_of(self, user: str | None, wanted: int | None = None) -> int | None:
        """The seat that a user looks from; none for those who came by the link to watch."""
        return seat_of(self.row, user, wanted)

    def seats_of(self, user: str | None) -> list[int]:
        """All seats of a user."""
        return seats_of(self.row, user)

    def own_seat(self, user: str | None, wanted: int | None = None) -> int:
        """The seat of a player, the wanted one of several; a refusal if it is not theirs."""
        if user is None:
            raise Refusal("watch_only", "This link is for watching only.")
        seat = self.seat_of(user, wanted)
        if seat is None or wanted not in {None, seat}:
            raise Refusal("not_seated", "You have no seat at this table.")
        return seat

    def info(self, user: str | None, wanted: int | None = None) -> TableInfo:
        """The table as a user sees it; None: whoever came by the link to watch."""
        presence = self.viewers.presence(self.row)
        behind = self.behind if self.seat_of(user, wanted) is None else None
        times = self._times() if behind is None else behind.times()
        version = self.version if behind is None else behind.game.version
        barred = barred_until(self.row, user, self.context.removed_for)
        beside = (self.closes, wanted, self.sequel, barred, self.result())
        told = table_info(self.row, user, version, presence, times, *beside)
        if self.begins is not None and self.row.state == "open":
            told.begins = max(0, -(-(self.begins - self.context.store.time()) // 1000))
        return told

    def result(self) -> tuple[SeatEnd, ...] | None:
        """How each seat ended; None while the game is under way."""
        return None if self.game is None or self.row.state != "over" else games.ends_of(self.game, self.row)

    def shown(self, seat: int | None) -> GameViews | None:
        """The game for a seat as it is; for spectators as they may see it."""
        return self.views if seat is not None or self.behind is None else self.behind.views

    def _times(self) -> ClockTimes | None:
        now = self.context.store.time()
        return self.clock.told(now) if self.clock is not None and self.under_way else None

    # ------------------------------------------------------------------------------------------------ changes

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Hold the table for a change of its seats, as it is now, whoever has written to it."""
        async with self.lock:
            if self.context.store.shared:
                await catch_up(self)
            yield

    async def change(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Change the table as it is now, whoever has written to it. What was begun is finished; see `whole`."""
        return await self.whole(self._change(work))

    async def _change(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async with self.changing():
            return await work()

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish what was begun, even if who asked for it goes away meanwhile: it may be on disk already."""
        self.in_use += 1
        task = asyncio.create_task(work)
        self.work.add(task)
        task.add_done_callback(self._worked)
        return await asyncio.shield(task)

    def _worked(self, task: asyncio.Task[Any]) -> None:
        self.in_use -= 1
        self.work.discard(task)
        if not task.cancelled():
            task.exception()  # whoever still waits for it has it; nobody else is told

    def remember(self, logged: Iterable[LoggedAction]) -> None:
        """Keep which commands were played."""
        for line in logged:
            if line.command is not None:
                self.commands[line.seat][line.command] = line.ply

    def advance(self, after: Game, line: LoggedAction) -> None:
        """Fan out: everybody here learns of one action what they may know."""
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
            viewer.send(updates[seat])
        was_idle, self.closes = self.closes is not None, None
        if after.over:
            self.set_row(state="over")
            log.info("game over", table=self.tag, version=after.version)
        if was_idle or after.over:
            self.tell_table()
        self.context.changed(self)

    def begin(self, game: Game, header: str, at: int) -> None:
        """Begin the game, once its header is on disk."""
        self.set_row(state="playing", header=header, started=at)
        log.info("game started", table=self.tag, ruleset=self.row.ruleset, players=len(self.row.seats))
        self.take_game(game, begun(self.row, game, self.context.store))

    def take_game(
        self,
        game: Game | None,
        clock: Clock | None,
        logged: Iterable[LoggedAction] = (),
        handed: Iterable[HandOver] = (),
    ) -> None:
        """Take a game that has begun, and greet everybody here anew."""
        self.clock = clock
        self.views = GameViews(game, look=self.row.look) if game is not None else None
        self.delay(logged, handed)
        for viewer in self.viewers:
            self.greet(viewer)
        self.context.changed(self)

    def take_over(self, row: TableRow) -> None:
        """Take over what another has written of the table, and tell everybody here who is concerned."""
        if self.row.state == "over":  # the log may be ahead of what was read
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
        """A bot plays on for the person of a seat, or the person again, once that is on disk."""
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
        """The game is over, unfinished, once that is on disk."""
        self.closes = None
        self._reveal()
        self.set_row(state="over", abandoned=True)
        self.tell_table()
        log.info("game abandoned", table=self.tag, version=self.version)
        self.context.changed(self)

    def notice_idle(self, closes: int) -> None:
        """Tell everybody here when the game is closed if nobody plays on."""
        self.closes = closes
        self.tell_table()

    def _reveal(self) -> None:
        """Tell spectators what they do not know yet; from now on they see what happens at once."""
        behind, self.behind = self.behind, None
        if behind is not None:
            behind.catch_up()

    def _tell_spectators(self, frame: bytes, author: str | None) -> None:
        """Send what happened in the delayed game, or, with its author, a message of the chat."""
        for viewer in self.viewers:
            # A player who comes by the link to watch sees the delayed game, but has heard what players may.
            had = author is not None and (
                viewer.account == author or self.seat_of(viewer.account) is not None
            )
            if not had and self.seat_of(viewer.user, viewer.wanted) is None:
                viewer.send(frame)

    def set_row(self, **changes: Any) -> None:
        """Take over what the store has been told of the table."""
        self.row = replace(self.row, **changes)

    # ------------------------------------------------------------------------------------------------ viewers

    def attach(self, viewer: Viewer) -> None:
        """Begin to tell a viewer everything, with a hello first."""
        self.viewers.add(viewer)
        self.greet(viewer)

    def greet(self, viewer: Viewer) -> None:
        """Send a viewer everything they may know."""
        info = self.info(viewer.user, viewer.wanted)
        viewer.send(views.hello(self.shown(info.you), info))

    def turn(self, viewer: Viewer, seat: int) -> None:
        """The device of a viewer goes to whoever sits at another of their seats."""
        viewer.wanted = self.own_seat(viewer.user, seat)
        self.greet(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Forget a viewer whose socket is gone."""
        self.viewers.discard(viewer)
        for shown in (self.views, self.shown(None)) if not self.viewers else ():
            if shown is not None:
                shown.rest()

    def tell_table(self) -> None:
        """Send seats, presence and state to everybody here."""
        self._told = self.viewers.presence(self.row)
        self.context.presence_changed(self)
        frames: dict[tuple[str | None, int | None], bytes] = {}
        for viewer in self.viewers:
            # All spectators are told the same, but for the link by which they came.
            user = viewer.user
            concerned = user in {None, self.row.owner} or self.seats_of(user) or kept_for(self.row, user)
            barred = any(one.user == user for one in self.row.removed)
            kind = (user if concerned or barred else "", viewer.wanted)
            if kind not in frames:
                frames[kind] = encode(TableChanged(self.info(user, viewer.wanted)))
            viewer.send(frames[kind])

    def _presence_changed(self) -> None:
        self.context.presence_changed(self)
        if self.viewers.presence(self.row) != self._told:
            self.tell_table()
