"""Operations of users in tournaments: organizing, entering, withdrawing, and judging."""

from __future__ import annotations

import secrets
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.server.adapters.database.clubs import is_member
from whistlestop.server.adapters.database.tournaments import TournamentStore
from whistlestop.server.background import Background
from whistlestop.server.domain.clubs import no_club
from whistlestop.server.domain.names import skeleton
from whistlestop.server.domain.refusals import Refusal, refusing_stale
from whistlestop.server.domain.tables import shared
from whistlestop.server.domain.text import clean_text
from whistlestop.server.domain.times import now
from whistlestop.server.domain.tournaments import Corrected, Settings, TournamentRow
from whistlestop.server.messages.tables import SeatWish
from whistlestop.server.messages.tournaments import TournamentList
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.server.usecases.tables.following import refresh
from whistlestop.server.usecases.tournaments.running import EVERY, Running
from whistlestop.server.usecases.tournaments.views import Shown, line_of
from whistlestop.tournaments import Place, PlanError, check_plan

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.tournaments import PlayerEntry, StoredTournament
    from whistlestop.server.messages.tournaments import (
        Appoint,
        CorrectResult,
        CreateTournament,
        TournamentInfo,
        TournamentStep,
    )
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.cluster import Cluster
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tournaments.views import Role
    from whistlestop.tournaments import TournamentDocument

LISTED = 50
"""Maximum number of tournaments in each list."""
OWNED = 10
"""Limit of tournaments of one organizer that are not over."""
ARBITERS = 20
"""Limit of arbiters of a tournament."""
REMEMBERED = 100
"""Number of tournaments whose standings are kept in memory."""
FRESH = 60.0
"""Seconds after which names are reloaded."""


class Tournaments:
    """The tournaments of a site. Every operation returns the data that the caller then sees."""

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        tables: Tables,
        boards: TableBoards,
        callers: Callers,
        cluster: Cluster,
        is_moderator: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._kept = TournamentStore(store)
        self._accounts = accounts
        self._tables = tables
        self._boards = boards
        self._callers = callers
        self._is_moderator = is_moderator
        self.running = Running(store, self._kept, tables, boards, cluster)
        self._background = Background()
        self._shown: dict[str, tuple[float, Shown]] = {}

    def open(self) -> None:
        """Start running tournaments."""
        self._background.every(EVERY, self.running.look, "tournaments")

    async def close(self) -> None:
        """Stop. Unfinished work resumes after the next start."""
        await self._background.close()

    # ----------------------------------------------------------------------------------------------- queries

    async def listed(self, user: str) -> TournamentList:
        """Return the tournaments of a user, upcoming ones and those in progress, and past ones."""
        found = (
            await self._kept.of(user, LISTED),
            await self._kept.listed(live=True, most=LISTED),
            await self._kept.listed(live=False, most=LISTED),
        )
        return TournamentList(*([line_of(*line) for line in lines] for lines in found))

    async def of_club(self, club: str, most: int) -> list[tuple[TournamentRow, int]]:
        """Return the tournaments of a club with their numbers of players, newest first."""
        return await self._kept.of_club(club, most)

    async def info(self, user: str, tournament: str, number: int | None = None) -> TournamentInfo:
        """Return a tournament with its standings and the tables of a round; None: the current round."""
        shown = await self.shown(tournament, user)
        return shown.info(user, self._role(shown.found, user), number)

    async def export(self, user: str, tournament: str) -> TournamentDocument:
        """Return a tournament as a file from which its standings can be recomputed."""
        return (await self.shown(tournament, user)).document()

    async def shown(self, tournament: str, user: str) -> Shown:
        """Return a tournament as all users see it. Raises Refusal if the user may not know of it."""
        return await self.remembered(tournament, await self._check_seen(tournament, user))

    async def remembered(self, tournament: str, version: int) -> Shown:
        """Return a tournament at a version or a newer one, without checking whether the user may see it."""
        read, known = self._shown.get(tournament, (0.0, None))
        if known is not None and known.found.row.version == version and time.monotonic() - read < FRESH:
            return known
        self._shown.pop(tournament, None)
        made = Shown(await self._find(tournament))
        self._shown[tournament] = (time.monotonic(), made)
        if len(self._shown) > REMEMBERED:
            del self._shown[next(iter(self._shown))]
        return made

    # -------------------------------------------------------------------------------------------- organizing

    async def create(self, caller: Caller, wish: CreateTournament) -> TournamentInfo:
        """Create a tournament. Its players can enter at once."""
        self._callers.check_writable()
        self._callers.count_table(caller)
        await self.check_account(caller.user)
        try:
            check_plan(wish.plan)
        except PlanError as error:
            raise Refusal("bad_request", str(error)) from None
        if wish.together > 1 and wish.plan.format != "round_robin":
            raise Refusal("bad_request", "Only rounds of a round robin can be in progress at once.")
        if wish.club is not None:
            if wish.listed:
                raise Refusal("bad_request", "A tournament of a club cannot be listed for everybody.")
            if not await is_member(self._store, wish.club, caller.user):
                raise no_club()
        wished = [SeatWish("open")] * wish.plan.size
        ruleset = await self._boards.ruleset_for(wish.ruleset, wished, look=False, listed=True)
        if ruleset.min_players > 2:
            raise Refusal("bad_request", "A tournament needs a board for any number of players from 2.")
        if wish.clock.bot is not None:
            check_bot(wish.clock.bot)
        starts = None if wish.starts is None else round(wish.starts.timestamp() * 1000)
        await self._callers.name_to_keep(caller, listed=True)
        settings = Settings(**shared(wish, Settings) | {"text": clean_text(wish.text) if wish.text else ""})
        row = TournamentRow(
            secrets.token_urlsafe(9),
            caller.user,
            clean_text(wish.name),
            "open",
            0,
            wish.plan,
            settings,
            secrets.token_hex(16),
            wish.listed,
            now(),
            starts,
            None,
            1,
            wish.club,
        )
        await self._kept.create(row, OWNED)
        return await self.info(caller.user, row.id)

    async def step(self, caller: Caller, tournament: str, wish: TournamentStep) -> TournamentInfo:
        """Start a round, pause, resume or cancel a tournament."""
        async with self._changing(caller, tournament) as found:
            role, row = self._judge(found, caller.user), found.row
            if not row.live:
                raise Refusal("game_over", "The tournament is over.")
            if wish.step == "cancel":
                if role != "organizer":
                    raise Refusal("not_owner", "Only the organizer can cancel a tournament.")
                await self._kept.change(row, {"state": "cancelled", "next": None, "ended": now()})
            elif wish.step == "start":
                if any(one.result is None for one in found.pairings):
                    raise Refusal("not_over", "Some games of this round are not over yet.")
                await self.running.begin_round(found)
            elif wish.step == "pause":
                if row.state != "running":
                    raise Refusal("not_started", "The tournament is not running.")
                await self._kept.change(row, {"state": "paused", "next": None})
            elif row.state == "paused":
                await self._kept.change(row, {"state": "running"})
        return await self.info(caller.user, tournament)

    async def appoint(self, caller: Caller, tournament: str, wish: Appoint) -> TournamentInfo:
        """Appoint or dismiss an arbiter (organizer only)."""
        async with self._changing(caller, tournament) as found:
            if self._judge(found, caller.user) != "organizer":
                raise Refusal("not_owner", "Only the organizer can appoint arbiters.")
            if (wish.name is None) == (wish.dismiss is None):
                raise Refusal("bad_request", "Give the name of an account, or the id of an arbiter.")
            if wish.name is not None and len(found.arbiters) >= ARBITERS:
                raise Refusal("too_many", "This tournament has enough arbiters.")
            user = wish.dismiss or await self._holder(wish.name or "")
            if wish.dismiss is None:
                await self._check_belongs(found, user)
            await self._kept.set_arbiter(found.row, user, appointed=wish.dismiss is None)
        return await self.info(caller.user, tournament)

    # -------------------------------------------------------------------------------------------------- playing

    async def join(self, caller: Caller, tournament: str) -> TournamentInfo:
        """Enter a tournament, or enter again after withdrawing."""
        self._callers.check_writable()
        await self.check_player(caller.user)
        await self._callers.name_to_keep(caller, listed=True)
        async with self._changing(caller, tournament) as found:
            await self._check_belongs(found, caller.user)
            shown, mine = Shown(found), found.entry_of(caller.user)
            if mine is not None and mine.left is None:
                return shown.info(caller.user, self._role(found, caller.user), None)
            if not shown.can_join(caller.user):
                if shown.players >= found.row.settings.limit:
                    raise Refusal("table_full", "This tournament is full.")
                raise Refusal("already_started", "Players can no longer enter this tournament.")
            following = found.row.round + 1
            if mine is None:
                number = max((one.number for one in found.entries), default=0) + 1
                change = (number, {"user": caller.user, "joined": following})
            elif mine.left is not None and mine.left <= mine.joined:
                change = (mine.number, {"joined": following, "left": None})
            else:
                change = (mine.number, {"left": None})
            await self._kept.change(found.row, {}, [change])
        return await self.info(caller.user, tournament)

    async def leave(self, caller: Caller, tournament: str) -> TournamentInfo:
        """Withdraw from all further rounds. A game in progress continues."""
        async with self._changing(caller, tournament) as found:
            mine = found.entry_of(caller.user)
            if mine is None or mine.left is not None or not found.row.live:
                raise Refusal("not_seated", "You do not play in this tournament.")
            await self._kept.change(found.row, {}, [(mine.number, {"left": found.row.round + 1})])
        return await self.info(caller.user, tournament)

    # ------------------------------------------------------------------------------------------------- judging

    async def remove(self, caller: Caller, tournament: str, entry: int, reason: str) -> TournamentInfo:
        """Remove a player from all further rounds. The reason stays visible."""
        async with self._changing(caller, tournament) as found:
            one = self._entry(found, caller.user, entry)
            following = found.row.round + 1
            left = following if one.left is None else one.left
            change = {"left": left, "removed": True, "reason": clean_text(reason)}
            await self._kept.change(found.row, {}, [(entry, change)])
        return await self.info(caller.user, tournament)

    async def replace(self, caller: Caller, tournament: str, entry: int, name: str) -> TournamentInfo:
        """Let another account take over an entry with its points. A game in progress continues unchanged."""
        async with self._changing(caller, tournament) as found:
            self._entry(found, caller.user, entry)
            if found.row.league is not None:
                raise Refusal("bad_request", "A place in a league cannot be handed over.")
            user = await self._holder(name)
            await self.check_player(user)
            await self._check_belongs(found, user)
            if found.entry_of(user) is not None:
                raise Refusal("already_started", "This player has already entered the tournament.")
            change = {"user": user, "left": None, "removed": False, "reason": None}
            await self._kept.change(found.row, {}, [(entry, change)])
        return await self.info(caller.user, tournament)

    async def correct(
        self, caller: Caller, tournament: str, number: int, table: int, wish: CorrectResult
    ) -> TournamentInfo:
        """Change the result of a table, or decide it, which ends a game in progress. The reason stays visible."""
        async with self._changing(caller, tournament) as found:
            self._judge(found, caller.user)
            one = next((one for one in found.pairings if (one.round, one.table) == (number, table)), None)
            if one is None or len(one.seats) < 2:
                raise Refusal("not_found", "There is no such table in this tournament.")
            if found.row.state == "cancelled":
                raise Refusal("game_over", "The tournament is over.")
            check_ranks(wish.ranks, len(one.seats))
            before = {place.entry: place.score for place in one.result or ()}
            places = [
                Place(entry, rank, before.get(entry), "corrected")
                for entry, rank in zip(one.seats, wish.ranks, strict=True)
            ]
            note = Corrected(caller.user, clean_text(wish.reason), now())
            change = {
                "result": msgspec.json.encode(places).decode(),
                "correction": msgspec.json.encode(note).decode(),
            }
            ended = [] if one.game is None else [one.game]
            await self._kept.change(found.row, {}, results=[(one, change)], ended=ended)
        for game in ended:
            with suppress(Refusal):  # it has no game, or this version cannot read it
                async with self._tables.use(game) as held:
                    await refresh(held)
        return await self.info(caller.user, tournament, number)

    # --------------------------------------------------------------------------------------------------- checks

    @asynccontextmanager
    async def _changing(self, caller: Caller, tournament: str) -> AsyncIterator[StoredTournament]:
        """Return a tournament for a change. Changes of one tournament wait for each other."""
        self._callers.count_command(caller)
        with refusing_stale():
            await self._check_seen(tournament, caller.user)
            async with self._store.alone(f"tournament {tournament}"):
                yield await self._find(tournament)

    async def _check_seen(self, tournament: str, user: str) -> int:
        """Return the version of a tournament. Raises Refusal if the user may not know of it."""
        version = await self._kept.version(tournament, None if self._is_moderator(user) else user)
        if version is None:
            raise _no_tournament()
        return version

    async def _check_belongs(self, found: StoredTournament, user: str) -> None:
        """Refuse users who are not members of the tournament's club."""
        club = found.row.club
        if club is not None and not await is_member(self._store, club, user):
            raise Refusal("not_found", "There is no member of the club with this name.")

    async def _find(self, tournament: str) -> StoredTournament:
        found = await self._kept.whole(tournament)
        if found is None:
            raise _no_tournament()
        return found

    def _role(self, found: StoredTournament, user: str) -> Role | None:
        if found.row.owner == user or self._is_moderator(user):
            return "organizer"
        return "arbiter" if any(user == arbiter for arbiter, _name in found.arbiters) else None

    def _judge(self, found: StoredTournament, user: str) -> Role:
        role = self._role(found, user)
        if role is None:
            raise Refusal("not_owner", "Only the organizer and arbiters can do this.")
        return role

    def _entry(self, found: StoredTournament, user: str, entry: int) -> PlayerEntry:
        """Return an entry of a tournament in progress that the user may change."""
        self._judge(found, user)
        if not found.row.live:
            raise Refusal("game_over", "The tournament is over.")
        one = next((one for one in found.entries if one.number == entry), None)
        if one is None:
            raise Refusal("not_found", "There is no such player in this tournament.")
        return one

    async def _holder(self, name: str) -> str:
        user = await self._accounts.holder(skeleton(name))
        if user is None:
            raise Refusal("not_found", "There is no account with this name.")
        return user

    async def check_account(self, user: str) -> None:
        """Refuse users without an account."""
        if not await self._accounts.is_account(user):
            raise Refusal("no_account", "Only accounts can do this. Create one, or sign in.")

    async def check_player(self, user: str) -> None:
        """Refuse guests and programs."""
        await self.check_account(user)
        if await self._store.is_program(user):
            raise Refusal("bad_request", "Programs cannot enter tournaments.")


def _no_tournament() -> Refusal:
    return Refusal("not_found", "This tournament does not exist.")


def check_ranks(ranks: Sequence[int | None], seats: int) -> None:
    """Refuse ranks that no game can have: a rank is one more than the number of better players."""
    given: list[Any] = [rank for rank in ranks if rank is not None]
    if len(ranks) != seats or any(rank != 1 + sum(one < rank for one in given) for rank in given):
        raise Refusal("bad_request", "Give a rank for each seat: 1 for the best, the same for equal players.")
