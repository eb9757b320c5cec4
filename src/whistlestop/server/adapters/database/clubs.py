"""Clubs in the database: members, requests, removals, and the invitation link.

A club and a user have at most one row, so a simultaneous request and invitation create one membership. Every change
increases the version of the club.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, case, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.club_rows import (
    IS_MEMBER,
    close_club,
    club_changed,
    tie_now,
    tie_to,
)
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.boards import club_boards
from whistlestop.server.adapters.database.schema.clubs import club_members, clubs
from whistlestop.server.adapters.database.schema.leagues import leagues
from whistlestop.server.adapters.database.schema.meeting import blocks
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.adapters.database.schema.tournaments import tournaments
from whistlestop.server.domain.clubs import LEADERS, ROLES, Associate, ClubRow
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clubs import Tie

MEMBERS = 500
"""Maximum number of members of a club."""
JOINED = 50
"""Maximum number of clubs of which a user is a member."""
ASKING = 200
"""Maximum number of unanswered requests to one club."""
ASKED = 20
"""Maximum number of unanswered requests of one user."""


def _members() -> Any:
    return (
        select(func.count()).where(club_members.c.club == clubs.c.id, IS_MEMBER).correlate(clubs)
    ).scalar_subquery()


def clubs_of(user: str) -> Select[Any]:
    """Return the query for the ids of the clubs of which a user is a member."""
    return select(club_members.c.club).where(club_members.c.user == user, IS_MEMBER)


async def is_member(store: Store, club: str, user: str) -> bool:
    """Return whether a user is a member of a club."""
    query = select(club_members.c.role).where(tie_to(club, user), IS_MEMBER)
    async with store.reading() as connection:
        return (await connection.execute(query)).one_or_none() is not None


class ClubStore:
    """The stored clubs."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ---------------------------------------------------------------------------------------------- queries

    async def of(self, user: str) -> list[tuple[ClubRow, Tie, int]]:
        """Return the clubs of a user and those that they have asked to join, with tie and number of members."""
        query = (
            select(clubs, club_members.c.role, _members().label("members"))
            .join(club_members, club_members.c.club == clubs.c.id)
            .where(
                club_members.c.user == user,
                or_(IS_MEMBER, and_(club_members.c.role == "asking", clubs.c.open)),
            )
            .order_by(func.lower(clubs.c.name), clubs.c.id)
        )
        async with self._store.reading() as connection:
            return [(_row(row), row.role, row.members) for row in await connection.execute(query)]

    async def ties(self, user: str) -> list[tuple[ClubRow, Tie, int]]:
        """Return all clubs to which a user has a tie, with the tie and its time."""
        query = (
            select(clubs, club_members.c.role, club_members.c.since)
            .join(club_members, club_members.c.club == clubs.c.id)
            .where(club_members.c.user == user)
            .order_by(club_members.c.since, clubs.c.id)
        )
        async with self._store.reading() as connection:
            return [(_row(row), row.role, row.since) for row in await connection.execute(query)]

    async def listed(self, most: int) -> list[tuple[ClubRow, int]]:
        """Return open clubs with their numbers of members, the largest first."""
        members = _members().label("members")
        query = (
            select(clubs, members)
            .where(clubs.c.open)
            .order_by(members.desc(), clubs.c.made, clubs.c.id)
            .limit(most)
        )
        async with self._store.reading() as connection:
            return [(_row(row), row.members) for row in await connection.execute(query)]

    async def find(self, club: str) -> ClubRow | None:
        """Return a club by its id."""
        return await self._one(clubs.c.id == club)

    async def by_link(self, key: str) -> ClubRow | None:
        """Return the club with this invitation link, unless the link has expired."""
        return await self._one(and_(clubs.c.link == key, clubs.c.link_ends > now()))

    async def _one(self, which: ColumnElement[bool]) -> ClubRow | None:
        async with self._store.reading() as connection:
            row = (await connection.execute(select(clubs).where(which))).one_or_none()
        return None if row is None else _row(row)

    async def tie(self, club: str, user: str) -> Tie | None:
        """Return the tie of a user to a club, if there is one."""
        async with self._store.reading() as connection:
            return await tie_now(connection, club, user)

    async def people(self, club: str) -> list[Associate]:
        """Return all users with a tie to a club: the members by role, then by name."""
        order = case({role: at for at, role in enumerate(ROLES)}, value=club_members.c.role, else_=len(ROLES))
        query = (
            select(club_members, users.c.name, accounts.c.shown)
            .join(users, users.c.id == club_members.c.user)
            .outerjoin(accounts, accounts.c.user == club_members.c.user)
            .where(club_members.c.club == club)
            .order_by(order, func.lower(users.c.name), users.c.id)
        )
        async with self._store.reading() as connection:
            return [
                Associate(row.user, row.name, bool(row.shown), row.role, row.since)
                for row in await connection.execute(query)
            ]

    async def members(self, found: Collection[str]) -> dict[str, set[str]]:
        """Return the members of those of these clubs that exist."""
        known = select(clubs.c.id).where(clubs.c.id.in_(list(found)))
        query = select(club_members.c.club, club_members.c.user).where(
            club_members.c.club.in_(list(found)), IS_MEMBER
        )
        async with self._store.reading() as connection:
            held: dict[str, set[str]] = {club: set() for club in (await connection.execute(known)).scalars()}
            for row in await connection.execute(query):
                held.setdefault(row.club, set()).add(row.user)
        return held

    async def states(self, found: Collection[str]) -> dict[str, tuple[object, ...]]:
        """Return, for those of these clubs that exist, a value that changes with the club, its members and tables."""
        ids = list(found)
        free = (
            select(func.count())
            .where(seats.c.game == tables.c.id, seats.c.kind == "open")
            .correlate(tables)
            .scalar_subquery()
        )
        open_tables = (
            select(tables.c.club, tables.c.id, tables.c.state, free)
            .where(tables.c.club.in_(ids), tables.c.state != "over", tables.c.closed.is_(None))
            .order_by(tables.c.id)
        )
        cups = (
            select(tournaments.c.club, tournaments.c.id, tournaments.c.version)
            .where(tournaments.c.club.in_(ids), tournaments.c.ended.is_(None))
            .order_by(tournaments.c.id)
        )
        contests = (
            select(leagues.c.club, leagues.c.id, leagues.c.version)
            .where(leagues.c.club.in_(ids), leagues.c.ended.is_(None))
            .order_by(leagues.c.id)
        )
        async with self._store.reading() as connection:
            versions = await connection.execute(
                select(clubs.c.id, clubs.c.version).where(clubs.c.id.in_(ids))
            )
            states: dict[str, tuple[object, ...]] = {row.id: (row.version,) for row in versions}
            for query in (open_tables, cups, contests):
                for row in await connection.execute(query):
                    if row.club in states:
                        states[row.club] = (*states[row.club], *row[1:])
        return states

    async def requests(self, user: str) -> int:
        """Return the number of requests that wait for an answer in the clubs that a user leads."""
        led = select(club_members.c.club).where(club_members.c.user == user, club_members.c.role.in_(LEADERS))
        query = select(func.count()).where(club_members.c.role == "asking", club_members.c.club.in_(led))
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    # ----------------------------------------------------------------------------------------------- changes

    async def create(self, row: ClubRow, owner: str, limit: int) -> None:
        """Store a new club. Raises Refusal if the user owns `limit` clubs."""

        async def job(connection: AsyncConnection) -> None:
            await _check_owned(connection, owner, limit)
            await _check_joined(connection, owner)
            await connection.execute(insert(clubs).values(msgspec.structs.asdict(row)))
            await connection.execute(
                insert(club_members).values(club=row.id, user=owner, role="owner", since=row.made)
            )

        await self._store.writer.run(job)

    async def change(self, club: str, values: dict[str, Any]) -> None:
        """Change the columns of a club. Raises Refusal if it does not exist."""

        async def job(connection: AsyncConnection) -> None:
            await club_changed(connection, club, values)

        await self._store.writer.run(job)

    async def ask(self, club: str, user: str) -> None:
        """Store a request to join. Raises Refusal; a user with another tie to the club keeps it."""

        async def job(connection: AsyncConnection) -> None:
            await club_changed(connection, club)
            if await tie_now(connection, club, user) is not None:
                return
            if await _blocked(connection, club, user):
                raise _not_accepted()
            mine = select(func.count()).where(club_members.c.user == user, club_members.c.role == "asking")
            if (await connection.execute(mine)).scalar_one() >= ASKED:
                raise Refusal("too_many", "Too many of your requests are unanswered. Withdraw one first.")
            theirs = select(func.count()).where(club_members.c.club == club, club_members.c.role == "asking")
            if (await connection.execute(theirs)).scalar_one() >= ASKING:
                raise _not_accepted()
            await connection.execute(
                insert(club_members).values(club=club, user=user, role="asking", since=now())
            )

        await self._store.writer.run(job)

    async def join(self, club: str, user: str, link: str) -> None:
        """Make a user with the club's current link a member. Raises Refusal."""

        async def job(connection: AsyncConnection) -> None:
            held = await club_changed(connection, club)
            if held.link != link or (held.link_ends or 0) <= now():
                raise link_gone()
            before = await tie_now(connection, club, user)
            if before in ROLES:
                return
            if before == "removed" or await _blocked(connection, club, user):
                raise _not_accepted()
            await _put(connection, club, user, before, "member")

        await self._store.writer.run(job)

    async def move(self, club: str, user: str, before: Tie, after: Tie | None) -> None:
        """Change the tie of a user, or end it (None). A user who leaves takes their boards back.

        Raises Conflict if the tie is no longer `before`, and Refusal.
        """

        async def job(connection: AsyncConnection) -> None:
            await club_changed(connection, club)
            if await tie_now(connection, club, user) != before:
                raise Conflict
            if after not in ROLES:
                await connection.execute(
                    delete(club_boards).where(club_boards.c.club == club, club_boards.c.owner == user)
                )
            if after is None:
                await connection.execute(delete(club_members).where(tie_to(club, user)))
            else:
                await _put(connection, club, user, before, after)

        await self._store.writer.run(job)

    async def hand_over(self, club: str, owner: str, heir: str, limit: int) -> None:
        """Make a member the owner and the owner an organizer. Raises Conflict if they no longer have these roles."""

        async def job(connection: AsyncConnection) -> None:
            await club_changed(connection, club)
            ties = [await tie_now(connection, club, user) for user in (owner, heir)]
            if ties[0] != "owner" or ties[1] not in ROLES[1:]:
                raise Conflict
            await _check_owned(connection, heir, limit, another=True)
            for user, role in ((owner, "organizer"), (heir, "owner")):
                await connection.execute(update(club_members).where(tie_to(club, user)).values(role=role))

        await self._store.writer.run(job)

    async def close(self, club: str) -> None:
        """Delete a club with its room. Its tables can then be opened only by their players."""
        await self._store.writer.run(lambda connection: close_club(connection, club))


async def leave_clubs(connection: AsyncConnection, user: str) -> None:
    """Transfer or close the clubs of a user who is about to be deleted.

    The longest-standing organizer, or else the longest-standing member, becomes the owner. Without other members the
    club is closed.
    """
    mine = select(club_members.c.club, club_members.c.role).where(club_members.c.user == user)
    for held in (await connection.execute(mine)).all():
        await club_changed(connection, held.club)
        if held.role != "owner":
            continue
        rank = case({"organizer": 0}, value=club_members.c.role, else_=1)
        heirs = (
            select(club_members.c.user)
            .where(club_members.c.club == held.club, club_members.c.user != user, IS_MEMBER)
            .order_by(rank, club_members.c.since, club_members.c.user)
            .limit(1)
        )
        heir = (await connection.execute(heirs)).scalar_one_or_none()
        if heir is None:
            await close_club(connection, held.club)
        else:
            owns = update(club_members).where(tie_to(held.club, heir)).values(role="owner")
            await connection.execute(owns)


def link_gone() -> Refusal:
    """Return the refusal for an invitation link that is unknown, revoked or expired."""
    return Refusal("not_found", "This invitation is no longer valid. Ask for a new one.")


def _not_accepted() -> Refusal:
    return Refusal("not_accepted", "You cannot join this club.")


async def _put(connection: AsyncConnection, club: str, user: str, before: Tie | None, after: Tie) -> None:
    """Store the tie of a user. Raises Refusal if the club has too many members, or they have too many clubs."""
    if after in ROLES and before not in ROLES:
        held = select(func.count()).where(club_members.c.club == club, IS_MEMBER)
        if (await connection.execute(held)).scalar_one() >= MEMBERS:
            raise Refusal("table_full", "This club has reached the limit for members.")
        await _check_joined(connection, user)
    values: dict[str, Any] = {"role": after}
    if before is None:
        await connection.execute(insert(club_members).values(club=club, user=user, since=now(), **values))
        return
    if before not in ROLES or after not in ROLES:
        values["since"] = now()
    await connection.execute(update(club_members).where(tie_to(club, user)).values(values))


async def _check_owned(connection: AsyncConnection, user: str, limit: int, *, another: bool = False) -> None:
    owned = select(func.count()).where(club_members.c.user == user, club_members.c.role == "owner")
    if (await connection.execute(owned)).scalar_one() >= limit:
        if another:
            raise Refusal("too_many", "This player owns as many clubs as one player can.")
        raise Refusal("too_many", "You own as many clubs as one player can. Close one or hand it over first.")


async def _check_joined(connection: AsyncConnection, user: str) -> None:
    joined = select(func.count()).where(club_members.c.user == user, IS_MEMBER)
    if (await connection.execute(joined)).scalar_one() >= JOINED:
        raise Refusal("too_many", "The limit for clubs of one player is reached. Leave one first.")


async def _blocked(connection: AsyncConnection, club: str, user: str) -> bool:
    """Return whether there is a block between a user and the owner of a club, in either direction."""
    owner = (
        select(club_members.c.user)
        .where(club_members.c.club == club, club_members.c.role == "owner")
        .scalar_subquery()
    )
    either = or_(
        and_(blocks.c.user == user, blocks.c.blocked == owner),
        and_(blocks.c.user == owner, blocks.c.blocked == user),
    )
    return (await connection.execute(select(blocks.c.at).where(either).limit(1))).first() is not None


def _row(row: Row[Any]) -> ClubRow:
    return ClubRow(**{name: getattr(row, name) for name in ClubRow.__struct_fields__})
