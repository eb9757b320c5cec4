"""Create, open and close everything that handlers use, once in each process."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import structlog
from litestar.di import Provide

from whistlestop.server import garbage, logs
from whistlestop.server.adapters.database.club_boards import ClubBoardStore
from whistlestop.server.adapters.database.clubs import is_member
from whistlestop.server.adapters.database.gallery import GalleryStore
from whistlestop.server.adapters.database.keys import load_keys
from whistlestop.server.adapters.database.meeting import MeetingStore
from whistlestop.server.adapters.database.own_boards import BoardStore
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.engine import engine_hashes, found_engine, required_engine
from whistlestop.server.adapters.oidc import OpenID, read_providers
from whistlestop.server.adapters.smtp import Mailer
from whistlestop.server.background import Background
from whistlestop.server.cluster.single import cluster_of
from whistlestop.server.compiling import Compiling
from whistlestop.server.domain.clubs import club_in
from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.times import now
from whistlestop.server.http.admission import Admission
from whistlestop.server.http.browsers import Browsers
from whistlestop.server.http.client import Client
from whistlestop.server.http.connections import Connections
from whistlestop.server.http.guard import Decorate, Guard, caller_of
from whistlestop.server.http.guests import Guests
from whistlestop.server.http.hosts import Hosts
from whistlestop.server.http.mcp import ModelProtocol
from whistlestop.server.http.model_tools import site_tools
from whistlestop.server.http.routes.pages import View
from whistlestop.server.metrics import Metrics
from whistlestop.server.security import SecurityLog
from whistlestop.server.telemetry.telemetry import Telemetry
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.factors import Factors
from whistlestop.server.usecases.accounts.profiles import Profiles
from whistlestop.server.usecases.accounts.providers import Providers
from whistlestop.server.usecases.accounts.second_factor import SecondFactor
from whistlestop.server.usecases.boards import Boards
from whistlestop.server.usecases.callers import Callers
from whistlestop.server.usecases.clocks.clocks import Clocks
from whistlestop.server.usecases.clocks.looks import Looks
from whistlestop.server.usecases.clocks.stopping import StopEnds
from whistlestop.server.usecases.clocks.vacations import Vacations
from whistlestop.server.usecases.clubs.boards import ClubBoards
from whistlestop.server.usecases.clubs.clubs import Clubs
from whistlestop.server.usecases.clubs.rooms import ClubRooms
from whistlestop.server.usecases.friends import presence
from whistlestop.server.usecases.friends.friends import Friends
from whistlestop.server.usecases.history.backfill import fill_in_results
from whistlestop.server.usecases.history.history import History
from whistlestop.server.usecases.leagues.leagues import Leagues
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.live_games import LiveGameList
from whistlestop.server.usecases.meeting.open_tables import OpenTableList
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.moderation.moderators import Moderators
from whistlestop.server.usecases.names import Names
from whistlestop.server.usecases.notices.notices import Notices
from whistlestop.server.usecases.open_connections import OpenConnections
from whistlestop.server.usecases.pages import Pages
from whistlestop.server.usecases.players.players import Players
from whistlestop.server.usecases.players.rankings import Rankings
from whistlestop.server.usecases.programs.accounts import Programs
from whistlestop.server.usecases.programs.challenges import Challenges
from whistlestop.server.usecases.programs.directory import Directory
from whistlestop.server.usecases.programs.streams import Streams
from whistlestop.server.usecases.programs.tokens import Tokens
from whistlestop.server.usecases.replays.frames import Replays
from whistlestop.server.usecases.replays.imports import Imports
from whistlestop.server.usecases.replays.together import Rooms
from whistlestop.server.usecases.retention import Keeping
from whistlestop.server.usecases.reviews.reviews import Reviews
from whistlestop.server.usecases.studies.rooms import StudyRooms
from whistlestop.server.usecases.studies.studies import Studies
from whistlestop.server.usecases.studio.gallery import Gallery
from whistlestop.server.usecases.studio.own_boards import OwnBoards, fetched
from whistlestop.server.usecases.studio.studio import Studio
from whistlestop.server.usecases.tables.advice import Advice
from whistlestop.server.usecases.tables.agreements import Agreements
from whistlestop.server.usecases.tables.ahead import Ahead, AheadPlayers
from whistlestop.server.usecases.tables.answers import Answers
from whistlestop.server.usecases.tables.boards import TableBoards
from whistlestop.server.usecases.tables.bots import BotPlayers, add_bots
from whistlestop.server.usecases.tables.creating import TableCreation
from whistlestop.server.usecases.tables.hand_over import hand_over
from whistlestop.server.usecases.tables.hosting import Hosting
from whistlestop.server.usecases.tables.inventory import report_unreadable
from whistlestop.server.usecases.tables.invitations import Invitations
from whistlestop.server.usecases.tables.leaving import Leaving
from whistlestop.server.usecases.tables.playing import Playing
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.rematch import Rematches
from whistlestop.server.usecases.tables.seating import Seating
from whistlestop.server.usecases.tournaments.tournaments import Tournaments

if TYPE_CHECKING:
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.tables.viewers import Viewer

LOOK = 15.0
"""Seconds between checks for new keys and for sessions that expired or were ended by other processes."""

log = structlog.get_logger("whistlestop.server")


class Services:
    """The services of one process. Handlers get them by the names of the attributes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._background = Background()
        add_bots(settings.bots)
        self.store = Store(settings.database_url, settings.write_queue)
        self.limits = Limits(settings)
        self.guests = Guests((), secure=settings.secure)
        self.names = Names(self.store, self.limits)
        self._telemetry = Telemetry()
        self.store.writer.traces = self._telemetry.traces
        self.metrics = Metrics(self._telemetry)
        self.connections = Connections(settings, settings.sockets_total)
        self.security = SecurityLog(settings, self.guests.address_tag)
        self.hosts = Hosts(settings)
        self.mailer = Mailer(settings)
        made = (BoardStore(self.store), ClubBoardStore(self.store))
        self.boards = Boards(settings.board_folders, partial(fetched, *made), made[1], self._oversees)
        self.client = Client(
            settings.static_folder, required_engine() if settings.device_reviews else found_engine()
        )
        self.cluster = cluster_of(self.store)
        self._set_up_tables(settings)
        callers = self._set_up_people(settings)
        self._set_up_requests(settings, callers)

    def _set_up_tables(self, settings: Settings) -> None:
        """Create the services that run games, and those that follow them."""
        self.tables = Tables(
            self.store,
            self.cluster,
            settings.games_cached,
            settings.absent_after,
            settings.removed_for,
            self.metrics.acknowledged,
            self.boards.prepare,
            self._oversees,
        )
        self.table_boards = TableBoards(self.tables, self.boards)
        self.history = History(self.store, self.tables)
        self.players = Players(self.store, Rankings(self.store), self.boards)
        self.bots = BotPlayers(self.tables, settings, self.cluster.holds)
        self.clocks = Clocks(self.tables.use, hand_over, self.store.timeline, self.cluster)
        self._stop_ends = StopEnds(self.tables, self.store.timeline)
        self._looks = Looks(self.store, self.tables)
        self.ahead_players = AheadPlayers(
            self.store, self.tables, self.cluster.holds, settings.move_ahead_pause
        )
        used = (self.store, self.tables, self.mailer, settings, self.cluster, self.table_boards)
        self.notices = Notices(*used, self.ahead_players.until)
        self.streams = Streams(self.store, self.tables, settings.socket_queue, settings.stream_heartbeat)
        self.tables.watch(
            self.bots.check,
            self.clocks.check,
            self._stop_ends.check,
            self._looks.check,
            self.ahead_players.check,
            self.notices.turns.check,
            self.notices.news.check,
            self.cluster.check,
            self.streams.changed,
        )
        self.tables.watch_looks(self._looks.seen)
        self.advice = Advice(self.bots.searching)
        self.reviews = Reviews(
            self.store, settings.review_worlds, engine_hashes() if settings.device_reviews else {}
        )
        self.keeping = Keeping(self.store, settings, self.tables)
        self.compiling = Compiling()

    def _set_up_people(self, settings: Settings) -> Callers:
        """Create the services that identify and admit people and programs; return the one that counts requests."""
        self.tokens = Tokens(self.store, settings.tokens_per_user)
        self.open_connections = OpenConnections()
        self.factors = Factors(self.store, now)
        self.moderation = Moderation(
            self.store, settings, self.tables.dismiss, self.open_connections, self.factors.is_on, self._unsaid
        )
        self.accounts = Accounts(
            self.store,
            self.tables,
            self.mailer,
            settings,
            lambda: self.guests.keys,
            self.limits,
            self.open_connections,
            self.factors,
            self.moderation.is_moderator,
        )
        self.moderators = Moderators(self.moderation, self.open_connections)
        self.second_factor = SecondFactor(self.accounts, self.factors, self.limits)
        self.programs = Programs(self.store, self.tables, self.accounts, self.names, self.tokens, self.limits)
        self.providers = Providers(
            self.store, self.accounts, OpenID(read_providers(settings.providers)), settings.public_url
        )
        self.profiles = Profiles(self.store, self.names, self.moderation)
        callers = Callers(self.limits, self.names, self.moderation)
        self.friends = Friends(self.store, self.accounts.kept, callers, self.limits, self.open_connections)
        self.browsers = Browsers(settings, self.guests, self.names, self.store)
        self.admission = Admission(
            self.hosts,
            self.limits,
            self.moderation,
            self.open_connections,
            self.security,
            self._telemetry.traces,
            settings.socket_queue,
        )
        self.guard = Guard(
            settings,
            self.hosts,
            self.limits,
            self.guests,
            self.accounts,
            self.tokens,
            self.moderation,
            self.security,
            self.friends.presence,
            self._telemetry.traces,
        )
        self.decorate = Decorate(
            self.limits, self.metrics, secure=settings.secure, engine=bool(found_engine())
        )
        return callers

    def _set_up_requests(self, settings: Settings, callers: Callers) -> None:
        """Create the services that carry out requests."""
        self.meeting, limit = MeetingStore(self.store), settings.tables_per_user
        self.creation = TableCreation(
            self.store, self.accounts.kept, self.tables, self.table_boards, callers, limit
        )
        self.rematches = Rematches(self.store, self.tables, self.table_boards, callers, limit)
        self.seating = Seating(self.tables, self.table_boards, callers, self.rematches)
        self.invitations = Invitations(self.meeting, self.tables, self.table_boards, callers)
        self.hosting = Hosting(self.meeting, self.tables, self.table_boards, callers, self.rematches)
        self.leaving = Leaving(self.tables)
        self.agreements = Agreements(self.tables)
        kept, days = self.accounts.kept, settings.vacation_days
        self.vacations = Vacations(self.store, kept, self.tables, callers, days)
        self.playing = Playing(self.tables, callers)
        self.ahead = Ahead(self.store, self.tables, callers)
        self.answers = Answers(
            self.tables, self.advice, callers, engine_hashes(), device=settings.device_reviews
        )
        said = (self.meeting, self.tables, self.moderation, self.limits, self.names, callers)
        self.chats = Chat(*said, partial(is_member, self.store))
        self.club_rooms = ClubRooms(self.store, self.tables, self.moderation.is_moderator)
        together = (self.meeting, self.tables, self.boards, self.creation, callers)
        rating, rooms = self.players.ratings, settings.language_rooms
        self.open_tables = OpenTableList(*together, self.store.alone, rating, rooms=rooms)
        self.live_games = LiveGameList(self.store, self.open_tables.ratings_of)
        self.pages = Pages(self.store, self.meeting, self.tables, self.boards)
        made = (self.store, self.tables, self.table_boards, self.creation, callers)
        self.challenges = Challenges(*made, self.notices, self.streams)
        self.directory = Directory(self.store, callers, self.players, self.boards)
        running = (self.store, self.accounts.kept, self.tables, self.table_boards, callers, self.cluster)
        self.tournaments = Tournaments(*running, self.moderation.is_moderator)
        shared = (self.accounts.kept, self.meeting, self.tables, self.tournaments, self.club_rooms)
        owned = settings.clubs_per_user
        self.clubs = Clubs(self.store, *shared, self.moderation, callers, self.limits, owned)
        known = (callers, self.players, self.notices, self.moderation.is_moderator)
        self.leagues = Leagues(self.store, self.tournaments, self.table_boards, *known)
        self.rooms = Rooms()
        self.replays = Replays(self.store, self.tables, self.creation, callers)
        checked = (self.tables, self.boards, callers, self.limits)
        self.imports = Imports(self.store, kept, *checked, settings.imports_per_user)
        self.study_rooms = StudyRooms(self.store, self.moderation.is_moderator)
        read = (kept, self.meeting, self.tables, self.study_rooms, self.moderation, callers)
        self.studies = Studies(self.store, *read, settings.studies_per_user)
        self.studio = Studio(callers)
        drawn = (self.boards, self.studio, callers)
        judge, limit = self.moderation.check_moderator, settings.boards_per_user
        self.own_boards = OwnBoards(self.store, self.meeting, *drawn, judge, limit)
        self.club_boards = ClubBoards(self.store, self.clubs, self.boards, callers, limit)
        self.gallery = Gallery(GalleryStore(self.store), *drawn, self.accounts.kept.is_account, judge)
        self.models = ModelProtocol(settings, partial(site_tools, self, callers))

    def provided(self) -> dict[str, Provide]:
        """Return the dependencies of handlers by name: all public attributes, the caller, and the view of a page."""

        def provide(name: str) -> Provide:
            return Provide(lambda: getattr(self, name), sync_to_thread=False)

        own = {name: provide(name) for name in vars(self) if not name.startswith("_")}
        return {
            **own,
            "caller": Provide(caller_of, sync_to_thread=False),
            "view": Provide(View, sync_to_thread=False),
        }

    async def open(self) -> None:
        """Open the store, then start everything that runs in the background."""
        await self.store.open()
        await self._read_keys()
        await self.moderation.open()
        await self.cluster.open(
            self.tables,
            {
                "said": self._said,
                "moderated": self.moderation.hear,
                "began": self.streams.began,
                "challenge": self.challenges.hear,
                "ended": self._session_ended,
                "keys": self._read_keys,
                "left": self.notices.process_left,
            },
            self.streams.follows,
        )
        await self.clocks.open()
        await self.notices.open()
        if not self.cluster.shared:  # otherwise each process wakes up the games whose leases it gets
            with_bots = await self.store.tables_with_bots()
            waiting = list(dict.fromkeys([*with_bots, *await self.store.tables_with_clocks()]))
            self._background.start(self.bots.wake(waiting), "wake")
        self._background.every(LOOK, self._look, "look")
        self._background.every(presence.EVERY, self.friends.presence.store, "presence")
        self._background.every(garbage.SELDOM, garbage.collect, "garbage")
        self._background.start(report_unreadable(self.store), "report")
        self._background.start(fill_in_results(self.store), "results")
        for one in (self.tournaments, self.leagues, self.club_rooms, self.study_rooms):
            one.open()
        self.compiling.start()
        self.keeping.start()
        self.metrics.open(self.settings, self)
        self.boards.open()
        log.info("service open", shared=self.cluster.shared)

    async def close(self) -> None:
        """Stop all background work, finish writing, and close the store."""
        for one in (self.leagues, self.tournaments, self.club_rooms, self.study_rooms):
            await one.close()
        await self.advice.close()
        await self.bots.close()
        await self.compiling.close()
        await self.metrics.close()
        await self.keeping.close()
        await self._background.close()
        await self.moderation.close()
        await self.open_tables.close()
        await self.rematches.close()
        await self.boards.close()
        await self.studio.close()
        await self.accounts.emails.close()
        await self.providers.close()
        await self.clocks.close()
        self._stop_ends.close()
        await self._looks.close()
        await self.ahead_players.close()
        await self.notices.close()
        self.replays.close()
        self.pages.close()
        self.imports.close()
        await self.reviews.close()
        await self.tables.close()
        await self.cluster.close()
        await self.store.close()
        logs.repeats.sum_up(everything=True)
        log.info("service closed")

    async def _read_keys(self, _which: str = "") -> None:
        self.guests.keys = await load_keys(self.store)

    async def _look(self) -> None:
        """Load new keys and close the connections of ended sessions."""
        logs.repeats.sum_up()
        await self._read_keys()
        await self.accounts.check_connections()

    # ------------------------------------------------------------------------------- messages of other processes

    async def _said(self, number: str) -> None:
        await self.chats.hear(int(number), self.tables.find, self._room)

    async def _unsaid(self, message: int) -> None:
        await self.chats.unsay(message, self.tables.find, self._room)

    def _oversees(self, user: str) -> bool:
        return self.moderation.is_moderator(user)

    def _room(self, place: str | None) -> set[Viewer]:
        club = club_in(place)
        return self.open_tables.room(place) if club is None else self.club_rooms.viewers(club)

    async def _session_ended(self, session: str) -> None:
        self.accounts.open_connections.close([session])
