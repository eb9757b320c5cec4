"""One table that somebody is at: its seats, game and viewers, and the order of things for every action.

Check, append to the log, commit, acknowledge, fan out. What is held here is a cache: seats and log in the
store are the truth, and after any doubt the game is built anew from them.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import structlog
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.errors import WhistlestopError
from whistlestop.server.protocol import SeatInfo, TableChanged, TableInfo, encode
from whistlestop.server.refusals import Conflict, Refusal
from whistlestop.server.store.store import Store, TableRow, now
from whistlestop.server.store.writer import Append
from whistlestop.server.tables import games
from whistlestop.server.tables import views as sight
from whistlestop.server.tables.views import Sight

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from whistlestop import Game
    from whistlestop.bots import Bot
    from whistlestop.text.view import DeclarationAnswer

log = structlog.get_logger("whistlestop.table")

T = TypeVar("T")


class Viewer:
    """One open socket at a table: who it is, and the frames that wait for it."""

    def __init__(self, user: str, room: int) -> None:
        self.user = user
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(room)
        self.overrun = asyncio.Event()

    def send(self, frame: bytes) -> None:
        """Queue a frame. Who does not read loses the socket, not a frame: the next hello tells everything."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.overrun.set()


class Table:
    """A table in memory."""

    def __init__(
        self, row: TableRow, game: Game | None, store: Store, bot_name: Callable[[str], str]
    ) -> None:
        self.row = row
        self.sight = Sight(game, look=row.look) if game is not None else None
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.in_use = 0
        self.work: set[asyncio.Task[Any]] = set()
        self.pilot: asyncio.Task[None] | None = None
        self.crew: dict[int, Bot] = {}
        self.on_change: Callable[[Table], None] = lambda _table: None
        self._store = store
        self._bot_name = bot_name
        self._doubtful = False

    @classmethod
    async def load(cls, game: str, store: Store, bot_name: Callable[[str], str]) -> Table:
        """Build a table from the store."""
        row = await store.table(game)
        if row is None:
            raise Refusal("not_found", "There is no such table.")
        return cls(row, await _replayed(row, store), store, bot_name)

    # ------------------------------------------------------------------------------------------------ reading

    @property
    def id(self) -> str:
        """The id, which is also the key to the table: who knows it may watch."""
        return self.row.id

    @property
    def tag(self) -> str:
        """A name for the log that does not open the table."""
        return self.row.id[:6]

    @property
    def game(self) -> Game | None:
        """The game, once it has begun."""
        return self.sight.game if self.sight is not None else None

    @property
    def version(self) -> int:
        """The number of actions so far."""
        return self.game.version if self.game is not None else 0

    def seat_of(self, user: str) -> int | None:
        """Where a user sits."""
        return next((seat.seat for seat in self.row.seats if seat.user == user), None)

    def info(self, user: str) -> TableInfo:
        """The table as a user sees it."""
        online = {viewer.user for viewer in self.viewers}
        return table_info(self.row, user, self.version, online, self._bot_name)

    def view_answer(self, user: str) -> bytes:
        """View and log for a user."""
        return sight.answer(self.sight, self.seat_of(user))

    def declaration(self, user: str, tickets: list[str]) -> DeclarationAnswer:
        """Whether a user's stack pays for a set of tickets, and what could be added to it."""
        seat = self._seat_of_player(user)
        if self.sight is None:
            raise Refusal("not_started", "The game has not begun.")
        try:
            return self.sight.declaration(seat, tickets)
        except WhistlestopError as error:
            raise _refusal(error) from None

    def record(self) -> str:
        """The whole record, which tells everything: only when the game is over."""
        game = self.game
        if game is None or not game.over:
            raise Refusal("not_over", "The record can be had when the game is over.")
        return game.record().to_json()

    # ------------------------------------------------------------------------------------------------ viewers

    def attach(self, viewer: Viewer) -> None:
        """Begin to tell a viewer everything, with a hello first."""
        newly = self._is_seated(viewer) and not self._online(viewer.user)
        self.viewers.add(viewer)
        self.greet(viewer)
        if newly:
            self.tell_table(but=viewer)

    def greet(self, viewer: Viewer) -> None:
        """Send a viewer everything they may know."""
        viewer.send(sight.hello(self.sight, self.info(viewer.user)))

    def detach(self, viewer: Viewer) -> None:
        """Forget a viewer whose socket is gone."""
        self.viewers.discard(viewer)
        if self._is_seated(viewer) and not self._online(viewer.user):
            self.tell_table()

    def tell_table(self, but: Viewer | None = None) -> None:
        """Send seats, presence and state to everybody here."""
        frames: dict[str, bytes] = {}
        for viewer in self.viewers:
            if viewer is not but:
                if viewer.user not in frames:
                    frames[viewer.user] = encode(TableChanged(self.info(viewer.user)))
                viewer.send(frames[viewer.user])

    def _online(self, user: str) -> bool:
        return any(viewer.user == user for viewer in self.viewers)

    def _is_seated(self, viewer: Viewer) -> bool:
        return self.seat_of(viewer.user) is not None

    def _seat_of_player(self, user: str) -> int:
        seat = self.seat_of(user)
        if seat is None:
            raise Refusal("not_seated", "You have no seat at this table.")
        return seat

    # ------------------------------------------------------------------------------------------------ actions

    async def command(
        self,
        user: str,
        command: str,
        version: int,
        action: str,
        acknowledge: Callable[[int], None] | None = None,
    ) -> int:
        """Play an action for a user's seat; returns the version that it made.

        `acknowledge` is called between commit and updates, so that the answer comes before what follows it.
        """
        return await self.whole(self._command(user, command, version, action, acknowledge))

    async def bot_action(self, seat: int, version: int, action: str) -> None:
        """Play an action for a bot's seat."""
        await self.whole(self._bot_action(seat, version, action))

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

    async def _command(
        self, user: str, command: str, version: int, action: str, acknowledge: Callable[[int], None] | None
    ) -> int:
        async with self.lock:
            seat = self._seat_of_player(user)
            try:
                return await self._play(seat, version, action, command, acknowledge)
            except Refusal:
                # Perhaps it is a repeat of a command that was accepted: its answer is in the log.
                made = await self._store.answered(self.id, seat, command)
                if made is None:
                    raise
        if acknowledge is not None:
            acknowledge(made)
        return made

    async def _bot_action(self, seat: int, version: int, action: str) -> None:
        async with self.lock:
            await self._play(seat, version, action, None, None)

    async def _play(
        self,
        seat: int,
        version: int,
        action: str,
        command: str | None,
        acknowledge: Callable[[int], None] | None,
    ) -> int:
        if self._doubtful:
            await self.catch_up()
        game = self.game
        if game is None or self.sight is None:
            raise Refusal("not_started", "The game has not begun.")
        self._check_time(game, seat, version)
        after = game.copy()
        try:
            after.play(action, seat)
        except WhistlestopError as error:
            raise _refusal(error) from None
        line = Append(self.id, after.version, seat, action, command, now(), after.over)
        self._doubtful = True  # until the store has answered, nobody knows
        try:
            await self._store.append(line)
        except Conflict:
            await self.catch_up()
            raise Refusal("stale", "Somebody else was first.") from None
        except Refusal:
            self._doubtful = False  # it was never handed to the disk
            raise
        except SQLAlchemyError as error:
            log.warning("append failed", table=self.tag, error=type(error).__name__)
            await self.catch_up()  # it may have been written all the same
            raise Refusal("unavailable", "This could not be saved.") from None
        self._doubtful = False
        if acknowledge is not None:
            acknowledge(after.version)
        self._advance(after)
        return after.version

    def _check_time(self, game: Game, seat: int, version: int) -> None:
        """Refuse what is not due: too late, too early, or not this seat's turn."""
        if game.over:
            raise Refusal("game_over", "The game is over.")
        due = seat in game.to_act
        # A choice that all make at the same time is not made stale by those of the others.
        oldest = game.due_since if due else game.version
        if not oldest <= version <= game.version:
            raise Refusal("stale", "The game has moved on since this was chosen.")
        if not due:
            raise Refusal("not_your_turn", "It is not your turn.")

    def _advance(self, after: Game) -> None:
        """Fan out: everybody here learns of one action what they may know."""
        if self.sight is None:
            return
        seats = {viewer: self.seat_of(viewer.user) for viewer in self.viewers}
        updates = self.sight.advance(after, seats.values())
        for viewer, seat in seats.items():
            viewer.send(updates[seat])
        if after.over:
            self.set_row(state="over")
            self.tell_table()
            log.info("game over", table=self.tag, version=after.version)
        self.on_change(self)

    async def catch_up(self) -> None:
        """Take over what the store has and this process does not."""
        if self.game is None:
            row = await self._store.table(self.id)
            if row is None:
                raise Refusal("not_found", "There is no such table.")
            self.row = row
            game = await _replayed(row, self._store)
            self.sight = Sight(game, look=row.look) if game is not None else None
            for viewer in self.viewers:
                self.greet(viewer)
        else:
            for line in await self._store.log(self.id, after=self.version):
                after = self.game.copy()
                after.play(line.action, line.seat)
                self._advance(after)
        self._doubtful = False

    def begin(self, game: Game, header: str) -> None:
        """Begin the game, once its header is on disk."""
        self.set_row(state="playing", header=header)
        self.sight = Sight(game, look=self.row.look)
        for viewer in self.viewers:
            self.greet(viewer)
        log.info("game started", table=self.tag, ruleset=self.row.ruleset, players=len(self.row.seats))
        self.on_change(self)

    def rename(self, user: str, name: str) -> None:
        """Show a person's new name."""
        if self.seat_of(user) is not None:
            seats = (replace(seat, name=name) if seat.user == user else seat for seat in self.row.seats)
            self.set_row(seats=tuple(seats))
            self.tell_table()

    def set_row(self, **changes: Any) -> None:
        """Take over what the store has been told of the table."""
        self.row = replace(self.row, **changes)


def table_info(
    row: TableRow, user: str, version: int, online: set[str], bot_name: Callable[[str], str]
) -> TableInfo:
    """A stored table as a user sees it."""
    return TableInfo(
        id=row.id,
        ruleset=row.ruleset,
        state=row.state,  # type: ignore[arg-type]
        owner=row.owner,
        you=next((seat.seat for seat in row.seats if seat.user == user), None),
        version=version,
        seats=[
            SeatInfo(
                seat.seat,
                seat.kind,  # type: ignore[arg-type]
                bot_name(seat.bot) if seat.bot is not None else seat.name,
                seat.bot,
                seat.kind == "bot" or seat.user in online,
            )
            for seat in row.seats
        ],
        created=datetime.fromtimestamp(row.created / 1000, UTC).isoformat(timespec="seconds"),
        look=row.look,
    )


def _refusal(error: WhistlestopError) -> Refusal:
    return Refusal(error.code if error.code == "notation" else "illegal_action", str(error))


async def _replayed(row: TableRow, store: Store) -> Game | None:
    if row.header is None:
        return None
    return games.load_game(row.header, await store.log(row.id))
