"""Tournaments in the database. Every change increases the version of its tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, case, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.clubs import clubs_of
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import actions, seats, tables
from whistlestop.server.adapters.database.schema.tournaments import (
    tournament_arbiters,
    tournament_entries,
    tournament_tables,
    tournaments,
)
from whistlestop.server.adapters.database.table_changes import end_unfinished
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tournaments import (
    Corrected,
    GameState,
    PlayerEntry,
    SeatOutcome,
    Settings,
    StoredPairing,
    StoredTournament,
    TournamentRow,
)
from whistlestop.tournaments import Place, TournamentPlan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

LIVE = ("open", "running", "paused")
CHUNK = 500
"""Number of games in one query."""
_plan = msgspec.json.Decoder(TournamentPlan).decode
_settings = msgspec.json.Decoder(Settings).decode
_seats = msgspec.json.Decoder(tuple[int, ...]).decode
_result = msgspec.json.Decoder(tuple[Place, ...]).decode
_corrected = msgspec.json.Decoder(Corrected).decode


class TournamentStore:
    """The tournaments of all users."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ---------------------------------------------------------------------------------------------- queries

    async def listed(self, *, live: bool, most: int) -> list[tuple[TournamentRow, int]]:
        """Return public tournaments with their numbers of players: upcoming and current ones, or past ones."""
        wanted = tournaments.c.state.in_(LIVE) if live else tournaments.c.state == "over"
        newest = tournaments.c.made.desc() if live else tournaments.c.ended.desc()
        return await self._lines(and_(tournaments.c.listed, wanted), newest, most)

    async def of(self, user: str, most: int) -> list[tuple[TournamentRow, int]]:
        """Return tournaments that a user organizes, judges or plays in, newest first."""
        plays = select(tournament_entries.c.tournament).where(tournament_entries.c.user == user)
        judges = select(tournament_arbiters.c.tournament).where(tournament_arbiters.c.user == user)
        owns = and_(tournaments.c.owner == user, tournaments.c.league.is_(None))
        mine = or_(owns, tournaments.c.id.in_(plays), tournaments.c.id.in_(judges))
        return await self._lines(and_(mine, _seen_by(user)), tournaments.c.made.desc(), most)

    async def of_club(self, club: str, most: int) -> list[tuple[TournamentRow, int]]:
        """Return the tournaments of a club, newest first, without the divisions of its leagues."""
        ours = and_(tournaments.c.club == club, tournaments.c.league.is_(None))
        return await self._lines(ours, tournaments.c.made.desc(), most)

    async def _lines(
        self, wanted: ColumnElement[bool], order: ColumnElement[Any], most: int
    ) -> list[tuple[TournamentRow, int]]:
        players = (
            select(func.count())
            .where(
                tournament_entries.c.tournament == tournaments.c.id, tournament_entries.c.removed.is_(False)
            )
            .scalar_subquery()
        )
        query = select(tournaments, players.label("players")).where(wanted).order_by(order).limit(most)
        async with self._store.reading() as connection:
            return [(_row(row), row.players) for row in await connection.execute(query)]

    async def live(self) -> list[TournamentRow]:
        """Return the tournaments that are not over."""
        query = select(tournaments).where(tournaments.c.state.in_(LIVE))
        async with self._store.reading() as connection:
            return [_row(row) for row in await connection.execute(query)]

    async def busy(self) -> set[str]:
        """Return tournaments whose current games are all in progress, so nothing can happen before one ends."""
        waiting = and_(
            tournament_tables.c.result.is_(None), tournament_tables.c.tournament == tournaments.c.id
        )
        playing = and_(tables.c.state == "playing", tables.c.closed.is_(None))
        settled = (
            select(tournament_tables.c.number)
            .outerjoin(tables, tables.c.id == tournament_tables.c.game)
            .where(waiting, func.coalesce(case((playing, 1)), 0) == 0)
        )
        query = select(tournaments.c.id).where(
            tournaments.c.state.in_(LIVE),
            select(tournament_tables.c.number).where(waiting).exists(),
            ~settled.exists(),
        )
        async with self._store.reading() as connection:
            return set((await connection.execute(query)).scalars())

    async def version(self, tournament: str, user: str | None) -> int | None:
        """Return the version of a tournament; None if there is none with this id.

        `user`: only if this user may see it.
        """
        query = select(tournaments.c.version).where(tournaments.c.id == tournament)
        if user is not None:
            query = query.where(_seen_by(user))
        async with self._store.reading() as connection:
            found: int | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def whole(self, tournament: str) -> StoredTournament | None:
        """Return a tournament with everything that belongs to it."""
        query = (
            select(tournaments, users.c.name.label("organizer"))
            .outerjoin(users, users.c.id == tournaments.c.owner)
            .where(tournaments.c.id == tournament)
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            played = await connection.execute(
                select(tournament_tables)
                .where(tournament_tables.c.tournament == tournament)
                .order_by(tournament_tables.c.round, tournament_tables.c.number)
            )
            pairings = tuple(_pairing(one) for one in played)
            judges = {one.correction.by for one in pairings if one.correction is not None}
            named = select(users.c.id, users.c.name).where(users.c.id.in_(judges))
            return StoredTournament(
                _row(row),
                row.organizer,
                await _entries(connection, tournament),
                await _arbiters(connection, tournament),
                pairings,
                {one.id: one.name for one in await connection.execute(named)},
            )

    async def games(self, ids: Sequence[str]) -> dict[str, GameState]:
        """Return the states of those of these games that exist."""
        found: dict[str, GameState] = {}
        async with self._store.reading() as connection:
            for start in range(0, len(ids), CHUNK):
                for game in await _games(connection, ids[start : start + CHUNK]):
                    found[game.id] = game
        return found

    # ---------------------------------------------------------------------------------------------- changes

    async def create(self, row: TournamentRow, limit: int) -> None:
        """Store a new tournament. Raises Refusal if its organizer has `limit` tournaments that are not over."""

        async def job(connection: AsyncConnection) -> None:
            owned = select(func.count()).where(
                tournaments.c.owner == row.owner,
                tournaments.c.state.in_(LIVE),
                tournaments.c.league.is_(None),
            )
            if (await connection.execute(owned)).scalar_one() >= limit:
                raise Refusal("too_many", "You organize too many tournaments. Finish or cancel one first.")
            await connection.execute(insert(tournaments).values(stored(row)))

        await self._store.writer.run(job)

    async def change(
        self,
        before: TournamentRow,
        values: dict[str, Any],
        entries: Sequence[tuple[int, dict[str, Any]]] = (),
        made: Sequence[StoredPairing] = (),
        results: Sequence[tuple[StoredPairing, dict[str, Any]]] = (),
        ended: Sequence[str] = (),
    ) -> None:
        """Change a tournament in one transaction, unless it has changed since `before`, which raises Conflict.

        values: columns of its row. entries: numbers with the columns that change; an unknown number is a new entry.
        made: new tables. results: tables with the columns that change. ended: games that end unfinished if they are
        in progress.
        """

        async def job(connection: AsyncConnection) -> None:
            same = and_(tournaments.c.id == before.id, tournaments.c.version == before.version)
            done = await connection.execute(
                update(tournaments).where(same).values(version=before.version + 1, **values)
            )
            if done.rowcount != 1:
                raise Conflict
            for number, columns in entries:
                await _change_entry(connection, before.id, number, columns)
            if made:
                await connection.execute(
                    insert(tournament_tables), [_columns(before.id, one) for one in made]
                )
            for one, columns in results:
                await connection.execute(
                    update(tournament_tables)
                    .where(
                        tournament_tables.c.tournament == before.id,
                        tournament_tables.c.round == one.round,
                        tournament_tables.c.number == one.table,
                    )
                    .values(columns)
                )
            for game in ended:
                await end_unfinished(connection, game)

        await self._store.writer.run(job)

    async def set_arbiter(self, before: TournamentRow, user: str, *, appointed: bool) -> None:
        """Appoint an arbiter, or dismiss one. Raises Conflict if the tournament has changed since `before`."""
        here = and_(tournament_arbiters.c.tournament == before.id, tournament_arbiters.c.user == user)

        async def job(connection: AsyncConnection) -> None:
            same = and_(tournaments.c.id == before.id, tournaments.c.version == before.version)
            done = await connection.execute(
                update(tournaments).where(same).values(version=before.version + 1)
            )
            if done.rowcount != 1:
                raise Conflict
            await connection.execute(delete(tournament_arbiters).where(here))
            if appointed:
                await connection.execute(insert(tournament_arbiters).values(tournament=before.id, user=user))

        await self._store.writer.run(job)


def stored(row: TournamentRow) -> dict[str, Any]:
    """Return the columns of a tournament."""
    encoded = {name: msgspec.json.encode(getattr(row, name)).decode() for name in ("plan", "settings")}
    return msgspec.structs.asdict(row) | encoded


def _seen_by(user: str) -> ColumnElement[bool]:
    """Return the condition for tournaments of a user's clubs, of no club, and those that the user has entered."""
    plays = select(tournament_entries.c.tournament).where(tournament_entries.c.user == user)
    return or_(
        tournaments.c.club.is_(None),
        tournaments.c.club.in_(clubs_of(user)),
        tournaments.c.id.in_(plays),
    )


def _row(row: Row[Any]) -> TournamentRow:
    stored = {name: getattr(row, name) for name in TournamentRow.__struct_fields__}
    return TournamentRow(**stored | {"plan": _plan(row.plan), "settings": _settings(row.settings)})


async def _entries(connection: AsyncConnection, tournament: str) -> tuple[PlayerEntry, ...]:
    query: Select[Any] = (
        select(tournament_entries, users.c.name, accounts.c.shown)
        .outerjoin(users, users.c.id == tournament_entries.c.user)
        .outerjoin(accounts, accounts.c.user == tournament_entries.c.user)
        .where(tournament_entries.c.tournament == tournament)
        .order_by(tournament_entries.c.number)
    )
    return tuple(
        PlayerEntry(
            row.number,
            row.joined,
            row.left,
            user=row.user,
            name=row.name,
            page=bool(row.shown),
            removed=row.removed,
            reason=row.reason,
        )
        for row in await connection.execute(query)
    )


async def _arbiters(connection: AsyncConnection, tournament: str) -> tuple[tuple[str, str], ...]:
    query = (
        select(users.c.id, users.c.name)
        .join(tournament_arbiters, tournament_arbiters.c.user == users.c.id)
        .where(tournament_arbiters.c.tournament == tournament)
        .order_by(users.c.name)
    )
    return tuple((row.id, row.name) for row in await connection.execute(query))


async def _change_entry(
    connection: AsyncConnection, tournament: str, number: int, columns: dict[str, Any]
) -> None:
    here = and_(tournament_entries.c.tournament == tournament, tournament_entries.c.number == number)
    done = await connection.execute(update(tournament_entries).where(here).values(columns))
    if done.rowcount != 1:
        new = {"tournament": tournament, "number": number, **columns}
        await connection.execute(insert(tournament_entries).values(new))


async def _games(connection: AsyncConnection, ids: Sequence[str]) -> list[GameState]:
    last = select(func.max(actions.c.at)).where(actions.c.game == tables.c.id).scalar_subquery()
    query = select(
        tables.c.id, tables.c.state, tables.c.abandoned, tables.c.closed, tables.c.started, last.label("last")
    ).where(tables.c.id.in_(ids))
    moves = (
        select(func.count())
        .where(actions.c.game == seats.c.game, actions.c.seat == seats.c.seat, actions.c.command.is_not(None))
        .scalar_subquery()
    )
    sat = (
        select(
            seats.c.game, seats.c.seat, seats.c.away, moves.label("moves"), results.c.rank, results.c.score
        )
        .outerjoin(results, and_(results.c.game == seats.c.game, results.c.seat == seats.c.seat))
        .where(seats.c.game.in_(ids))
        .order_by(seats.c.game, seats.c.seat)
    )
    held: dict[str, list[SeatOutcome]] = {}
    for row in await connection.execute(sat):
        held.setdefault(row.game, []).append(SeatOutcome(row.seat, row.away, row.moves, row.rank, row.score))
    return [
        GameState(
            row.id,
            "over" if row.closed is not None else row.state,
            bool(row.abandoned) or row.closed is not None,
            max(row.started or 0, row.last or 0),
            tuple(held.get(row.id, ())),
        )
        for row in await connection.execute(query)
    ]


async def byes_beside(connection: AsyncConnection, game: str) -> tuple[str, ...]:
    """Return the users with a bye in the round of a game, if it is the first one of the round."""
    here, before, alone = tournament_tables, tournament_tables.alias(), tournament_tables.alias()
    earlier = select(before.c.number).where(
        before.c.tournament == here.c.tournament,
        before.c.round == here.c.round,
        before.c.number < here.c.number,
        before.c.game.is_not(None),
    )
    query = (
        select(alone.c.tournament, alone.c.seats)
        .join(here, and_(here.c.tournament == alone.c.tournament, here.c.round == alone.c.round))
        .where(here.c.game == game, alone.c.game.is_(None), ~earlier.exists())
    )
    found = (await connection.execute(query)).all()
    if not found:
        return ()
    entries = select(tournament_entries.c.user).where(
        tournament_entries.c.tournament == found[0].tournament,
        tournament_entries.c.number.in_({entry for row in found for entry in _seats(row.seats)}),
        tournament_entries.c.user.is_not(None),
    )
    return tuple((await connection.execute(entries)).scalars())


def _pairing(row: Row[Any]) -> StoredPairing:
    return StoredPairing(
        row.round,
        row.number,
        _seats(row.seats),
        row.stage,
        row.group,
        None if row.result is None else _result(row.result),
        game=row.game,
        watch=row.watch,
        correction=None if row.correction is None else _corrected(row.correction),
    )


def _columns(tournament: str, one: StoredPairing) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "round": one.round,
        "number": one.table,
        "stage": one.stage,
        "group": one.group,
        "seats": msgspec.json.encode(one.seats).decode(),
        "game": one.game,
        "watch": one.watch,
        "result": None if one.result is None else msgspec.json.encode(one.result).decode(),
    }
