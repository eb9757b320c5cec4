"""Data retention: a rule for each kind of data, with the setting for the number of days.

A rule selects rows by their key and defines when they can be deleted. **Games that people played are never deleted**: a
game with an action of a human player stays forever. Parts of the server with expiring data add a rule to `RULES`; most
rules only need `old_rows`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.schema import metadata
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.adapters.database.schema.moderation import reports
from whistlestop.server.adapters.database.schema.notices import notice_events
from whistlestop.server.adapters.database.schema.studies import study_chapters
from whistlestop.server.adapters.database.schema.tables import actions, idle, tables
from whistlestop.server.adapters.database.table_changes import end_unfinished
from whistlestop.server.domain.times import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sqlalchemy import Column, ColumnElement, Select, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.settings import Settings

ROUND = "keeping"
"""The name of a value in `site`: when a process began the newest deletion, if there are several processes."""
BATCH = 200
"""Number of rows deleted in one transaction: few, since players' actions wait for it."""


class Rule(msgspec.Struct, frozen=True):
    """Data that can be deleted.

    `old` returns the condition for old rows of `table`, given the latest time that counts as old.
    """

    name: str
    setting: str
    table: Table
    old: Callable[[int], ColumnElement[bool]]

    @property
    def key(self) -> Column[Any]:
        """Return the column that identifies its rows: the first one of the primary key."""
        column: Column[Any] = next(iter(self.table.primary_key.columns))
        return column

    @property
    def of_tables(self) -> bool:
        """Return whether its rows are tables, which may also be in memory."""
        return self.table is tables

    def before(self, settings: Settings, at: int) -> int | None:
        """Return the time before which rows now count as old; None: they are kept forever."""
        days: float = getattr(settings, self.setting)
        return int(at - days * DAY) if days > 0 else None

    def select(self, before: int, spared: Collection[Any] = ()) -> Select[Any]:
        """Return the keys of rows that can be deleted."""
        query = select(self.key).where(self.old(before))
        return query.where(self.key.not_in(list(spared))) if spared else query


def old_rows(name: str, setting: str, table: Table, column: Column[int]) -> Rule:
    """Return a rule for rows with an old time in a column."""
    return Rule(name, setting, table, lambda before: column < before)


# ------------------------------------------------------------------------------------- what is removed, and when


def _played() -> ColumnElement[bool]:
    """Return whether a human player has ever sent an action to a table's game; bots send no command id."""
    return select(actions.c.ply).where(actions.c.game == tables.c.id, actions.c.command.is_not(None)).exists()


def last_touched() -> ColumnElement[int]:
    """Return when the last action of a table's game was played, or when the table was created."""
    last = (
        select(actions.c.at)
        .where(actions.c.game == tables.c.id)
        .order_by(actions.c.ply.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(last, tables.c.started, tables.c.created)


def _never_begun(before: int) -> ColumnElement[bool]:
    return (tables.c.state == "open") & (tables.c.created < before)


def _bots_only(before: int) -> ColumnElement[bool]:
    studied = select(study_chapters.c.id).where(study_chapters.c.game == tables.c.id).exists()
    return (tables.c.state != "open") & ~_played() & ~studied & (last_touched() < before)


def references(table: Table) -> Iterator[Column[Any]]:
    """Yield the columns of all tables that refer to this table."""
    for other in metadata.tables.values():
        for column in other.columns:
            if any(key.column.table is table for key in column.foreign_keys):
                yield column


def _without_games(before: int) -> ColumnElement[bool]:
    """Return the condition for users to delete.

    Users in any other row stay: those with a table, a seat, or any data of an account.
    """
    named = [select(column).where(column == users.c.id).exists() for column in references(users)]
    return (users.c.created < before) & ~or_(*named)


RULES = [
    Rule("tables never begun", "keep_open_tables", tables, _never_begun),
    Rule("games that only bots played", "keep_bot_games", tables, _bots_only),
    old_rows("chat messages", "keep_messages", messages, messages.c.at),
    Rule("reports that are done", "keep_reports", reports, lambda before: reports.c.done < before),
    old_rows("notifications", "keep_notifications", notice_events, notice_events.c.at),
    Rule("guests without games", "keep_guests", users, _without_games),
]
"""The rules in this order, so that guests whose last table has just been deleted can be deleted, too."""


# ---------------------------------------------------------------------------------------------------- removal


async def count(store: Store, rule: Rule, before: int) -> int:
    """Return how many rows would be deleted."""
    query = select(func.count()).select_from(rule.select(before).subquery())
    async with store.reading() as connection:
        return int((await connection.execute(query)).scalar_one())


async def remove(store: Store, rule: Rule, before: int, spared: Collection[Any] = ()) -> list[Any]:
    """Delete the rows that can be deleted, except the keys `spared`, in batches.

    Returns the keys, in the table's own type.
    """
    gone: list[Any] = []
    while True:

        async def batch(connection: AsyncConnection) -> list[Any]:
            return await _remove_some(connection, rule, before, spared)

        some = await store.writer.run(batch)
        gone += some
        if len(some) < BATCH:
            return gone


async def _remove_some(
    connection: AsyncConnection, rule: Rule, before: int, spared: Collection[Any]
) -> list[Any]:
    query = rule.select(before, spared)
    # Lock the rows first and then check them again, so that only one of two processes deletes them.
    held = list((await connection.execute(query.limit(BATCH).with_for_update())).scalars())
    if not held:
        return []
    keys = list((await connection.execute(query.where(rule.key.in_(held)))).scalars())
    for column in references(rule.table):
        await connection.execute(delete(column.table).where(column.in_(keys)))
    # If the key has further columns, newer rows may share the first one.
    await connection.execute(delete(rule.table).where(rule.key.in_(keys), rule.old(before)))
    return keys


# ---------------------------------------------------------------------------------------------- idle games


async def warn_idle(store: Store, before: int, at: int, closes: int) -> list[str]:
    """Store which games have been idle since `before`, and when they will be closed; return the new ones.

    Excludes games that only bots have played, which have a rule of their own.
    """
    noted = select(idle.c.game)
    query = select(tables.c.id).where(
        tables.c.state == "playing", _played(), last_touched() < before, tables.c.id.not_in(noted)
    )

    async def job(connection: AsyncConnection) -> list[str]:
        # Games that have been continued since the warning.
        moved = select(tables.c.id).where(last_touched() > idle.c.warned, tables.c.id == idle.c.game)
        await connection.execute(delete(idle).where(moved.exists()))
        found = list((await connection.execute(query.limit(BATCH))).scalars())
        if found:
            await connection.execute(
                idle.insert(), [{"game": game, "warned": at, "closes": closes} for game in found]
            )
        return found

    return await store.writer.run(job)


async def to_close(store: Store, at: int) -> list[str]:
    """Return the games that are due for closing and that nobody has continued since the warning."""
    query = (
        select(tables.c.id)
        .join(idle, idle.c.game == tables.c.id)
        .where(tables.c.state == "playing", idle.c.closes <= at, last_touched() < idle.c.warned)
        .limit(BATCH)
    )
    async with store.reading() as connection:
        return list((await connection.execute(query)).scalars())


async def close_idle(store: Store, game: str) -> bool:
    """Close a game unfinished, if nobody has continued it since the warning. Its log is kept."""

    async def job(connection: AsyncConnection) -> bool:
        warned = select(idle.c.warned).where(idle.c.game == tables.c.id).scalar_subquery()
        return await end_unfinished(connection, game, last_touched() < warned)

    return await store.writer.run(job)


async def take_round(store: Store, at: int, every: float) -> bool:
    """Claim the next deletion, one per `every` milliseconds; return False if another process has claimed it."""
    row = {"name": ROUND, "value": str(at)}

    async def job(connection: AsyncConnection) -> bool:
        last = select(site.c.value).where(site.c.name == ROUND).with_for_update()
        before = (await connection.execute(last)).scalar_one_or_none()
        if before is None:
            await connection.execute(insert(site).values(row))  # if two processes do this, one fails
        elif at - int(before) > every / 2:
            await connection.execute(update(site).where(site.c.name == ROUND).values(row))
        else:
            return False
        return True

    return await store.writer.run(job)
