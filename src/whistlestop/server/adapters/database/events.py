"""Stored events: the users who were notified of them or have read them, and the kinds that they want."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.notices import NEWS, is_open
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.meeting import blocks
from whistlestop.server.adapters.database.schema.notices import notice_events as events
from whistlestop.server.adapters.database.schema.notices import notice_ways as ways
from whistlestop.server.adapters.database.schema.notices import notice_wishes as wishes
from whistlestop.server.adapters.database.schema.notices import notices
from whistlestop.server.adapters.database.schema.programs import challenges
from whistlestop.server.adapters.database.schema.tables import hand_overs, tables
from whistlestop.server.adapters.database.schema.tournaments import tournaments
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.adapters.database.tournaments import byes_beside
from whistlestop.server.domain.events import (
    FRESH,
    KINDS,
    USUAL,
    WISHES,
    Event,
    EventKind,
    Moments,
    RecentEvent,
)
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Connection, Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

LATE = 3600 * 1000
"""Age in milliseconds, at the start, up to which events may lack a notification because a process ended before sending
it."""
MOST = 200
INVITING: frozenset[EventKind] = frozenset({"invited", "rematch"})
"""Kinds that the host of a table can cause for users who are not at the table."""


class NewsStore:
    """Queries and changes, on the server's store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def time(self) -> int:
        """Return milliseconds since 1970, by the clock of tables and their events."""
        return self._store.timeline.now()

    async def moments(self, game: str) -> Moments:
        """Return the data for events of a table that its row lacks."""
        last = (
            select(func.max(hand_overs.c.id))
            .where(hand_overs.c.game == game, hand_overs.c.bot.is_not(None))
            .group_by(hand_overs.c.seat)
        )
        left = select(hand_overs.c.seat, hand_overs.c.id, hand_overs.c.at).where(hand_overs.c.id.in_(last))
        waits = and_(challenges.c.game == game, challenges.c.state == "waiting")
        named = select(tournaments.c.name).join(tables, tables.c.tournament == tournaments.c.id)
        named = named.where(tables.c.id == game)
        async with self._store.reading() as connection:
            tournament = (await connection.execute(named)).scalar_one_or_none()
            ended = select(tables.c.ended).where(tables.c.id == game)
            return Moments(
                (await connection.execute(ended)).scalar_one_or_none(),
                {row.seat: (row.id, row.at) for row in await connection.execute(left)},
                tuple((await connection.execute(select(challenges.c.bot).where(waits))).scalars()),
                tournament,
                () if tournament is None else await byes_beside(connection, game),
            )

    async def recent_tables(self) -> list[str]:
        """Return tables with notifications that the last process may not have sent before it ended."""
        since = self._store.timeline.now() - LATE
        fresh = (tables.c.created > since) | (tables.c.started > since) | (tables.c.ended > since)
        told = select(events.c.game).where(events.c.at > since)
        query = select(tables.c.id).where(fresh, tables.c.closed.is_(None), tables.c.id.not_in(told))
        async with self._store.reading() as connection:
            return list((await connection.execute(query.limit(MOST))).scalars())

    async def put(self, found: Sequence[Event], due: int | None) -> int:
        """Store events that are new and wanted, and add them to the outbox; return the number of lines added to it.

        An event that its user has seen is stored as read, so that it is never sent. With `due` None nothing is added to
        the outbox.
        """
        fresh = await self._wanted(
            [event for event in found if event.at > self._store.timeline.now() - FRESH]
        )
        if not fresh:
            return 0

        async def job(connection: AsyncConnection) -> int:
            upsert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
            lines = 0
            for event in fresh:
                values = msgspec.structs.asdict(event)
                for derived in ("id", "league", "tournament", "watch"):
                    del values[derived]
                new = upsert(events).values(values).on_conflict_do_nothing().returning(events.c.id)
                made = (await connection.execute(new)).scalar_one_or_none()
                if made is None:
                    continue
                if event.kind in {"turn", "over"}:
                    await connection.execute(delete(events).where(_replaced(event)))
                if event.read is None and due is not None:
                    lines += await _line_up(connection, event, made, due)
            return lines

        return await self._store.writer.run(job)

    async def _wanted(self, found: Sequence[Event]) -> list[Event]:
        """Return the events whose users are in the database and want them, all at one table.

        An invitation from a user whom the invited user has blocked causes no notification.
        """
        if not found:
            return []
        query = (
            select(users.c.id, wishes.c.kinds)
            .outerjoin(wishes, wishes.c.user == users.c.id)
            .where(users.c.id.in_({event.user for event in found}))
        )
        inviting = not INVITING.isdisjoint(event.kind for event in found)

        def work(connection: Connection) -> tuple[dict[str, str | None], set[str]]:
            chosen = {row.id: row.kinds for row in connection.execute(query)}
            unwelcome = (
                select(blocks.c.user)
                .join(tables, tables.c.owner == blocks.c.blocked)
                .where(tables.c.id == found[0].game, blocks.c.user.in_(list(chosen)))
            )
            return chosen, set(connection.execute(unwelcome).scalars()) if inviting else set()

        chosen, shielded = await self._store.read(work)
        return [
            event
            for event in found
            if event.user in chosen
            and WISHES.get(event.kind, event.kind) in _kinds(chosen[event.user])
            and not (event.kind in INVITING and event.user in shielded)
        ]

    async def event(self, number: int) -> Event | None:
        """Return one event."""
        async with self._store.reading() as connection:
            query = _with_league(events).where(events.c.id == number)
            row = (await connection.execute(query)).one_or_none()
            return None if row is None else _event(row)

    async def recent(self, user: str, most: int) -> list[RecentEvent]:
        """Return a user's notifications, newest first, without events that they saw happen."""
        seen_at_once = events.c.read == events.c.at
        query = (
            _with_league(events, tables.c.ruleset)
            .where(events.c.user == user, events.c.read.is_(None) | ~seen_at_once)
            .order_by(events.c.at.desc(), events.c.id.desc())
            .limit(most)
        )
        async with self._store.reading() as connection:
            return [RecentEvent(**row._mapping) for row in await connection.execute(query)]  # noqa: SLF001

    async def read(self, user: str, game: str | None = None) -> None:
        """Mark a user's notifications as read: of one table, or all."""
        mine = and_(events.c.user == user, events.c.read.is_(None))
        watched = select(tables.c.id).where(tables.c.watch == game)  # the key that a user with a bye has
        here = or_(events.c.game == game, events.c.game.in_(watched))
        which = mine if game is None else and_(mine, here)
        change = update(events).where(which).values(read=now())
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def wanted(self, user: str) -> frozenset[EventKind]:
        """Return the kinds that a user wants."""
        query = select(wishes.c.kinds).where(wishes.c.user == user)
        async with self._store.reading() as connection:
            kinds: str | None = (await connection.execute(query)).scalar_one_or_none()
        return _kinds(kinds)

    async def choose(self, user: str, name: str, kinds: Collection[EventKind]) -> None:
        """Store which kinds a user wants. `name` is used if the user is not in the database yet."""
        text = " ".join(kind for kind in KINDS if kind in kinds)

        async def job(connection: AsyncConnection) -> None:
            await ensure_user(connection, user, name)
            await connection.execute(delete(wishes).where(wishes.c.user == user))
            await connection.execute(insert(wishes).values(user=user, kinds=text))

        await self._store.writer.run(job)


def _kinds(text: str | None) -> frozenset[EventKind]:
    return USUAL if text is None else frozenset(kind for kind in KINDS if kind in text.split())


async def _line_up(connection: AsyncConnection, event: Event, made: int, due: int) -> int:
    """Put a new event into the outbox, for every channel of the user."""
    query = select(ways.c.id).where(ways.c.user == event.user, is_open())
    lines = [
        {"game": event.game, "seat": NEWS, "since": made, "way": way, "due": due, "attempts": 0}
        for way in (await connection.execute(query)).scalars()
    ]
    if lines:
        await connection.execute(insert(notices), lines)
    return len(lines)


def _replaced(event: Event) -> ColumnElement[bool]:
    """Return the condition for turns of a user made obsolete by a later one, or by the end of the game."""
    past = and_(events.c.user == event.user, events.c.game == event.game, events.c.kind == "turn")
    return and_(past, events.c.mark < event.mark) if event.kind == "turn" else past


def _with_league(*columns: Any) -> Select[Any]:
    """Return the query for events and further columns, with the tournament and league that the game belongs to."""
    return (
        select(*columns, tournaments.c.league, tables.c.tournament, tables.c.watch)
        .join(tables, tables.c.id == events.c.game)
        .outerjoin(tournaments, tournaments.c.id == tables.c.tournament)
    )


def _event(row: Row[tuple[object, ...]]) -> Event:
    return Event(**row._mapping)  # noqa: SLF001
