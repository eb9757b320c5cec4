"""A club as its members and others see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.kinds import DEFAULT
from whistlestop.server.adapters.database.club_boards import ClubBoardStore
from whistlestop.server.adapters.database.club_tables import games_of_club, tables_of_club
from whistlestop.server.adapters.database.clubs import ClubStore
from whistlestop.server.adapters.database.leagues import LeagueStore
from whistlestop.server.domain.clubs import LEADERS, ROLES
from whistlestop.server.domain.tables import concerns, seat_of
from whistlestop.server.domain.times import iso
from whistlestop.server.messages.base import RulesetSummary
from whistlestop.server.messages.clubs import (
    ClubBoard,
    ClubGame,
    ClubInfo,
    ClubLine,
    ClubLink,
    ClubPerson,
    ClubResult,
)
from whistlestop.server.messages.meeting import OpenTable
from whistlestop.server.usecases.leagues import views as league_views
from whistlestop.server.usecases.meeting.live_games import line_of as live_line
from whistlestop.server.usecases.tables.info import NOBODY, table_info
from whistlestop.server.usecases.tournaments.views import line_of as line_of_tournament

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.club_boards import OfferedBoard
    from whistlestop.server.adapters.database.club_tables import SeatResult
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clubs import ClubRow, Tie
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tournaments.tournaments import Tournaments

GAMES = 20
"""Maximum number of finished games in a list."""
TOURNAMENTS = 20
"""Maximum number of tournaments, or of leagues, in a list."""


class ClubViews:
    """Makes the messages about clubs."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments) -> None:
        self._store = store
        self._kept = ClubStore(store)
        self._tournaments = tournaments
        self._leagues = LeagueStore(store)
        self._boards = ClubBoardStore(store)
        self._tables = tables

    async def info(self, row: ClubRow, tie: Tie | None, user: str, *, moderator: bool) -> ClubInfo:
        """Return a club for a user with this tie to it."""
        people = await self._kept.people(row.id)
        line = line_of(row, sum(one.role in ROLES for one in people), tie)
        if tie not in ROLES:
            return ClubInfo(line, [], None, [], [], [], [], [], moderator)
        leads = tie in LEADERS
        rows = await tables_of_club(self._store, row.id)
        cups = [
            (await self._tournaments.remembered(cup.id, cup.version)).line
            if cup.state == "over"
            else line_of_tournament(cup, players)
            for cup, players in await self._tournaments.of_club(row.id, TOURNAMENTS)
        ]
        leagues = await self._leagues.of_club(row.id, TOURNAMENTS)
        return ClubInfo(
            line,
            [
                ClubPerson(one.user, one.name, one.page, one.role, iso(one.since))
                for one in people
                if leads or one.role in ROLES
            ],
            ClubLink(row.link, iso(row.link_ends))
            if leads and row.link is not None and row.link_ends is not None
            else None,
            [self._line(one, user) for one in rows if one.state == "open"],
            [self._line(one, user) for one in rows if one.state == "playing"],
            cups,
            [league_views.line_of(*one) for one in leagues],
            [_board(one, user) for one in await self._boards.of(row.id)],
            moderator,
        )

    async def games(self, club: str, user: str) -> list[ClubGame]:
        """Return the newest finished games of a club."""
        return [
            ClubGame(
                one.row.watch if seat_of(one.row, user) is None else one.row.id,
                one.row.ruleset,
                iso(one.ended),
                [_result(seat) for seat in one.results],
            )
            for one in await games_of_club(self._store, club, GAMES)
        ]

    def _line(self, row: TableRow, user: str) -> OpenTable:
        """Return a table in a list."""
        if row.state == "playing":
            return live_line(row, row.id if concerns(row, user) else row.watch)
        live = self._tables.find(row.id)
        presence = NOBODY if live is None else live.viewers.presence(row)
        info = table_info(row, None, 0, presence)
        here = self._tables.online(row)
        return OpenTable(row.id, row.ruleset, info.seats, here, row.quick, info.created, row.clock)


def line_of(row: ClubRow, members: int, tie: Tie | None) -> ClubLine:
    """Return a club in a list. A removed user sees the same as other users."""
    seen = None if tie == "removed" else tie
    return ClubLine(row.id, row.name, row.text, row.language, row.open, members, seen)


def _board(one: OfferedBoard, user: str) -> ClubBoard:
    board = RulesetSummary(one.id, one.name, {}, DEFAULT.name, one.least, one.most, None)
    return ClubBoard(board, one.maker, one.owner == user, iso(one.offered))


def _result(one: SeatResult) -> ClubResult:
    person = one.seat.kind == "person"
    return ClubResult(
        one.seat.name if person else None,
        one.seat.user if person and one.seat.page and one.seat.label is None else None,
        None if person else one.bot or one.seat.bot,
        one.score,
        one.rank,
        one.won,
    )
