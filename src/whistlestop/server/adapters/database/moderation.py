"""Stored moderation: bans, mutes, warnings, reports and the log.

Every change adds a line to the moderation log in the same transaction. Running servers detect changes by the number of
the newest line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.cases import in_force
from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.adapters.database.schema.moderation import (
    bans,
    moderation,
    moderators,
    reports,
    warnings,
)
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import DAY, iso, now
from whistlestop.server.messages.accounts import WarningInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

T = TypeVar("T")

READ_ONLY = "read_only"


class Rules(msgspec.Struct, frozen=True):
    """The rules in force now.

    `version` is the number of the log's newest line; a ban ends at the given time or (None) never. `origins` are the
    tags of the addresses of banned users.
    """

    version: int
    bans: dict[tuple[str, str], int | None]
    mutes: dict[tuple[str, str], int | None]
    origins: dict[str, int | None]
    moderators: frozenset[str]
    read_only: bool


class Done(msgspec.Struct, frozen=True):
    """A line of the log, with the id of the closed table, deleted message or warned user."""

    action: str
    subject: str


class ModerationStore:
    """Queries and changes. `by` is the acting user; None: a command."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def version(self) -> int:
        """Return the number of the log's newest line."""
        async with self._store.reading() as connection:
            return (await connection.execute(select(func.max(moderation.c.id)))).scalar_one() or 0

    async def rules(self) -> Rules:
        """Return everything in force now."""
        async with self._store.reading() as connection:
            version = (await connection.execute(select(func.max(moderation.c.id)))).scalar_one() or 0
            found = (await connection.execute(select(bans).where(in_force()))).all()
            kept_out = _longest(((row.kind, row.subject), row.until) for row in found if row.scope == "all")
            muted = _longest(((row.kind, row.subject), row.until) for row in found if row.scope == "chat")
            origins = _longest((row.origin, row.until) for row in found if row.scope == "all" and row.origin)
            named = (await connection.execute(select(moderators.c.user))).scalars()
            query = select(site.c.value).where(site.c.name == READ_ONLY)
            value = (await connection.execute(query)).scalar_one_or_none()
            return Rules(version, kept_out, muted, origins, frozenset(named), value == "1")

    async def done_since(self, version: int) -> list[Done]:
        """Return the entries after this line about which users must be notified."""
        told = moderation.c.action.in_(("close", "delete", "warn"))
        query = select(moderation.c.action, moderation.c.subject, tables.c.id).outerjoin(
            tables, and_(moderation.c.action == "close", tables.c.watch == moderation.c.subject)
        )
        query = query.where(told, moderation.c.id > version).order_by(moderation.c.id)
        async with self._store.reading() as connection:
            return [
                Done(row.action, row.id if row.action == "close" else row.subject)
                for row in (await connection.execute(query)).all()
                if row.action != "close" or row.id is not None
            ]

    async def grant(self, user: str, by: str | None = None) -> None:
        """Make a user a moderator."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(moderators).where(moderators.c.user == user))
            await connection.execute(insert(moderators).values(user=user, at=now()))
            await _note(connection, by, "grant", user)

        await self._store.writer.run(job)

    async def revoke(self, user: str, by: str | None = None) -> None:
        """Revoke a user's moderator rights."""

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(delete(moderators).where(moderators.c.user == user))
            if done.rowcount == 0:
                raise Refusal("not_found", "This user is not a moderator.")
            await _note(connection, by, "revoke", user)

        await self._store.writer.run(job)

    async def ban(
        self,
        kind: str,
        subject: str,
        days: int | None,
        reason: str,
        by: str | None = None,
        *,
        scope: str = "all",
        origin: str | None = None,
    ) -> None:
        """Ban a user or an address or, with the scope `chat`, mute them, for some days or until the ban is lifted.

        `origin`: the tag of the user's address; default: the last known one.
        """
        at = now()
        until = None if days is None else at + days * DAY
        values = {
            "kind": kind,
            "subject": subject,
            "reason": reason,
            "at": at,
            "until": until,
            "scope": scope,
        }

        async def job(connection: AsyncConnection) -> None:
            came = origin or (await _last_address(connection, subject) if kind == "user" else None)
            await connection.execute(insert(bans).values(**values, origin=came))
            await _note(connection, by, "ban" if scope == "all" else "mute", f"{kind} {subject}", reason)

        await self._store.writer.run(job)

    async def unban(self, subject: str, by: str | None = None, *, scope: str = "all") -> None:
        """Lift all bans of a user or an address or, with the scope `chat`, all their mutes."""

        async def job(connection: AsyncConnection) -> None:
            held = and_(bans.c.subject == subject, bans.c.scope == scope, in_force())
            done = await connection.execute(update(bans).where(held).values(lifted=now()))
            if done.rowcount == 0:
                raise Refusal("not_found", "This ban does not exist.")
            await _note(connection, by, "unban" if scope == "all" else "unmute", subject)

        await self._store.writer.run(job)

    async def warn(self, user: str, text: str, by: str | None = None) -> None:
        """Send a user a warning that they must acknowledge."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert(warnings).values(user=user, text=text, at=now()))
            await _note(connection, by, "warn", user, detail=text)

        await self._store.writer.run(job)

    async def warning(self, user: str) -> WarningInfo | None:
        """Return the oldest warning that a user has not acknowledged."""
        waits = and_(warnings.c.user == user, warnings.c.seen.is_(None))
        query = select(warnings).where(waits).order_by(warnings.c.id).limit(1)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else WarningInfo(row.id, row.text, iso(row.at))

    async def acknowledge(self, user: str, number: int) -> None:
        """Store that a user has acknowledged a warning."""
        own = and_(warnings.c.id == number, warnings.c.user == user, warnings.c.seen.is_(None))

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(update(warnings).where(own).values(seen=now()))
            if done.rowcount:
                await _note(connection, user, "acknowledge", f"warning {number}")

        await self._store.writer.run(job)

    async def delete_message(self, number: int, by: str | None = None) -> None:
        """Delete a message for all users. The log keeps its text and author."""
        there = and_(messages.c.id == number, messages.c.deleted.is_(None))

        async def job(connection: AsyncConnection) -> None:
            row = (await connection.execute(select(messages).where(there))).one_or_none()
            done = await connection.execute(update(messages).where(there).values(deleted=now()))
            if row is None or done.rowcount == 0:
                raise Refusal("not_found", "This message does not exist.")
            await _note(connection, by, "delete", str(number), row.user, row.text or row.phrase)

        await self._store.writer.run(job)

    async def close(self, key: str, reason: str, by: str | None = None) -> None:
        """Close a table, by its id or spectator key; the log stores only the latter. The game stays in the database."""

        async def job(connection: AsyncConnection) -> None:
            wanted = and_(or_(tables.c.id == key, tables.c.watch == key), tables.c.closed.is_(None))
            row = (await connection.execute(select(tables.c.id, tables.c.watch).where(wanted))).first()
            if row is None:
                raise Refusal("not_found", "This table does not exist.")
            at = now()
            change = update(tables).where(tables.c.id == row.id)
            await connection.execute(change.values(closed=at, listed=False))
            # All queries treat a closed game as finished.
            unfinished = change.where(tables.c.state != "over")
            await connection.execute(unfinished.values(state="over", ended=at))
            await _note(connection, by, "close", row.watch, reason)

        await self._store.writer.run(job)

    async def set_read_only(self, on: bool, by: str | None = None) -> None:
        """Turn read-only mode on or off: users cannot start games or write messages."""
        value = "1" if on else "0"

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(update(site).where(site.c.name == READ_ONLY).values(value=value))
            if done.rowcount == 0:
                await connection.execute(insert(site).values(name=READ_ONLY, value=value))
            await _note(connection, by, "read_only" if on else "writable", "site")

        await self._store.writer.run(job)

    async def note(self, by: str, action: str, subject: str, detail: str) -> None:
        """Add a line about a moderator's action elsewhere."""
        await self._store.writer.run(lambda connection: _note(connection, by, action, subject, detail=detail))

    async def finish(self, report: int, by: str | None = None) -> None:
        """Mark a report, and all others of the same message, as read by a moderator."""

        async def job(connection: AsyncConnection) -> None:
            message = select(reports.c.message).where(reports.c.id == report).scalar_subquery()
            same = and_(or_(reports.c.id == report, reports.c.message == message), reports.c.done.is_(None))
            done = await connection.execute(update(reports).where(same).values(done=now()))
            if done.rowcount == 0:
                raise Refusal("not_found", "This report does not exist.")
            await _note(connection, by, "done", f"report {report}")

        await self._store.writer.run(job)


async def _note(
    connection: AsyncConnection,
    by: str | None,
    action: str,
    subject: str,
    note: str = "",
    detail: str | None = None,
) -> None:
    values = {"at": now(), "by": by, "action": action, "subject": subject, "note": note, "detail": detail}
    await connection.execute(insert(moderation).values(values))


async def _last_address(connection: AsyncConnection, user: str) -> str | None:
    """Return the tag of the address from which a user last wrote, or was reported."""
    for column, table in ((messages.c.user, messages), (reports.c.reported, reports)):
        query = select(table.c.address).where(column == user, table.c.address != "")
        found = (await connection.execute(query.order_by(table.c.id.desc()).limit(1))).scalar_one_or_none()
        if found is not None:
            return str(found)
    return None


def _longest(found: Iterable[tuple[T, int | None]]) -> dict[T, int | None]:
    """Return the latest end for each; None is never."""
    ends: dict[T, int | None] = {}
    for key, until in found:
        before = ends.get(key, 0)
        ends[key] = None if before is None or until is None else max(before, until)
    return ends
