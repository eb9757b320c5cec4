"""One table that somebody is at: its seats, game and viewers, and who is told what.

This is a cache: seats and log in the store are the truth, and after any doubt the game is rebuilt from them.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import structlog
from msgspec.structs import replace

from whistlestop.errors import WhistlestopError
from whistlestop.server.protocol import TableChanged, TableInfo, encode
from whistlestop.server.refusals import Refusal, refusal_of
from whistlestop.server.store.rows import HandOver, LoggedAction, TableRow
from whistlestop.server.store.store import Store
from whistlestop.server.tables import games, views
from whistlestop.server.tables.actions import Actions
from whistlestop.server.tables.advice import Question
from whistlestop.server.tables.following import begun, replayed
from whistlestop.server.tables.info import (
    barred_until,
    hints_allowed,
    kept_for,
    seat_of,
    seats_of,
    table_info,
)
from whistlestop.server.tables.viewers import Presence, Viewers
from whistlestop.server.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable

    from whistlestop import Game
    from whistlestop.server.clocks.clock import Clock
    from whistlestop.server.clocks.messages import ClockTimes
    from whistlestop.server.protocol import Standing
    from whistlestop.server.tables.bots import SeatedBot
    from whistlestop.server.tables.viewers import Viewer
    from whistlestop.text.view import DeclarationAnswer

log = structlog.get_logger("whistlestop.table")

T = TypeVar("T")


class Table:
    """A table in memory."""

    def __init__(
        self,
        row: TableRow,
        game: Game | None,
        store: Store,
        logged: Iterable[LoggedAction] = (),
        clock: Clock | None = None,
        patience: float = 120.0,
    ) -> None:
        self.row = row
        self.clock = clock
        self.views = GameViews(game, look=row.look) if game is not None else None
        self.lock = asyncio.Lock()
        self.viewers = Viewers(self._presence_changed, patience)
        self.sequel: TableRow | None = None
        """The table at which its players meet once more."""
        self.in_use = 0
        self.work: set[asyncio.Task[Any]] = set()
        self.bot_task: asyncio.Task[None] | None = None
        self.bots: dict[int, SeatedBot] = {}
        self.on_change: Callable[[Table], None] = lambda _table: None
        self.on_presence: Callable[[Table], None] = lambda _table: None
        self.on_acknowledged: Callable[[float], None] = lambda _seconds: None
        self._store = store
        self.closes: int | None = None
        self.removed_for = 600.0
        self._told = Presence()
        self._summary: asyncio.Task[bytes] | None = None
        self.actions = Actions(self, store, logged)

    @classmethod
    async def load(cls, game: str, store: Store, patience: float = 120.0) -> Table:
        """Build a table from the store. Who is away for `patience` seconds is absent."""
        found = await store.whole(game)
        if found is None:
            raise Refusal("not_found", "There is no such table.")
        played, clock = replayed(found.row, found.log, found.hand_overs, store)
        table = cls(found.row, played, store, found.log, clock, patience)
        table.sequel, table.closes = found.beside.sequel, found.beside.closes
        return table

    async def look_beside(self) -> None:
        """Find out what is kept beside the row: where its players meet once more, when an idle game is closed."""
        beside = await self._store.beside(self.id, self.row.state)
        self.sequel, self.closes = beside.sequel, beside.closes

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Hold the table for a change of its seats, as it is now, whoever has written to it."""
        async with self.lock:
            if self._store.shared:
                await self.actions.catch_up()
            yield

    async def refresh(self) -> None:
        """Another process has changed something at this table."""
        await self.whole(self._refresh())

    async def _refresh(self) -> None:
        async with self.changing():
            beside = (self.sequel, self.closes)
            await self.look_beside()
            if (self.sequel, self.closes) != beside:
                self.tell_table()

    async def renew(self) -> None:
        """Read what another process may have written before anybody is told, or kept from, what follows from it."""
        if self._store.shared:
            await self.refresh()

    async def read_on(self, heard: Iterable[LoggedAction]) -> None:
        """Another process has played actions."""
        await self.whole(self._read_on(heard))

    async def _read_on(self, heard: Iterable[LoggedAction]) -> None:
        async with self.lock:
            await self.actions.read_on(heard)

    # ------------------------------------------------------------------------------------------------ reading

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

    def seat_of(self, user: str | None, wanted: int | None = None) -> int | None:
        """The seat that a user looks from; none for those who came by the link to watch."""
        return seat_of(self.row, user, wanted)

    def seats_of(self, user: str | None) -> list[int]:
        """All seats of a user."""
        return seats_of(self.row, user)

    def info(self, user: str | None, wanted: int | None = None) -> TableInfo:
        """The table as a user sees it; None: whoever came by the link to watch."""
        presence = self.viewers.presence(self.row)
        times = self._times()
        barred = barred_until(self.row, user, self.removed_for)
        beside = (self.closes, wanted, self.sequel, barred)
        return table_info(self.row, user, self.version, presence, times, *beside)

    def view_answer(self, user: str | None, wanted: int | None = None) -> bytes:
        """View and log for a user."""
        return views.answer(self.views, self.seat_of(user, wanted))

    def standing(self, user: str) -> Standing | None:
        """What is public of a game under way, and whether the user has something to decide."""
        if self.game is None:
            return None
        played = [seat for seat in self.seats_of(user) if self.row.seats[seat].bot is None]
        return views.standing(self.game, played)

    def declaration(
        self, user: str | None, tickets: list[str], wanted: int | None = None
    ) -> DeclarationAnswer:
        """Whether a user's stack pays for a set of tickets, and what could be added to it."""
        seat = self.own_seat(user, wanted)
        if self.views is None:
            raise Refusal("not_started", "The game has not begun.")
        try:
            return self.views.declaration(seat, tickets)
        except WhistlestopError as error:
            raise refusal_of(error) from None

    def plan(self, user: str | None, wanted: int | None = None) -> Question:
        """A user asks what the tickets of his seat would take."""
        seat, game = self._under_way(user, wanted)
        make = partial(views.plan, game.observe(seat), look=self.row.look)
        return Question(self.id, game.version, seat, "plan", make)

    def hint(self, user: str | None, wanted: int | None = None) -> Question:
        """A user asks what to do."""
        seat, game = self._under_way(user, wanted)
        if seat not in game.to_act:
            raise Refusal("not_your_turn", "You have nothing to decide now.")
        if not hints_allowed(self.row):
            raise Refusal("hints_off", "There are no hints at this table unless everybody agrees to them.")
        seen = game.observe(seat)
        make = partial(views.hint, seen, look=self.row.look)
        return Question(self.id, game.version, seat, "hint", make, seen.as_shown(self.row.look))

    def _under_way(self, user: str | None, wanted: int | None) -> tuple[int, Game]:
        """A player's seat, and the game, which has begun and is not over."""
        seat = self.own_seat(user, wanted)
        game = self.game
        if game is None:
            raise Refusal("not_started", "The game has not begun.")
        if game.over or self.row.state == "over":
            raise Refusal("game_over", "The game is over.")
        return seat, game

    def record(self) -> str:
        """The whole record, which tells everything: only when the game is over."""
        game = self.game
        if game is None or not game.over:
            raise Refusal("not_over", "The record can be had when the game is over.")
        return replace(game.record(), shuffle=games.shuffle_of(self.row)).to_json()

    async def summary(self) -> bytes:
        """The summary, which tells everything and the same to everybody: only when the game is over.

        It is made once, in a thread, for that may take a while where the rules are interpreted.
        """
        if self._summary is None:
            game = self.game
            if game is None or not game.over:
                raise Refusal("not_over", "The summary can be had when the game is over.")
            self._summary = asyncio.create_task(asyncio.to_thread(views.summary, game))
        try:
            return await asyncio.shield(self._summary)
        except Exception:
            self._summary = None  # whoever asks next has it tried again
            raise

    # ------------------------------------------------------------------------------------------------ viewers

    def attach(self, viewer: Viewer) -> None:
        """Begin to tell a viewer everything, with a hello first."""
        self.viewers.add(viewer)
        self.greet(viewer)

    def greet(self, viewer: Viewer) -> None:
        """Send a viewer everything they may know."""
        viewer.send(views.hello(self.views, self.info(viewer.user, viewer.wanted)))

    def turn(self, viewer: Viewer, seat: int) -> None:
        """The device of a viewer goes to whoever sits at another of their seats."""
        viewer.wanted = self.own_seat(viewer.user, seat)
        self.greet(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Forget a viewer whose socket is gone."""
        self.viewers.discard(viewer)
        if self.views is not None and not self.viewers:
            self.views.rest()

    def tell_table(self) -> None:
        """Send seats, presence and state to everybody here."""
        self._told = self.viewers.presence(self.row)
        self.on_presence(self)
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
        self.on_presence(self)
        if self.viewers.presence(self.row) != self._told:
            self.tell_table()

    def own_seat(self, user: str | None, wanted: int | None = None) -> int:
        """The seat of a player, the wanted one of several; a refusal if it is not theirs."""
        if user is None:
            raise Refusal("watch_only", "This link is for watching only.")
        seat = self.seat_of(user, wanted)
        if seat is None or wanted not in {None, seat}:
            raise Refusal("not_seated", "You have no seat at this table.")
        return seat

    # ------------------------------------------------------------------------------------------------ actions

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

    def advance(self, after: Game, actor: int, at: int) -> None:
        """Fan out: everybody here learns of one action what they may know."""
        if self.views is None:
            return
        if self.clock is not None:
            self.clock.acted(actor, at, after.to_act, after.due_since < after.version)
        seats = {viewer: self.seat_of(viewer.user, viewer.wanted) for viewer in self.viewers}
        updates = self.views.advance(after, seats.values(), self._times() if not after.over else None)
        for viewer, seat in seats.items():
            viewer.send(updates[seat])
        was_idle, self.closes = self.closes is not None, None
        if was_idle and not after.over:
            self.tell_table()
        if after.over:
            self.set_row(state="over")
            self.tell_table()
            log.info("game over", table=self.tag, version=after.version)
        self.on_change(self)

    def begin(self, game: Game, header: str, at: int) -> None:
        """Begin the game, once its header is on disk."""
        self.set_row(state="playing", header=header, started=at)
        self.clock = begun(self.row, game, self._store)
        self.views = GameViews(game, look=self.row.look)
        for viewer in self.viewers:
            self.greet(viewer)
        log.info("game started", table=self.tag, ruleset=self.row.ruleset, players=len(self.row.seats))
        self.on_change(self)

    def take_over(self, row: TableRow) -> None:
        """Take over what another has written of the table, and tell everybody here who is concerned."""
        if self.row.state == "over":  # the log may be ahead of what was read
            row = replace(row, state="over")
        if row == self.row:
            return
        removed = [one for one in row.removed if one not in self.row.removed]
        sat = {viewer: self.seat_of(viewer.user, viewer.wanted) for viewer in self.viewers}
        for before, after in zip(self.row.seats, row.seats, strict=True):
            if before.bot != after.bot:
                self.bots.pop(after.seat, None)
        self.row = row
        if row.state == "over":
            self.closes = None
        for viewer, seat in sat.items():
            if self.seat_of(viewer.user, viewer.wanted) != seat:
                self.greet(viewer)
        for one in removed:
            self.viewers.remove(one.user)
        self.tell_table()
        self.on_change(self)

    def hand_over(self, change: HandOver) -> None:
        """A bot plays on for the person of a seat, or the person again, once that is on disk."""
        seats = list(self.row.seats)
        seats[change.seat] = replace(seats[change.seat], bot=change.bot)
        self.set_row(seats=tuple(seats))
        self.bots.pop(change.seat, None)
        if self.clock is not None:
            self.clock.handed(change.seat, change.at, away=change.bot is not None)
        self.tell_table()
        log.info("seat handed over", table=self.tag, seat=change.seat, bot=change.bot)
        self.on_change(self)

    def abandon(self) -> None:
        """The game is over, unfinished, once that is on disk."""
        self.closes = None
        self.set_row(state="over", abandoned=True)
        self.tell_table()
        log.info("game abandoned", table=self.tag, version=self.version)
        self.on_change(self)

    def notice_idle(self, closes: int) -> None:
        """Tell everybody here when the game is closed if nobody plays on."""
        self.closes = closes
        self.tell_table()

    def set_row(self, **changes: Any) -> None:
        """Take over what the store has been told of the table."""
        self.row = replace(self.row, **changes)

    def _times(self) -> ClockTimes | None:
        return self.clock.told(self._store.time()) if self.clock is not None and self.under_way else None
