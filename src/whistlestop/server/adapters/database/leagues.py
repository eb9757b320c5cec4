"""Leagues in the database: their players, and the tournaments that are the divisions of their seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, case, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.clubs import clubs_of
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.clubs import club_members
from whistlestop.server.adapters.database.schema.leagues import league_members, leagues
from whistlestop.server.adapters.database.schema.tournaments import tournament_entries, tournaments
from whistlestop.server.adapters.database.tournaments import LIVE, stored
from whistlestop.server.domain.clubs import ROLES
from whistlestop.server.domain.leagues import LeagueRow, LeagueSettings, Member, division_name
from whistlestop.server.domain.refusals import Conflict, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tournaments import TournamentRow

_settings = msgspec.json.Decoder(LeagueSettings).decode


class Division(msgspec.Struct, frozen=True):
    """A division of a season, from 1 at the top, and the version of its tournament."""

    tournament: str
    number: int
    version: int


class SeasonTimes(msgspec.Struct, frozen=True):
    """A season: when it began and ended (null: in progress), and its top division."""

    number: int
    began: int
    ended: int | None
    top: Division


class LeagueStore:
    """The leagues of all users."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ---------------------------------------------------------------------------------------------- queries

    async def listed(self, most: int) -> list[tuple[LeagueRow, int]]:
        """Return the leagues that anybody can join with their numbers of players, newest first."""
        return await self._lines(and_(leagues.c.club.is_(None), leagues.c.state != "closed"), most)

    async def of(self, user: str, most: int) -> list[tuple[LeagueRow, int]]:
        """Return the leagues that a user organizes, or in which they play or have signed up, newest first."""
        return await self._lines(and_(_concerns(user), _seen_by(user)), most)

    async def of_club(self, club: str, most: int) -> list[tuple[LeagueRow, int]]:
        """Return the leagues of a club, newest first."""
        return await self._lines(leagues.c.club == club, most)

    async def _lines(self, wanted: ColumnElement[bool], most: int) -> list[tuple[LeagueRow, int]]:
        query = (
            select(leagues, _players().label("players"))
            .where(wanted)
            .order_by(leagues.c.made.desc(), leagues.c.id)
            .limit(most)
        )
        async with self._store.reading() as connection:
            return [(_row(row), row.players) for row in await connection.execute(query)]

    async def find(self, league: str, user: str | None = None) -> tuple[LeagueRow, str | None, int] | None:
        """Return a league with the name of its organizer and its number of players; `user`: only if they may see it."""
        query = (
            select(leagues, users.c.name.label("organizer"), _players().label("players"))
            .outerjoin(users, users.c.id == leagues.c.owner)
            .where(leagues.c.id == league)
        )
        if user is not None:
            query = query.where(_seen_by(user))
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (_row(row), row.organizer, row.players)

    async def due(self, at: int) -> list[str]:
        """Return leagues whose next season begins at this time or before, or whose season has no further games."""
        playing = select(tournaments.c.id).where(
            tournaments.c.league == leagues.c.id,
            tournaments.c.season == leagues.c.season,
            tournaments.c.state.in_(LIVE),
        )
        waits = and_(leagues.c.state == "open", leagues.c.next <= at)
        over = and_(leagues.c.state == "running", ~playing.exists())
        async with self._store.reading() as connection:
            found = await connection.execute(select(leagues.c.id).where(or_(waits, over)))
            return list(found.scalars())

    async def signed_up(self, row: LeagueRow, season: int) -> list[Member]:
        """Return the players who have signed up for a season, in the order in which they joined.

        In a league of a club, only its members can play.
        """
        query = (
            select(league_members, users.c.name)
            .join(users, users.c.id == league_members.c.user)
            .where(league_members.c.league == row.id, league_members.c.season == season)
            .order_by(league_members.c.since, league_members.c.user)
        )
        if row.club is not None:
            ours = select(club_members.c.user).where(
                club_members.c.club == row.club, club_members.c.role.in_(ROLES)
            )
            query = query.where(league_members.c.user.in_(ours))
        async with self._store.reading() as connection:
            return [
                Member(one.user, one.name, one.season, one.since) for one in await connection.execute(query)
            ]

    async def season_of(self, league: str, user: str) -> int | None:
        """Return the last season for which a user has signed up."""
        query = select(league_members.c.season).where(_membership(league, user))
        async with self._store.reading() as connection:
            found: int | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def divisions(self, league: str, season: int) -> list[Division]:
        """Return the divisions of a season, the top one first."""
        query = (
            select(tournaments.c.id, tournaments.c.division, tournaments.c.version)
            .where(tournaments.c.league == league, tournaments.c.season == season)
            .order_by(tournaments.c.division)
        )
        async with self._store.reading() as connection:
            return [Division(one.id, one.division, one.version) for one in await connection.execute(query)]

    async def division_of(self, league: str, season: int, user: str) -> int | None:
        """Return the division of a season in which a user plays."""
        query = (
            select(tournaments.c.division)
            .join(tournament_entries, tournament_entries.c.tournament == tournaments.c.id)
            .where(
                tournaments.c.league == league,
                tournaments.c.season == season,
                tournament_entries.c.user == user,
            )
            .limit(1)
        )
        async with self._store.reading() as connection:
            found: int | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def seasons(self, league: str, before: int, most: int) -> list[SeasonTimes]:
        """Return the last seasons up to a number, newest first."""
        same = and_(tournaments.c.league == league, tournaments.c.season <= before)
        times = (
            select(
                tournaments.c.season,
                func.min(tournaments.c.made).label("began"),
                func.max(tournaments.c.ended).label("ended"),
                func.count(tournaments.c.ended).label("over"),
                func.count().label("divisions"),
            )
            .where(same)
            .group_by(tournaments.c.season)
            .order_by(tournaments.c.season.desc())
            .limit(most)
        )
        tops = select(tournaments).where(same, tournaments.c.division == 1)
        async with self._store.reading() as connection:
            top = {one.season: Division(one.id, 1, one.version) for one in await connection.execute(tops)}
            return [
                SeasonTimes(
                    one.season,
                    one.began,
                    one.ended if one.over == one.divisions else None,
                    top[one.season],
                )
                for one in await connection.execute(times)
            ]

    # ---------------------------------------------------------------------------------------------- changes

    async def create(self, row: LeagueRow, limit: int) -> None:
        """Store a new league. Raises Refusal if its organizer has `limit` leagues that are not closed."""

        async def job(connection: AsyncConnection) -> None:
            owned = select(func.count()).where(leagues.c.owner == row.owner, leagues.c.state != "closed")
            if (await connection.execute(owned)).scalar_one() >= limit:
                raise Refusal("too_many", "You organize too many leagues. Close one first.")
            values = msgspec.structs.asdict(row)
            values["settings"] = msgspec.json.encode(row.settings).decode()
            await connection.execute(insert(leagues).values(values))

        await self._store.writer.run(job)

    async def change(
        self,
        before: LeagueRow,
        values: dict[str, Any],
        divisions: Sequence[tuple[TournamentRow, Sequence[str]]] = (),
    ) -> None:
        """Change a league in one transaction, unless it has changed since `before`, which raises Conflict.

        divisions: new tournaments, each with its players.
        """

        async def job(connection: AsyncConnection) -> None:
            await _touch(connection, before, values)
            if divisions:
                await connection.execute(insert(tournaments), [stored(row) for row, _ in divisions])
                await connection.execute(
                    insert(tournament_entries),
                    [
                        {"tournament": row.id, "number": number, "user": user, "joined": 1}
                        for row, players in divisions
                        for number, user in enumerate(players, 1)
                    ],
                )

        await self._store.writer.run(job)

    async def rename(self, before: LeagueRow, name: str) -> None:
        """Rename a league with its divisions, unless it has changed since `before`, which raises Conflict."""
        divisions = select(tournaments.c.id, tournaments.c.season, tournaments.c.division)

        async def job(connection: AsyncConnection) -> None:
            await _touch(connection, before, {"name": name})
            found = (await connection.execute(divisions.where(tournaments.c.league == before.id))).all()
            if found:
                called = {one.id: division_name(name, one.season, one.division) for one in found}
                names = case(called, value=tournaments.c.id)
                change = update(tournaments).where(tournaments.c.league == before.id)
                await connection.execute(change.values(name=names, version=tournaments.c.version + 1))

        await self._store.writer.run(job)

    async def sign_up(self, before: LeagueRow, user: str, at: int, limit: int) -> None:
        """Sign a user up for the next season, unless the league has changed since `before`, which raises Conflict.

        Raises Refusal if `limit` players have signed up.
        """
        season = before.season + 1

        async def job(connection: AsyncConnection) -> None:
            await _touch(connection, before, {})
            full = select(func.count()).where(
                league_members.c.league == before.id, league_members.c.season == season
            )
            if (await connection.execute(full)).scalar_one() >= limit:
                raise Refusal("table_full", "This league is full.")
            here = _membership(before.id, user)
            done = await connection.execute(update(league_members).where(here).values(season=season))
            if done.rowcount != 1:
                await connection.execute(
                    insert(league_members).values(league=before.id, user=user, season=season, since=at)
                )

        await self._store.writer.run(job)

    async def sign_off(self, before: LeagueRow, user: str) -> None:
        """Remove a user from the next season, unless the league has changed since `before`, which raises Conflict."""

        async def job(connection: AsyncConnection) -> None:
            await _touch(connection, before, {})
            await connection.execute(delete(league_members).where(_membership(before.id, user)))

        await self._store.writer.run(job)


async def _touch(connection: AsyncConnection, before: LeagueRow, values: dict[str, Any]) -> None:
    same = and_(leagues.c.id == before.id, leagues.c.version == before.version)
    done = await connection.execute(update(leagues).where(same).values(version=before.version + 1, **values))
    if done.rowcount != 1:
        raise Conflict


def _membership(league: str, user: str) -> ColumnElement[bool]:
    return and_(league_members.c.league == league, league_members.c.user == user)


def _players() -> Any:
    """Return the query for the players of the season in progress or, between seasons, of the next one."""
    signed = (
        select(func.count())
        .where(
            league_members.c.league == leagues.c.id,
            league_members.c.season > leagues.c.season,
            leagues.c.state == "open",
        )
        .correlate(leagues)
        .scalar_subquery()
    )
    playing = (
        select(func.count())
        .select_from(tournament_entries)
        .join(tournaments, tournaments.c.id == tournament_entries.c.tournament)
        .where(
            tournaments.c.league == leagues.c.id,
            tournaments.c.season == leagues.c.season,
            leagues.c.state != "open",
        )
        .correlate(leagues)
        .scalar_subquery()
    )
    return signed + playing


def _concerns(user: str) -> ColumnElement[bool]:
    joined = select(league_members.c.league).where(league_members.c.user == user)
    plays = (
        select(tournament_entries.c.number)
        .join(tournaments, tournaments.c.id == tournament_entries.c.tournament)
        .where(
            tournaments.c.league == leagues.c.id,
            tournaments.c.season == leagues.c.season,
            tournament_entries.c.user == user,
        )
    )
    return or_(leagues.c.owner == user, leagues.c.id.in_(joined), plays.exists())


def _seen_by(user: str) -> ColumnElement[bool]:
    """Return the condition for leagues of a user's clubs, of no club, and those in which the user plays."""
    plays = (
        select(tournaments.c.league)
        .join(tournament_entries, tournament_entries.c.tournament == tournaments.c.id)
        .where(tournament_entries.c.user == user, tournaments.c.league.is_not(None))
    )
    return or_(leagues.c.club.is_(None), leagues.c.club.in_(clubs_of(user)), leagues.c.id.in_(plays))


def _row(row: Row[Any]) -> LeagueRow:
    kept = {name: getattr(row, name) for name in LeagueRow.__struct_fields__}
    return LeagueRow(**kept | {"settings": _settings(row.settings)})
