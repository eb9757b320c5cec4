"""Everything stored about a user, for download. Games in progress include only the user's own actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.errors import WhistlestopError
from whistlestop.server.adapters.database.ahead import AheadStore
from whistlestop.server.adapters.database.clock_stops import vacations_of
from whistlestop.server.adapters.database.club_boards import ClubBoardStore
from whistlestop.server.adapters.database.clubs import ClubStore
from whistlestop.server.adapters.database.fair_play import fair_play
from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.adapters.database.history import results_of_user
from whistlestop.server.adapters.database.leagues import LeagueStore
from whistlestop.server.adapters.database.meeting import MeetingStore
from whistlestop.server.adapters.database.own_boards import BoardStore
from whistlestop.server.adapters.database.reliability import reliability_of
from whistlestop.server.adapters.database.studies import StudyStore
from whistlestop.server.adapters.database.study_chapters import ChapterStore
from whistlestop.server.adapters.database.tournaments import TournamentStore
from whistlestop.server.domain import games
from whistlestop.server.domain.clubs import club_in
from whistlestop.server.domain.reliability import PERIOD
from whistlestop.server.domain.rooms import is_room, language_in
from whistlestop.server.domain.tables import seat_of
from whistlestop.server.domain.times import iso
from whistlestop.server.messages.accounts import (
    AccountInfo,
    Export,
    LoginInfo,
    OwnBoard,
    OwnClub,
    OwnLeague,
    OwnMessage,
    OwnNote,
    OwnPlan,
    OwnResult,
    OwnStudy,
    OwnTable,
    OwnTournament,
    PasskeyInfo,
    SessionInfo,
)
from whistlestop.server.messages.vacations import OwnVacation
from whistlestop.server.usecases.friends.friends import friends_info

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.history import KeptResult
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Identity
    from whistlestop.server.domain.tables import LoggedAction, TableRow
    from whistlestop.server.usecases.accounts.accounts import Accounts

EVERY = 1_000_000


async def account_info(accounts: Accounts, who: Identity) -> AccountInfo:
    """Return an account as its owner sees it."""
    account = await accounts.account(who)
    now = accounts.now()
    here = None if who.session is None else who.session.id
    return AccountInfo(
        id=account.user,
        name=account.name,
        created=iso(account.created),
        email=account.email,
        pending=await accounts.kept.pending_email(account.user, now),
        mail=accounts.emails.ready,
        password=account.password is not None,
        passkeys=[
            PasskeyInfo(key.id, key.name, iso(key.created), None if key.used is None else iso(key.used))
            for key in await accounts.kept.passkeys(account.user)
        ],
        logins=[
            LoginInfo(one.id, one.issuer, iso(one.created), None if one.used is None else iso(one.used))
            for one in await accounts.kept.logins(account.user)
        ],
        sessions=[
            SessionInfo(one.id, iso(one.created), iso(one.seen), one.agent, one.id == here)
            for one in await accounts.kept.sessions(account.user, now)
        ],
        second_factor=await accounts.factors.info(account.user),
        moderator=accounts.is_moderator(account.user),
        shown=account.shown,
    )


async def export(store: Store, accounts: Accounts, who: Identity, name: str) -> bytes:
    """Return everything stored about a guest or an account, as JSON."""
    account = None if who.session is None else await account_info(accounts, who)
    ended: dict[str, list[OwnResult]] = {}
    for one in await results_of_user(store, who.user):
        ended.setdefault(one.game, []).append(_result(one))
    plans: dict[str, list[OwnPlan]] = {}
    for plan in await AheadStore(store).of_user(who.user):
        plans.setdefault(plan.game, []).append(OwnPlan(plan.seat, plan.alternatives))
    tables = [
        await _table(store, row, who.user, ended.get(row.id, []), plans.get(row.id, []))
        for row in await store.tables_of(who.user, EVERY)
    ]
    friends = None if account is None else await friends_info(FriendStore(store), who.user)
    blocked = await MeetingStore(store).blocked(who.user)
    messages = [
        OwnMessage(
            iso(one.at),
            not is_room(one.game),
            club_in(one.game),
            language_in(one.game),
            one.text,
            one.phrase,
        )
        for one in await MeetingStore(store).said_by(who.user)
    ]
    boards = [
        OwnBoard(one.id, one.name, iso(one.made), msgspec.json.decode(one.document))
        for one in [*await BoardStore(store).of(who.user), *await ClubBoardStore(store).by(who.user)]
    ]
    tournaments = [
        OwnTournament(one.id, one.name, iso(one.made), one.owner == who.user)
        for one, _players in await TournamentStore(store).of(who.user, EVERY)
    ]
    leagues = [
        OwnLeague(one.id, one.name, iso(one.made), one.owner == who.user)
        for one, _players in await LeagueStore(store).of(who.user, EVERY)
    ]
    clubs = [
        OwnClub(one.id, one.name, tie, iso(since))
        for one, tie, since in await ClubStore(store).ties(who.user)
    ]
    at = iso(accounts.now())
    reliability = await reliability_of(store, who.user, accounts.now() - PERIOD)
    vacations = [OwnVacation(iso(one.began), iso(one.ends)) for one in await vacations_of(store, who.user)]
    studies = [
        OwnStudy(one.id, one.name, role, iso(since))
        for one, role, since, _chapters in await StudyStore(store).of(who.user)
    ]
    notes = [OwnNote(*one) for one in await ChapterStore(store).notes_by(who.user)]
    lists = (friends, blocked, boards, tournaments, leagues, clubs, studies, notes, messages)
    fair = await fair_play(store, who.user, personal=True)
    told = Export(who.user, name, at, account, tables, *lists, reliability, vacations, fair)
    return msgspec.json.format(msgspec.json.encode(told), indent=2)


async def _table(
    store: Store, row: TableRow, user: str, ended: list[OwnResult], ahead: list[OwnPlan]
) -> OwnTable:
    seat = seat_of(row, user)
    logged = [] if row.header is None else await store.log(row.id)
    return OwnTable(
        id=row.id,
        ruleset=row.ruleset,
        state=row.state,
        created=iso(row.created),
        owner=row.owner == user,
        seat=seat,
        actions=[line.action for line in logged if line.seat == seat],
        record=_record(row, logged) if row.state == "over" and not row.abandoned else None,
        results=ended,
        ahead=ahead,
    )


def _result(one: KeptResult) -> OwnResult:
    detail = msgspec.json.decode(one.detail)
    held = None if one.held is None else msgspec.json.decode(one.held)
    return OwnResult(one.seat, one.bot, one.score, one.rank, one.won, detail, held)


def _record(row: TableRow, logged: list[LoggedAction]) -> Any:
    """Return the record of a finished game; None if this version cannot read it."""
    try:
        return games.record_of(games.load_game(row.header or "", logged), row).to_dict()
    except WhistlestopError:
        return None
