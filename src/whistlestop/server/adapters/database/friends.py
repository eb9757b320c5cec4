"""Friends in the database: requests, friendships, links, and who is online.

Every query starts from one user and returns only what that user may know.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, case, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.friends import friendships, presences
from whistlestop.server.adapters.database.schema.meeting import blocks
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

FRIENDS = 500
"""Maximum number of friends of one account."""
WAITING = 50
"""Maximum number of unanswered requests by one account."""
RECEIVED = 200
"""Maximum number of unanswered requests to one account."""
SEEN = 200
"""Number of the newest seats of other players that are searched for players whom a user has met."""


class Known(msgspec.Struct, frozen=True):
    """Another account as a user knows it. `since`: when they became friends; None: the request is waiting.

    `own`: the user sent the request. `page`: the account shows its page. `seen`: when the friend was last online, if
    they show it.
    """

    id: str
    name: str
    page: bool
    own: bool
    asked: int
    since: int | None
    shows_online: bool
    seen: int | None


class Met(msgspec.Struct, frozen=True):
    """An account with whom a user has sat at a table, and their relation."""

    seat: int
    id: str
    name: str
    page: bool
    asker: str | None
    since: int | None


def between(user: str, other: str) -> ColumnElement[bool]:
    """Return the condition for the friendship or request of two users."""
    return and_(friendships.c.low == min(user, other), friendships.c.high == max(user, other))


def _of(user: str) -> ColumnElement[bool]:
    return or_(friendships.c.low == user, friendships.c.high == user)


def _other(user: str) -> ColumnElement[str]:
    return case((friendships.c.low == user, friendships.c.high), else_=friendships.c.low)


class FriendStore:
    """The stored friends of all accounts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ---------------------------------------------------------------------------------------------- queries

    async def known(self, user: str) -> list[Known]:
        """Return the friends of a user and the unanswered requests from and to them, by name."""
        other = _other(user)
        query = (
            select(
                users.c.id,
                users.c.name,
                accounts.c.shown.label("page"),
                (friendships.c.asker == user).label("own"),
                friendships.c.asked,
                friendships.c.since,
                accounts.c.shows_online,
                presences.c.at.label("seen"),
            )
            .select_from(friendships)
            .join(users, users.c.id == other)
            .join(accounts, accounts.c.user == other)
            .outerjoin(presences, presences.c.user == other)
            .where(_of(user))
            .order_by(func.lower(users.c.name), users.c.id)
        )
        async with self._store.reading() as connection:
            return [Known(**row._mapping) for row in await connection.execute(query)]  # noqa: SLF001

    async def requests(self, user: str) -> int:
        """Return the number of unanswered requests to a user."""
        query = select(func.count()).where(
            _of(user), friendships.c.asker != user, friendships.c.since.is_(None)
        )
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    async def friends(self, user: str, others: Collection[str]) -> dict[str, str]:
        """Return the ids and names of those of these users who are a user's friends."""
        other = _other(user)
        query = (
            select(users.c.id, users.c.name)
            .select_from(friendships)
            .join(users, users.c.id == other)
            .where(_of(user), friendships.c.since.is_not(None), users.c.id.in_(list(others)))
        )
        async with self._store.reading() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    async def met(self, user: str, table: str | None, most: int) -> list[Met]:
        """Return accounts with whom a user has sat at a table, those of the newest game first.

        Without a table: those of all finished games who are not friends. Leaves out programs, people at another user's
        device, whose accounts are unknown, and users who have blocked the user or are blocked by them.
        """
        own = seats.alias()
        sat = select(own.c.game).where(own.c.user == user)
        query = (
            select(
                seats.c.seat,
                users.c.id,
                users.c.name,
                accounts.c.shown.label("page"),
                friendships.c.asker,
                friendships.c.since,
            )
            .select_from(seats)
            .join(tables, tables.c.id == seats.c.game)
            .join(users, users.c.id == seats.c.user)
            .join(accounts, accounts.c.user == users.c.id)
            .outerjoin(friendships, and_(_of(user), _other(user) == users.c.id))
            .where(
                seats.c.game.in_(sat),
                seats.c.user != user,
                seats.c.label.is_(None),
                users.c.is_bot.is_(False),
                ~_blocked(user, users.c.id).exists(),
            )
        )
        if table is not None:
            query = query.where(tables.c.id == table).order_by(seats.c.seat)
        else:
            query = (
                query.where(tables.c.state == "over", friendships.c.low.is_(None))
                .order_by(tables.c.ended.desc(), tables.c.id, seats.c.seat)
                .limit(SEEN)
            )
        found: dict[str, Met] = {}
        async with self._store.reading() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.id, Met(**row._mapping))  # noqa: SLF001
        return list(found.values())[:most]

    # ----------------------------------------------------------------------------------------------- changes

    async def ask(self, user: str, other: str, *, at_once: bool = False) -> None:
        """Ask another account to be a friend; if they asked before, or `at_once`, the two become friends.

        Asking again changes nothing. Raises Refusal, with the same message for a block and for a full list, so that
        users cannot find out who has blocked them.
        """

        async def job(connection: AsyncConnection) -> None:
            mine = select(blocks.c.at).where(blocks.c.user == user, blocks.c.blocked == other)
            if (await connection.execute(mine)).first() is not None:
                raise Refusal("blocked", "You have blocked this player. Unblock them first.")
            if (await connection.execute(_blocked(user, other))).first() is not None:
                raise _not_accepted()
            row = (await connection.execute(select(friendships).where(between(user, other)))).one_or_none()
            if row is not None and (row.since is not None or (row.asker == user and not at_once)):
                return
            if row is None and not at_once:
                await _check_requests(connection, user, other)
            else:
                await _check_friends(connection, user, other)
            at = now()
            since = None if row is None and not at_once else at
            if row is not None:
                await connection.execute(update(friendships).where(between(user, other)).values(since=since))
                return
            values = {"low": min(user, other), "high": max(user, other), "asker": user}
            await connection.execute(insert(friendships).values(values | {"asked": at, "since": since}))

        await self._store.writer.run(job)

    async def accept(self, user: str, other: str) -> bool:
        """Accept another account's request; return False if there is none. Raises Refusal."""

        async def job(connection: AsyncConnection) -> bool:
            await _check_friends(connection, user, other)
            waits = and_(between(user, other), friendships.c.asker == other, friendships.c.since.is_(None))
            done = await connection.execute(update(friendships).where(waits).values(since=now()))
            return bool(done.rowcount)

        return await self._store.writer.run(job)

    async def end(self, user: str, other: str) -> bool:
        """End a friendship, decline a request, or withdraw one; return False if there is nothing to end."""

        async def job(connection: AsyncConnection) -> bool:
            return bool((await connection.execute(delete(friendships).where(between(user, other)))).rowcount)

        return await self._store.writer.run(job)

    # ------------------------------------------------------------------------------------- the link, settings

    async def settings(self, user: str) -> tuple[str | None, bool]:
        """Return the key of an account's link, and whether its friends see when it is online."""
        query = select(accounts.c.friend_key, accounts.c.shows_online).where(accounts.c.user == user)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one()
        return row.friend_key, row.shows_online

    async def set_link(self, user: str, key: str | None) -> None:
        """Replace the link of an account, or delete it; the old one stops working."""
        change = update(accounts).where(accounts.c.user == user).values(friend_key=key)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def owner_of(self, key: str) -> tuple[str, str] | None:
        """Return the id and name of the account with this link."""
        query = (
            select(users.c.id, users.c.name)
            .join(accounts, accounts.c.user == users.c.id)
            .where(accounts.c.friend_key == key)
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (row.id, row.name)

    # ---------------------------------------------------------------------------------------------- presence

    async def show_online(self, user: str, shown: bool) -> None:
        """Let friends see when an account is online, or hide it at once."""

        async def job(connection: AsyncConnection) -> None:
            change = update(accounts).where(accounts.c.user == user).values(shows_online=shown)
            await connection.execute(change)
            if not shown:
                await connection.execute(delete(presences).where(presences.c.user == user))

        await self._store.writer.run(job)

    async def are_online(self, present: Collection[str], at: int, forget: int) -> None:
        """Store that programs and users who show it are online now, and delete rows older than `forget`."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(presences).where(presences.c.at < forget))
            query = (
                select(accounts.c.user)
                .join(users, users.c.id == accounts.c.user)
                .where(accounts.c.shows_online | users.c.is_bot, accounts.c.user.in_(list(present)))
            )
            rows: list[dict[str, Any]] = [
                {"user": user, "at": at} for user in (await connection.execute(query)).scalars()
            ]
            if rows:
                upsert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
                new = upsert(presences)
                await connection.execute(
                    new.on_conflict_do_update(
                        index_elements=[presences.c.user], set_={"at": new.excluded.at}
                    ),
                    rows,
                )

        await self._store.writer.run(job)


def _blocked(user: str, other: Any) -> Any:
    """Return the query for blocks between two users, in either direction."""
    either = or_(
        and_(blocks.c.user == user, blocks.c.blocked == other),
        and_(blocks.c.user == other, blocks.c.blocked == user),
    )
    return select(blocks.c.at).where(either)


async def _check_requests(connection: AsyncConnection, user: str, other: str) -> None:
    """Refuse another request if one of the two has too many."""
    waits = friendships.c.since.is_(None)
    sent = select(func.count()).where(_of(user), friendships.c.asker == user, waits)
    if (await connection.execute(sent)).scalar_one() >= WAITING:
        raise Refusal("too_many", "Too many of your requests are unanswered. Withdraw one first.")
    received = select(func.count()).where(_of(other), friendships.c.asker != other, waits)
    if (await connection.execute(received)).scalar_one() >= RECEIVED:
        raise _not_accepted()


async def _check_friends(connection: AsyncConnection, user: str, other: str) -> None:
    """Refuse another friendship if one of the two has too many friends."""
    for one, refusal in (
        (user, Refusal("too_many", "You have reached the limit for friends. Remove one first.")),
        (other, _not_accepted()),
    ):
        held = select(func.count()).where(_of(one), friendships.c.since.is_not(None))
        if (await connection.execute(held)).scalar_one() >= FRIENDS:
            raise refusal


def _not_accepted() -> Refusal:
    return Refusal("not_accepted", "This player cannot be added as a friend.")
