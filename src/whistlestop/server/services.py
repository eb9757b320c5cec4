"""What the handlers work with: one object a process, opened at start and closed at the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from whistlestop import bots
from whistlestop.errors import UnknownBot
from whistlestop.server import garbage, logs
from whistlestop.server.adapters.database.keys import load_keys
from whistlestop.server.adapters.database.meeting import MeetingStore
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.http.client import Client
from whistlestop.server.adapters.http.connections import Connections
from whistlestop.server.adapters.http.guests import Guests
from whistlestop.server.adapters.http.hosts import Hosts
from whistlestop.server.adapters.smtp import Mailer
from whistlestop.server.cluster.alone import cluster_of
from whistlestop.server.compiling import Compiling
from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.names import default_name
from whistlestop.server.domain.passes import PASSES
from whistlestop.server.metrics import Metrics
from whistlestop.server.security import SecurityLog
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.boards import Board, Boards, style_hashes
from whistlestop.server.usecases.clocks.clocks import Clocks
from whistlestop.server.usecases.history.backfill import fill_in_results
from whistlestop.server.usecases.history.history import History
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.open_tables import Hall
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.notices.notices import Notices
from whistlestop.server.usecases.players.players import Players
from whistlestop.server.usecases.players.rankings import Rankings
from whistlestop.server.usecases.programs.challenges import Challenges
from whistlestop.server.usecases.programs.streams import Streams
from whistlestop.server.usecases.programs.tokens import Tokens
from whistlestop.server.usecases.replays.frames import Replays
from whistlestop.server.usecases.replays.imports import Imports
from whistlestop.server.usecases.replays.together import Rooms
from whistlestop.server.usecases.retention import Keeping
from whistlestop.server.usecases.reviews.reviews import Reviews
from whistlestop.server.usecases.tables.advice import Advice
from whistlestop.server.usecases.tables.agreements import Agreements
from whistlestop.server.usecases.tables.bots import BotPlayers
from whistlestop.server.usecases.tables.hosting import Hosting
from whistlestop.server.usecases.tables.inventory import report_unreadable
from whistlestop.server.usecases.tables.leaving import Leaving
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.rematch import Rematches
from whistlestop.server.usecases.tables.seating import Seating

if TYPE_CHECKING:
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.tables.table import Table

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
        self.cluster = cluster_of(self.store)
        self.tables = Tables(
            self.store,
            self.cluster,
            settings.games_cached,
            settings.absent_after,
            settings.removed_for,
            self.metrics.acknowledged,
        )
        self.tables.watch(self._changed)
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
        self.bots = BotPlayers(self.tables, settings, self.cluster.holds)
        self.clocks = Clocks(
            self.tables.use,
            self.seating,
            self.store.timeline,
            self.cluster,
        )
        self.notices = Notices(self.store, self.tables, self.mailer, settings, self.cluster, self._board_name)
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
        await self.cluster.open(
            self.tables,
            {
                "said": self._said,
                "moderated": self.moderation.hear,
                "began": self.streams.began,
                "challenge": self.challenges.hear,
                "ended": self._session_ended,
                "keys": self._keys_changed,
                "left": self.notices.process_left,
            },
            self.streams.follows,
        )
        await self.clocks.open()
        if not self.cluster.shared:  # otherwise each process wakes the games that it takes
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
        log.info("service open", shared=self.cluster.shared)

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
        await self.cluster.close()
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
        if self.cluster.holds(table.id):
            self.bots.check(table)
            self.clocks.check(table)
            self.notices.check(table)
        self.notices.tell(table)
        self.cluster.check(table)
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
