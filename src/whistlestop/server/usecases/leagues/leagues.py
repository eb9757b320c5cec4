"""Operations of users in leagues: organizing, signing up, and withdrawing."""

from __future__ import annotations

import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.clubs import ClubStore, is_member
from whistlestop.server.adapters.database.leagues import LeagueStore
from whistlestop.server.adapters.database.tournaments import TournamentStore
from whistlestop.server.background import Background
from whistlestop.server.domain.clubs import LEADERS, no_club
from whistlestop.server.domain.leagues import LeagueRow, LeagueSettings, check_settings, no_league
from whistlestop.server.domain.refusals import Refusal, refusing_stale
from whistlestop.server.domain.tables import shared
from whistlestop.server.domain.text import clean_text
from whistlestop.server.domain.times import now
from whistlestop.server.messages.leagues import LeagueInfo, LeagueList
from whistlestop.server.messages.tables import SeatWish
from whistlestop.server.usecases.leagues.seasons import EVERY, Seasons
from whistlestop.server.usecases.leagues.views import LeagueViews, line_of
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.tournaments import PlanError, TournamentPlan, check_plan

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.leagues import CreateLeague, RenameLeague
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.notices.notices import Notices
    from whistlestop.server.usecases.players.players import Players
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tournaments.tournaments import Tournaments
    from whistlestop.tournaments import LeagueDocument

LISTED = 50
"""Maximum number of leagues in each list."""
OWNED = 5
"""Limit of leagues of one organizer that are not closed."""
PLAYERS = 1024
"""Limit of players of a league."""
EXPORT = 20
"""The requests that an export of all seasons counts as."""


class Leagues:
    """The leagues of a site. Every operation returns the data that the caller then sees."""

    def __init__(
        self,
        store: Store,
        tournaments: Tournaments,
        boards: TableBoards,
        callers: Callers,
        players: Players,
        notices: Notices,
        is_moderator: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._kept = LeagueStore(store)
        self._tournaments = tournaments
        self._boards = boards
        self._callers = callers
        self._is_moderator = is_moderator
        self._views = LeagueViews(self._kept, tournaments)
        self.seasons = Seasons(
            store, self._kept, TournamentStore(store), boards, players.ratings, notices.tell
        )
        self._background = Background()

    def open(self) -> None:
        """Start running seasons."""
        self._background.every(EVERY, self.seasons.look, "leagues")

    async def close(self) -> None:
        """Stop. Unfinished work resumes after the next start."""
        await self._background.close()

    # ----------------------------------------------------------------------------------------------- queries

    async def listed(self, user: str) -> LeagueList:
        """Return the leagues of a user, and those that anybody can join."""
        found = (await self._kept.of(user, LISTED), await self._kept.listed(LISTED))
        return LeagueList(*([line_of(*line) for line in lines] for lines in found))

    async def info(
        self, user: str, league: str, season: int | None = None, division: int | None = None
    ) -> LeagueInfo:
        """Return a league, and a division of one of its seasons."""
        row, organizer, players = await self._seen(league, user)
        shown = row.season if season is None else season
        if not 0 <= shown <= row.season:
            raise Refusal("not_found", "This league has no such season.")
        return await self._views.info(
            row,
            user,
            shown,
            division,
            organizer=organizer,
            players=players,
            organizes=self._organizes(row, user),
            can_join=row.live and (row.club is None or await is_member(self._store, row.club, user)),
        )

    async def export(self, caller: Caller, league: str) -> LeagueDocument:
        """Return all seasons as a file from which standings and turnover can be recomputed."""
        self._callers.count_request(caller, EXPORT)
        return await self._views.document((await self._seen(league, caller.user))[0])

    # -------------------------------------------------------------------------------------------- organizing

    async def create(self, caller: Caller, wish: CreateLeague) -> LeagueInfo:
        """Create a league. Players can sign up for its first season at once."""
        self._callers.check_writable()
        self._callers.count_table(caller)
        await self._tournaments.check_account(caller.user)
        settings = LeagueSettings(
            **shared(wish, LeagueSettings) | {"text": clean_text(wish.text) if wish.text else ""}
        )
        check_settings(settings)
        try:
            check_plan(TournamentPlan("round_robin", settings.size, settings.rounds))
        except PlanError as error:
            raise Refusal("bad_request", str(error)) from None
        if wish.club is not None:
            role = await ClubStore(self._store).tie(wish.club, caller.user)
            if role not in ("owner", "organizer", "member"):
                raise no_club()
            if role not in LEADERS:
                raise Refusal("not_owner", "Only the owner and organizers of the club can do this.")
        wished = [SeatWish("open")] * settings.size
        ruleset = await self._boards.ruleset_for(settings.ruleset, wished, look=False, listed=True)
        if ruleset.min_players > 2:
            raise Refusal("bad_request", "A league needs a board for any number of players from 2.")
        if settings.clock.bot is not None:
            check_bot(settings.clock.bot)
        await self._callers.name_to_keep(caller, listed=True)
        starts = max(now(), round(wish.starts.timestamp() * 1000))
        league = secrets.token_urlsafe(9)
        row = LeagueRow(
            league, caller.user, clean_text(wish.name), "open", 0, settings, wish.club, now(), starts
        )
        await self._kept.create(row, OWNED)
        return await self.info(caller.user, league)

    async def rename(self, caller: Caller, league: str, wish: RenameLeague) -> LeagueInfo:
        """Rename a league, and the divisions of its seasons."""
        self._callers.check_writable()
        async with self._changing(caller, league) as row:
            if not self._organizes(row, caller.user):
                raise Refusal("not_owner", "Only the organizer can rename a league.")
            await self._callers.name_to_keep(caller, listed=True)
            await self._kept.rename(row, clean_text(wish.name))
        return await self.info(caller.user, league)

    async def finish(self, caller: Caller, league: str) -> LeagueInfo:
        """Close a league: no further season begins. The one in progress is played to its end."""
        async with self._changing(caller, league) as row:
            if not self._organizes(row, caller.user):
                raise Refusal("not_owner", "Only the organizer can close a league.")
            self._check_live(row)
            if row.state == "running":
                await self._kept.change(row, {"closing": True})
            else:
                await self._kept.change(row, {"state": "closed", "next": None, "ended": now()})
        return await self.info(caller.user, league)

    # -------------------------------------------------------------------------------------------------- playing

    async def join(self, caller: Caller, league: str) -> LeagueInfo:
        """Sign up for the next season. Players of the season in progress must also do so to stay in the league."""
        self._callers.check_writable()
        await self._tournaments.check_player(caller.user)
        await self._callers.name_to_keep(caller, listed=True)
        async with self._changing(caller, league) as row:
            self._check_live(row)
            if row.club is not None and not await is_member(self._store, row.club, caller.user):
                raise Refusal("not_member", "Only members of the club can do this.")
            if await self._kept.season_of(league, caller.user) != row.season + 1:
                await self._kept.sign_up(row, caller.user, now(), PLAYERS)
        return await self.info(caller.user, league)

    async def leave(self, caller: Caller, league: str) -> LeagueInfo:
        """Withdraw from the next season. Games of a season in progress continue."""
        async with self._changing(caller, league) as row:
            if await self._kept.season_of(league, caller.user) is None:
                raise Refusal("not_seated", "You do not play in this league.")
            await self._kept.sign_off(row, caller.user)
        return await self.info(caller.user, league)

    # --------------------------------------------------------------------------------------------------- checks

    @asynccontextmanager
    async def _changing(self, caller: Caller, league: str) -> AsyncIterator[LeagueRow]:
        """Return a league for a change. Changes of one league wait for each other."""
        self._callers.count_command(caller)
        with refusing_stale():
            await self._seen(league, caller.user)
            async with self._store.alone(f"league {league}"):
                yield (await self._seen(league, caller.user))[0]

    async def _seen(self, league: str, user: str) -> tuple[LeagueRow, str | None, int]:
        """Return a league, its organizer and number of players. Raises Refusal if the user may not know of it."""
        found = await self._kept.find(league, None if self._is_moderator(user) else user)
        if found is None:
            raise no_league()
        return found

    def _organizes(self, row: LeagueRow, user: str) -> bool:
        return row.owner == user or self._is_moderator(user)

    @staticmethod
    def _check_live(row: LeagueRow) -> None:
        if not row.live:
            raise Refusal("game_over", "This league is closed.")
