"""Queries for open tables, invitations and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update

from whistlestop.server.adapters.database.friends import between
from whistlestop.server.adapters.database.rows import seats_of, table_row
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.friends import friendships
from whistlestop.server.adapters.database.schema.meeting import blocks, messages
from whistlestop.server.adapters.database.schema.moderation import reports
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.names import default_name
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import DAY, now
from whistlestop.server.messages.base import Player

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow

LISTED = 100
"""Limit of listed open tables, none older than a day."""
TOLD = 100
"""Limit of messages that are returned."""
KEPT = 500
"""Limit of messages stored for one place."""
BLOCKED = 200
"""Maximum number of users that one user can block."""
CONTEXT = 10
"""Number of earlier messages stored with a reported one."""
OPEN_REPORTS = 20
"""Limit of open reports by one user."""


class StoredMessage(msgspec.Struct, frozen=True):
    """A stored message, with the current name of its author (None: a guest's default name)."""

    id: int
    game: str | None
    audience: str
    user: str
    name: str | None
    seat: int | None
    text: str | None
    phrase: str | None
    address: str
    at: int


class Reported(msgspec.Struct, frozen=True):
    """The subject of a report: a message or (None) a player at a table, by name, and the messages before it (JSON)."""

    message: int | None
    game: str | None
    user: str
    name: str
    address: str
    context: str


class MeetingStore:
    """The stored data of open tables and chat."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ----------------------------------------------------------------------------------- open tables, options

    async def open_tables(self) -> list[TableRow]:
        """Return the listed tables with a free seat, oldest first."""
        free = select(seats.c.seat).where(
            seats.c.game == tables.c.id,
            seats.c.kind == "open",
            seats.c.invitation.is_(None),
            seats.c.held_for.is_(None),
        )
        query = (
            select(tables)
            .where(
                tables.c.state == "open",
                tables.c.listed,
                tables.c.closed.is_(None),
                tables.c.created > now() - DAY,
                free.exists(),
            )
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(LISTED)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
            held = await connection.run_sync(seats_of, [row.id for row in rows])
        return [table_row(row, held) for row in reversed(rows)]

    async def set_options(self, game: str, changes: dict[str, bool | int]) -> None:
        """Change options of a table. Raises Conflict if an option is fixed because the game has begun."""
        condition = tables.c.id == game
        if changes.keys() & {"listed", "hints", "delay"}:
            condition = and_(condition, tables.c.state == "open")

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(update(tables).where(condition).values(changes))
            if done.rowcount != 1:
                raise Conflict

        await self._store.writer.run(job)

    async def invited_to(self, key: str) -> tuple[str, int] | None:
        """Return the table and seat of an invitation."""
        query = select(seats.c.game, seats.c.seat).where(seats.c.invitation == key)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (row.game, row.seat)

    # --------------------------------------------------------------------------------------------------- chat

    async def say(
        self,
        game: str | None,
        audience: str,
        user: str,
        name: str,
        seat: int | None,
        text: str | None,
        phrase: str | None,
        address: str,
    ) -> StoredMessage:
        """Store a message, and delete the oldest at the same place beyond the limit."""
        at = now()
        values: dict[str, Any] = {
            "game": game,
            "audience": audience,
            "user": user,
            "seat": seat,
            "text": text,
            "phrase": phrase,
            "address": address,
            "at": at,
        }
        here = _at(game)

        async def job(connection: AsyncConnection) -> int:
            await ensure_user(connection, user, name)
            done = await connection.execute(insert(messages).values(values))
            oldest = select(messages.c.id).where(here).order_by(messages.c.id.desc()).offset(KEPT).limit(1)
            last = (await connection.execute(oldest)).scalar_one_or_none()
            if last is not None:
                await connection.execute(delete(messages).where(here, messages.c.id <= last))
            return int(done.inserted_primary_key[0])  # type: ignore[index]

        made = await self._store.writer.run(job)
        return StoredMessage(made, game, audience, user, name, seat, text, phrase, address, at)

    async def said(self, game: str | None, audiences: frozenset[str]) -> list[StoredMessage]:
        """Return the newest messages of a place for these audiences, oldest first."""
        query = (
            _with_names()
            .where(_at(game), _there(), messages.c.audience.in_(sorted(audiences)))
            .order_by(messages.c.id.desc())
            .limit(TOLD)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_message(row) for row in reversed(rows)]

    async def said_by(self, user: str) -> list[StoredMessage]:
        """Return all messages of a user, oldest first."""
        query = _with_names().where(messages.c.user == user, _there()).order_by(messages.c.id)
        async with self._store.reading() as connection:
            return [_message(row) for row in (await connection.execute(query)).all()]

    async def message(self, number: int, *, deleted: bool = False) -> StoredMessage | None:
        """Return one message; a deleted one only with `deleted`."""
        query = _with_names().where(messages.c.id == number, *(() if deleted else (_there(),)))
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _message(row)

    async def before(self, message: StoredMessage, audiences: frozenset[str]) -> list[StoredMessage]:
        """Return a message and the ones before it for these audiences, oldest first."""
        query = (
            _with_names()
            .where(
                _at(message.game),
                _there(),
                messages.c.audience.in_(sorted(audiences)),
                messages.c.id <= message.id,
            )
            .order_by(messages.c.id.desc())
            .limit(CONTEXT + 1)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_message(row) for row in reversed(rows)]

    # ---------------------------------------------------------------------------------------- blocks, reports

    async def blocked(self, user: str) -> list[Player]:
        """Return the users whom a user has blocked."""
        query = (
            select(blocks.c.blocked, users.c.name)
            .outerjoin(users, users.c.id == blocks.c.blocked)
            .where(blocks.c.user == user)
            .order_by(blocks.c.at, blocks.c.blocked)
        )
        async with self._store.reading() as connection:
            found = (await connection.execute(query)).all()
        return [Player(row.blocked, row.name or default_name(row.blocked)) for row in found]

    async def block(self, user: str, name: str, other: str, blocked: bool) -> None:
        """Block a user, which ends their friendship or friend requests, or lift the block."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(blocks).where(blocks.c.user == user, blocks.c.blocked == other))
            if not blocked:
                return
            held = select(func.count()).select_from(blocks).where(blocks.c.user == user)
            if (await connection.execute(held)).scalar_one() >= BLOCKED:
                raise Refusal(
                    "too_many", "You have reached the limit for blocked people. Unblock somebody first."
                )
            await ensure_user(connection, user, name)
            await connection.execute(insert(blocks).values(user=user, blocked=other, at=now()))
            await connection.execute(delete(friendships).where(between(user, other)))

        await self._store.writer.run(job)

    async def report(self, made: Reported, reporter: str, about: str, reason: str) -> None:
        """Store a report. Repeating a report changes nothing."""
        values = {
            "message": made.message,
            "game": made.game,
            "reporter": reporter,
            "reported": made.user,
            "name": made.name,
            "address": made.address,
            "about": about,
            "reason": reason,
            "context": made.context,
            "at": now(),
        }
        if made.message is not None:
            same = reports.c.message == made.message
        else:
            same = and_(
                reports.c.message.is_(None),
                reports.c.game == made.game,
                reports.c.reported == made.user,
                reports.c.about == about,
            )

        async def job(connection: AsyncConnection) -> None:
            waiting = (
                select(func.count())
                .select_from(reports)
                .where(reports.c.reporter == reporter, reports.c.done.is_(None))
            )
            if (await connection.execute(waiting)).scalar_one() >= OPEN_REPORTS:
                raise Refusal("too_many", "Too many of your reports are waiting for a moderator.")
            again = select(reports.c.id).where(same, reports.c.reporter == reporter)
            if (await connection.execute(again)).first() is None:
                await connection.execute(insert(reports).values(values))

        await self._store.writer.run(job)


def _there() -> ColumnElement[bool]:
    """Return the condition for messages that no moderator has deleted."""
    return messages.c.deleted.is_(None)


def _at(game: str | None) -> ColumnElement[bool]:
    return messages.c.game.is_(None) if game is None else messages.c.game == game


def _with_names() -> Any:
    return select(messages, users.c.name).outerjoin(users, users.c.id == messages.c.user)


def _message(row: Row[Any]) -> StoredMessage:
    return StoredMessage(
        row.id,
        row.game,
        row.audience,
        row.user,
        row.name,
        row.seat,
        row.text,
        row.phrase,
        row.address,
        row.at,
    )
