"""Merge a guest into an account, or delete a user, including every row that refers to them.

Each operation is one transaction. Seats and tables are handled individually; all other tables with a foreign key to
users are handled generically. A merge moves rows to the account, and deletes those that would violate a unique key
there. A deletion empties nullable columns and deletes rows that concern only this user.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Table, UniqueConstraint, and_, case, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.clubs import leave_clubs
from whistlestop.server.adapters.database.revoking import revoke_all
from whistlestop.server.adapters.database.schema import metadata
from whistlestop.server.adapters.database.schema.accounts import accounts, links, passkeys, sessions, users
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.adapters.database.studies import leave_studies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

PLAYS_ON = "planner"
"""The bot that takes the seats of a deleted user in games in progress."""
NOBODY = "nobody"
"""The user who owns the tables of deleted users. It never gets a cookie."""


async def merge(store: Store, guest: str, account: str) -> tuple[list[str], list[str]]:
    """Move everything from a guest to an account; return the changed tables and the ended tokens.

    If both sit at one table, the account keeps its seat and the guest leaves theirs. Since another person may have used
    this browser as a guest, tokens end and notifications are suspended.
    """

    async def job(connection: AsyncConnection) -> tuple[list[str], list[str]]:
        ended = await revoke_all(connection, guest)
        games = await _games_of(connection, guest)
        both = seats.alias()
        sits = select(both.c.game).where(both.c.user == account)
        await _leave_seats(connection, and_(seats.c.user == guest, seats.c.game.in_(sits)))
        await connection.execute(update(seats).where(seats.c.user == guest).values(user=account))
        await connection.execute(update(seats).where(seats.c.held_for == guest).values(held_for=account))
        await connection.execute(update(tables).where(tables.c.owner == guest).values(owner=account))
        for table, column in _others():
            await _take_over(connection, table, column, guest, account)
        await connection.execute(delete(users).where(users.c.id == guest))
        return games, ended

    return await store.writer.run(job)


async def forget(store: Store, user: str) -> tuple[list[str], list[str]]:
    """Delete a user with their account; return the changed tables and the ended sessions.

    Seats in finished games stay, without a name. In games in progress a bot continues. Other seats become free. The
    first remaining player becomes the host of a table. A club is transferred to another member, or closed;
    a study is transferred to an editor, or deleted.
    """

    async def job(connection: AsyncConnection) -> tuple[list[str], list[str]]:
        games = await _games_of(connection, user)
        await _leave_seats(connection, seats.c.user == user)
        await connection.execute(update(seats).where(seats.c.held_for == user).values(held_for=None))
        await _leave_tables(connection, user)
        await leave_clubs(connection, user)
        await leave_studies(connection, user)
        for table, column in _others():
            if column.nullable:
                emptied: dict[str, None] = {column.name: None}
                await connection.execute(update(table).where(column == user).values(emptied))
            else:
                await connection.execute(delete(table).where(column == user))
        ended = await connection.execute(
            delete(sessions).where(sessions.c.user == user).returning(sessions.c.id)
        )
        gone = list(ended.scalars())
        for own in (links, passkeys, accounts):
            await connection.execute(delete(own).where(own.c.user == user))
        await connection.execute(delete(users).where(users.c.id == user))
        return games, gone

    return await store.writer.run(job)


async def seats_under_way(store: Store, user: str, beside: str | None = None) -> list[tuple[str, int]]:
    """Return games in progress and seats that a user plays; `beside`: only games in which this user also has a seat."""
    query = (
        select(seats.c.game, seats.c.seat)
        .join(tables, tables.c.id == seats.c.game)
        .where(seats.c.user == user, seats.c.bot.is_(None), tables.c.state == "playing")
    )
    if beside is not None:
        other = seats.alias()
        query = query.where(seats.c.game.in_(select(other.c.game).where(other.c.user == beside)))
    async with store.reading() as connection:
        return [(row.game, row.seat) for row in (await connection.execute(query)).all()]


async def _games_of(connection: AsyncConnection, user: str) -> list[str]:
    sits = select(seats.c.game).where(seats.c.user == user)
    query = select(tables.c.id).where(or_(tables.c.owner == user, tables.c.id.in_(sits)))
    return list((await connection.execute(query)).scalars())


async def _leave_seats(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Free the user's seats at open tables and clear their name at others; in games in progress a bot continues."""
    state = select(tables.c.state).where(tables.c.id == seats.c.game).scalar_subquery()
    await connection.execute(
        update(seats)
        .where(which)
        .values(
            user=None,
            label=None,
            kind=case((state == "open", "open"), else_=seats.c.kind),
            # Usually the seat already has its bot, but the game may just have begun.
            bot=case((state == "playing", func.coalesce(seats.c.bot, PLAYS_ON)), else_=seats.c.bot),
            away=case((state == "playing", func.coalesce(seats.c.away, "left")), else_=seats.c.away),
            nonce=case((state == "open", None), else_=seats.c.nonce),
        )
    )


async def _leave_tables(connection: AsyncConnection, user: str) -> None:
    owned = tables.c.owner == user
    if not (await connection.execute(select(func.count()).where(owned))).scalar_one():
        return
    if (await connection.execute(select(users.c.id).where(users.c.id == NOBODY))).one_or_none() is None:
        await connection.execute(insert(users).values(id=NOBODY, name="", created=0))
    people = (
        select(seats.c.user)
        .where(seats.c.game == tables.c.id, seats.c.user.is_not(None))
        .order_by(seats.c.seat)
        .limit(1)
        .scalar_subquery()
    )
    await connection.execute(update(tables).where(owned).values(owner=func.coalesce(people, NOBODY)))


def _others() -> Iterator[tuple[Table, Column[Any]]]:
    """Yield the columns that refer to a user in all other tables, tables with references to them first."""
    known = {users, accounts, sessions, passkeys, links, seats, tables}
    for table in reversed(metadata.sorted_tables):
        if table not in known:
            for column in table.columns:
                targets = {key.column for key in column.foreign_keys}
                if targets & {users.c.id, accounts.c.user}:
                    yield table, column


async def _take_over(
    connection: AsyncConnection, table: Table, column: Column[Any], guest: str, account: str
) -> None:
    held = table.alias()
    for key in _keys(table):
        if column.name in key:
            same = [held.c[name] == table.c[name] for name in key if name != column.name]
            taken = select(held.c[column.name]).where(held.c[column.name] == account, *same)
            await connection.execute(delete(table).where(column == guest, taken.exists()))
    await connection.execute(update(table).where(column == guest).values({column.name: account}))


def _keys(table: Table) -> Iterator[set[str]]:
    """Yield the sets of columns that are unique in a table."""
    yield {column.name for column in table.primary_key}
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield {column.name for column in constraint.columns}
    for index in table.indexes:
        if index.unique:
            yield {column.name for column in index.columns}
