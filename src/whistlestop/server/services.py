"""What the handlers work with: one object a process, opened at start and closed at the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from whistlestop import bots
from whistlestop.errors import UnknownBot
from whistlestop.server import garbage, logs
from whistlestop.server.accounts.accounts import Accounts
from whistlestop.server.accounts.keys import load_keys
from whistlestop.server.boards import Board, Boards, style_hashes
from whistlestop.server.clocks.heart import Heart
from whistlestop.server.clocks.passes import PASSES
from whistlestop.server.clocks.service import Clocks
from whistlestop.server.clocks.store import StoredBeats
from whistlestop.server.compiling import Compiling
from whistlestop.server.history.backfill import fill_in_results
from whistlestop.server.history.history import History
from whistlestop.server.keeping.job import Keeping
from whistlestop.server.mail import Mailer
from whistlestop.server.meeting.chat import Chat
from whistlestop.server.meeting.hall import Hall
from whistlestop.server.meeting.store import MeetingStore
from whistlestop.server.metrics import Metrics
from whistlestop.server.moderation.moderation import Moderation
from whistlestop.server.notices.service import Notices
from whistlestop.server.players.players import Players
from whistlestop.server.processes.alone import Alone, processes_of
from whistlestop.server.programs.challenges import Challenges
from whistlestop.server.programs.streams import Streams
from whistlestop.server.programs.tokens import Tokens
from whistlestop.server.ratings.rankings import Rankings
from whistlestop.server.replays.bringing import Imports
from whistlestop.server.replays.frames import Replays
from whistlestop.server.replays.together import Rooms
from whistlestop.server.reviews.service import Reviews
from whistlestop.server.security import SecurityLog
from whistlestop.server.store.store import Store
from whistlestop.server.tables.advice import Advice
from whistlestop.server.tables.agreements import Agreements
from whistlestop.server.tables.bots import BotPlayers
from whistlestop.server.tables.hosting import Hosting
from whistlestop.server.tables.inventory import report_unreadable
from whistlestop.server.tables.leaving import Leaving
from whistlestop.server.tables.registry import Tables
from whistlestop.server.tables.rematch import Rematches
from whistlestop.server.tables.seating import Seating
from whistlestop.server.web.client import Client
from whistlestop.server.web.connections import Connections
from whistlestop.server.web.guests import Guests
from whistlestop.server.web.hosts import Hosts
from whistlestop.server.web.limits import Limits
from whistlestop.server.web.names import default_name

if TYPE_CHECKING:
    from whistlestop.server.settings import Settings
    from whistlestop.server.tables.table import Table

MIND = 15.0
"""Seconds after which it is looked for what another process, or the clock, has ended."""

log = structlog.get_logger("whistlestop.server")


class Services:
    """Store, tables, bots, boards and limits of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        for spec in settings.bots:
            if bots.add(spec) == PASSES:
                raise UnknownBot(f"{spec}: the name {PASSES} is taken")
        self.store = Store(settings.database_url, settings.write_queue)
        self.limits = Limits(settings)
        self.metrics = Metrics()
        self.connections = Connections(settings, settings.sockets_total)
        self.security = SecurityLog(settings, self.address_tag)
        self.hosts = Hosts(settings)
        self.mailer = Mailer(settings)
        self.boards = Boards(settings.board_folders)
        self.client = Client(settings.static_folder)
        self.tables = Tables(self.store, settings.games_cached, settings.absent_after, settings.removed_for)
        self.seating = Seating(self.store)
        self.leaving = Leaving(self.seating)
        self.agreements = Agreements(self.store)
        self.hosting = Hosting(self.store)
        self.rematches = Rematches(
            self.store,
            self.tables,
            self.seating,
            lambda board: self.boards[board].ruleset,
            settings.tables_per_user,
        )
        self.history = History(self.store, self.tables)
        self.players = Players(self.store, Rankings(self.store), self.boards)
        self.processes = processes_of(self.store, self.tables)
        self.bots = BotPlayers(self.tables, settings, self.processes.holds)
        self.clocks = Clocks(
            self.tables.use,
            self.seating,
            Heart(StoredBeats(self.store), self.store.timeline)
            if isinstance(self.processes, Alone)
            else self.processes.membership,
            self.store.timeline,
            self.processes,
        )
        self.notices = Notices(
            self.store, self.tables, self.mailer, settings, self.processes, self._board_name
        )
        self.tables.on_change = self._changed
        self.tables.on_acknowledged = self.metrics.acknowledged
        self.streams = Streams(self.store, self.tables, settings.socket_queue, settings.stream_heartbeat)
        self.tokens = Tokens(self.store, settings.tokens_per_user)
        self.challenges = Challenges(self.store, self.tables, self.seating, self.streams)
        self.advice = Advice(self.bots.searching)
        self.replays = Replays()
        self.imports = Imports(self.limits)
        self.reviews = Reviews(self.store, settings.review_worlds)
        self.rooms = Rooms()
        self.guests = Guests((), secure=settings.secure)
        self.accounts = Accounts(
            self.store,
            self.tables,
            self.seating,
            self.mailer,
            settings,
            lambda: self.guests.keys,
            self.limits,
        )
        self.moderation = Moderation(
            self.store, settings, self.tables, self.accounts.doors, self.accounts.factors.is_on
        )
        self.accounts.is_moderator = self.moderation.is_moderator
        self.meeting = MeetingStore(self.store)
        self.chat = Chat(self.meeting, self.moderation, self.limits, self.name_of, self.name_to_keep)
        self.hall = Hall(
            self.meeting, self.tables, self.seating, self.boards, self.store.alone, self.players.ratings
        )
        self.moderation.on_deleted = self._unsaid
        self._policy = self._embedded_policy = ""
        self.keeping = Keeping(self.store, settings, self.tables)
        if not isinstance(self.processes, Alone):
            self.processes.followed = self.streams.follows
            self.processes.hear = {
                "said": self._said,
                "moderated": self.moderation.hear,
                "began": self.streams.began,
                "challenge": self.challenges.hear,
                "ended": self._session_ended,
                "keys": self._keys_changed,
                "left": self.notices.process_left,
            }
        self.compiling = Compiling()
        self._waking: asyncio.Task[None] | None = None
        self._reporting: asyncio.Task[None] | None = None
        self._filling: asyncio.Task[int] | None = None
        self._minding: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store, and go on with what bots owe."""
        await self.store.open()
        await self._read_keys()
        await self.moderation.open()
        self._policy = content_policy(style_hashes(), "'none'")
        self._embedded_policy = content_policy(style_hashes(), "*")
        await self.processes.open()
        await self.clocks.open()
        if not self.processes.shared:  # otherwise each process wakes the games that it takes
            with_bots = await self.store.tables_with_bots()
            waiting = list(dict.fromkeys([*with_bots, *await self.store.tables_with_clocks()]))
            self._waking = asyncio.create_task(self.bots.wake(waiting), name="wake")
        self._minding = asyncio.create_task(self._mind(), name="mind")
        self._tidying = asyncio.create_task(garbage.look_seldom(), name="garbage")
        self._reporting = asyncio.create_task(report_unreadable(self.store), name="report")
        self._filling = asyncio.create_task(fill_in_results(self.store), name="results")
        await self.notices.open()
        self.compiling.start()
        self.keeping.start()
        self.metrics.open(self)
        self.boards.open()
        log.info("service open", shared=self.processes.shared)

    async def close(self) -> None:
        """Stop bots, finish writing, let go."""
        await self.advice.close()
        await self.bots.close()
        await self.compiling.close()
        await self.metrics.close()
        await self.keeping.close()
        for task in (self._waking, self._reporting, self._filling, self._minding, self._tidying):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.moderation.close()
        await self.hall.close()
        await self.rematches.close()
        await self.boards.close()
        await self.accounts.post.close()
        await self.clocks.close()
        await self.notices.close()
        self.replays.close()
        self.imports.close()
        await self.reviews.close()
        await self.tables.close()
        await self.processes.close()
        await self.store.close()
        logs.repeats.sum_up(everything=True)
        log.info("service closed")

    async def _read_keys(self) -> None:
        self.guests = Guests(await load_keys(self.store), secure=self.settings.secure)

    async def _mind(self) -> None:
        """From time to time look what others have done: new keys, and sessions that are over."""
        while True:
            await asyncio.sleep(MIND)
            logs.repeats.sum_up()
            try:
                await self._read_keys()
                await self.accounts.check_doors()
            except SQLAlchemyError as error:
                log.warning("sessions not checked", error=type(error).__name__)

    def _changed(self, table: Table) -> None:
        """Something has happened at a table: bots may owe an action, other clocks run, and people may be told."""
        if self.processes.holds(table.id):
            self.bots.check(table)
            self.clocks.check(table)
            self.notices.check(table)
        self.notices.tell(table)
        self.processes.check(table)
        self.streams.changed(table)

    # ------------------------------------------------------------------------------- what other processes have done

    async def _said(self, number: str) -> None:
        await self.chat.hear(int(number), self.tables.find, self.hall.viewers)

    async def _unsaid(self, message: int) -> None:
        await self.chat.unsay(message, self.tables.find, self.hall.viewers)

    async def _session_ended(self, session: str) -> None:
        self.accounts.doors.close([session])

    async def _keys_changed(self, _which: str) -> None:
        await self._read_keys()

    def address_tag(self, address: str) -> str:
        """A name for an address in the log; the key for it is known once the store is open."""
        return self.guests.address_tag(address)

    async def name_of(self, user: str) -> str:
        """What a user is called."""
        return await self.store.user_name(user) or default_name(user)

    async def name_to_keep(self, user: str, address: str) -> str:
        """What a user is called, before something of them is kept: of an address's new guests only so many are."""
        name = await self.store.user_name(user)
        if name is None:
            self.limits.guest(address)
            name = default_name(user)
        return name

    async def board_of(self, table: str) -> Board:
        """What is played on at a table, named by its id or its key to watch. Raises Refusal if there is none."""
        board, _begun = await self.look_at(table)
        return board

    def _board_name(self, table: Table) -> str:
        """What the board of a table is called."""
        return (self.boards[table.row.ruleset] if table.game is None else table.game).ruleset.name

    async def look_at(self, table: str) -> tuple[Board, bool]:
        """The same, and whether the game has begun."""
        async with self.tables.visit(table, "") as (found, _nobody):
            if found.game is not None:
                return self.boards.of(found.game.ruleset), True
            return self.boards[found.row.ruleset], False

    @property
    def policy(self) -> str:
        """The Content-Security-Policy of pages and drawings."""
        return self._policy

    @property
    def embedded_policy(self) -> str:
        """That of the pages which other sites may show in a frame."""
        return self._embedded_policy


def content_policy(styles: list[str], ancestors: str) -> str:
    """Everything from this site only; inline style sheets only where their hash is known. `ancestors` may frame it."""
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            " ".join(("style-src 'self'", *styles)),
            "img-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        )
    )
