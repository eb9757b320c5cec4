"""Stored notifications: the channels through which users are notified, and the outbox."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, delete, exists, func, insert, literal, null, select, update

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.adapters.database.schema.notices import notice_ways as ways
from whistlestop.server.adapters.database.schema.notices import notices
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Insert, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.messages.notices import Kind, Language

HOST = "host"
"""The channel of the host's webhook."""
NOBODY = -1
"""The value of `seat` in a notification about a whole game."""
NEWS = -2
"""The value of `seat` in a notification about an event; its `since` is the event's id."""
MARK = "webhook_since"
"""The time since which the host wants reports of finished games, as a value in the table `site`."""


class Way(msgspec.Struct, frozen=True):
    """A channel through which a user is notified; see the table `notice_ways`."""

    id: str
    user: str
    kind: Kind
    address: str
    secret: str
    language: Language
    active: bool
    created: int
    suspended: bool = False

    @property
    def open(self) -> bool:
        """Return whether notifications are sent through this channel."""
        return self.active and not self.suspended


class Notice(msgspec.Struct, frozen=True):
    """A line of the outbox. `due` and `done` are milliseconds since 1970."""

    game: str
    seat: int
    since: int
    way: str
    due: int
    attempts: int = 0
    done: int | None = None


class NoticeStore:
    """Queries and changes, on the server's store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --------------------------------------------------------------------------------------------------- ways

    async def ways(self, user: str, *, active: bool = False) -> list[Way]:
        """Return the channels of a user, oldest first; with `active` only those in use."""
        query = select(ways).where(ways.c.user == user).order_by(ways.c.created, ways.c.id)
        if active:
            query = query.where(is_open())
        return await self._store.read(lambda connection: [_way(row) for row in connection.execute(query)])

    async def way(self, way: str) -> Way | None:
        """Return one channel."""
        async with self._store.reading() as connection:
            row = (await connection.execute(select(ways).where(ways.c.id == way))).one_or_none()
            return None if row is None else _way(row)

    async def add(self, way: Way, name: str, most: int) -> Way:
        """Store a channel. A channel that the user already has at this address gets the new language and keys.

        The existing channel is confirmed, too. `name` is used if the user is not in the database yet. A device belongs
        to one user: earlier users of the device no longer get notifications on it. Raises Refusal `too_many` for more
        than `most` channels of one user.
        """

        async def job(connection: AsyncConnection) -> Way:
            known = await connection.execute(select(users.c.id).where(users.c.id == way.user))
            if known.one_or_none() is None:
                await connection.execute(insert(users).values(id=way.user, name=name, created=now()))
            same = and_(ways.c.kind == way.kind, ways.c.address == way.address)
            if way.kind == "push":
                await connection.execute(delete(ways).where(same, ways.c.user != way.user))
            held = (await connection.execute(select(ways).where(same, ways.c.user == way.user))).one_or_none()
            if held is None:
                count = select(func.count()).where(ways.c.user == way.user)
                if (await connection.execute(count)).scalar_one() >= most:
                    raise Refusal(
                        "too_many", "You have reached the limit for notifications. Remove one first."
                    )
                await connection.execute(insert(ways).values(msgspec.structs.asdict(way)))
                return way
            kept = msgspec.structs.replace(way, id=held.id, active=held.active, created=held.created)
            values = {"secret": kept.secret, "language": kept.language, "suspended": False}
            await connection.execute(update(ways).where(ways.c.id == held.id).values(values))
            return kept

        return await self._store.writer.run(job)

    async def remove(self, way: str, user: str | None = None) -> bool:
        """Delete a channel (of this user, if given) and everything waiting for it; return whether there was one."""

        async def job(connection: AsyncConnection) -> bool:
            found = delete(ways).where(ways.c.id == way)
            done = await connection.execute(found if user is None else found.where(ways.c.user == user))
            if done.rowcount:
                await connection.execute(delete(notices).where(notices.c.way == way))
            return done.rowcount > 0

        return await self._store.writer.run(job)

    async def confirm(self, way: str) -> bool:
        """Start using a channel; return whether there is one."""
        done = await self._store.writer.run(
            lambda connection: connection.execute(update(ways).where(ways.c.id == way).values(active=True))
        )
        return done.rowcount > 0

    async def resume(self, way: str, user: str) -> bool:
        """Resume a suspended channel of a user; return whether there is one."""
        change = update(ways).where(ways.c.id == way, ways.c.user == user).values(suspended=False)
        done = await self._store.writer.run(lambda connection: connection.execute(change))
        return done.rowcount > 0

    async def speak(self, user: str, language: Language) -> None:
        """Change the language of all channels of a user."""
        change = update(ways).where(ways.c.user == user).values(language=language)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def drop_unconfirmed(self, before: int) -> None:
        """Delete unconfirmed addresses added before a time."""
        old = delete(ways).where(~ways.c.active, ways.c.created < before)
        await self._store.writer.run(lambda connection: connection.execute(old))

    # ------------------------------------------------------------------------------------------------- outbox

    async def put(self, lines: Sequence[Notice]) -> None:
        """Add notifications of turns to the outbox, except those already there.

        Deletes those of the seat's earlier turns. Does nothing for a deleted table or seat.
        """
        if not lines:
            return

        async def job(connection: AsyncConnection) -> None:
            upsert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
            await connection.execute(
                upsert(notices).on_conflict_do_nothing(), [msgspec.structs.asdict(line) for line in lines]
            )
            for line in {(one.game, one.seat, one.since): one for one in lines}.values():
                await connection.execute(
                    delete(notices).where(
                        notices.c.game == line.game,
                        notices.c.seat == line.seat,
                        notices.c.since < line.since,
                    )
                )

        await self._store.writer.run(job)

    async def noted(self, game: str, seat: int, since: int) -> frozenset[str]:
        """Return the channels with an entry in the outbox for a turn, sent or not."""
        query = select(notices.c.way).where(
            notices.c.game == game, notices.c.seat == seat, notices.c.since == since
        )
        async with self._store.reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def due(self, at: int, most: int) -> list[Notice]:
        """Return the notifications due at a time, oldest first."""
        query = (
            select(notices)
            .where(notices.c.done.is_(None), notices.c.due <= at)
            .order_by(notices.c.due)
            .limit(most)
        )
        async with self._store.reading() as connection:
            return [Notice(*row) for row in (await connection.execute(query)).all()]

    async def next_due(self) -> int | None:
        """Return when the next notification is due."""
        query = select(func.min(notices.c.due)).where(notices.c.done.is_(None))
        async with self._store.reading() as connection:
            found: int | None = (await connection.execute(query)).scalar_one()
            return found

    async def claim(self, notice: Notice, until: int) -> bool:
        """Claim a notification for this process until a time.

        Return False if another process was first, or if the notification was deleted.
        """
        change = (
            update(notices)
            .where(_is(notice), notices.c.done.is_(None), notices.c.attempts == notice.attempts)
            .values(due=until, attempts=notice.attempts + 1)
        )
        done = await self._store.writer.run(lambda connection: connection.execute(change))
        return done.rowcount == 1

    async def settle(self, notice: Notice, *, done: int | None = None, due: int | None = None) -> None:
        """Store that a notification is done, or when to retry it."""
        values = {"done": done} if done is not None else {"due": due}
        change = update(notices).where(_is(notice)).values(values)
        await self._store.writer.run(lambda connection: connection.execute(change))

    # -------------------------------------------------------------------------------------------------- games

    async def waiting_tables(self) -> list[str]:
        """Return games in progress with a player who wants notifications, to check them after a restart."""
        query = (
            select(tables.c.id)
            .join(seats, seats.c.game == tables.c.id)
            .join(ways, and_(ways.c.user == seats.c.user, is_open()))
            .where(tables.c.state == "playing", seats.c.kind == "person")
            .distinct()
        )
        async with self._store.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def watch_ends(self, *, wanted: bool) -> None:
        """Store the time from which the host wants reports of finished games, and add missed reports to the outbox."""

        async def job(connection: AsyncConnection) -> None:
            mark = select(site.c.value).where(site.c.name == MARK)
            since = (await connection.execute(mark)).scalar_one_or_none()
            if not wanted:
                await connection.execute(delete(site).where(site.c.name == MARK))
            elif since is None:
                await connection.execute(insert(site).values(name=MARK, value=str(now())))
            else:
                await connection.execute(_ends(int(since)))

        with suppress(Conflict):  # another process has just started doing the same
            await self._store.writer.run(job)

    async def end(self, game: str) -> bool:
        """Delete the turn notifications of a finished game, and report it to the host if wanted.

        Return whether it was reported. Repeating it has no effect.
        """
        mark = select(site.c.value).where(site.c.name == MARK)
        ended = select(tables.c.ended).where(tables.c.id == game, tables.c.state == "over")
        known = select(notices.c.seat).where(notices.c.game == game).distinct()
        async with self._store.reading() as connection:
            since = (await connection.execute(mark)).scalar_one_or_none()
            at = (await connection.execute(ended)).scalar_one_or_none()
            found = set((await connection.execute(known)).scalars())
        missed = since is not None and at is not None and at >= int(since) and NOBODY not in found
        if not missed and not any(seat >= 0 for seat in found):
            return False

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(notices).where(notices.c.game == game, notices.c.seat >= 0))
            if missed and since is not None:
                await connection.execute(_ends(int(since), game))

        await self._store.writer.run(job)
        return missed


def _ends(since: int, game: str | None = None) -> Insert:
    """Return the insertion of reports of games that ended since a time and are not in the outbox yet."""
    there = exists().where(notices.c.game == tables.c.id, notices.c.way == HOST)
    query = select(
        tables.c.id, literal(NOBODY), literal(0), literal(HOST), literal(now()), literal(0), null()
    ).where(tables.c.state == "over", tables.c.ended >= since, ~there)
    if game is not None:
        query = query.where(tables.c.id == game)
    return insert(notices).from_select([column.name for column in notices.columns], query)


def is_open() -> ColumnElement[bool]:
    """Return the condition for channels through which notifications are sent."""
    return and_(ways.c.active, ~ways.c.suspended)


def _is(notice: Notice) -> ColumnElement[bool]:
    return and_(
        notices.c.game == notice.game,
        notices.c.seat == notice.seat,
        notices.c.since == notice.since,
        notices.c.way == notice.way,
    )


def _way(row: Row[tuple[object, ...]]) -> Way:
    return Way(**row._mapping)  # noqa: SLF001
