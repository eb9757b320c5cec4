"""What moderation keeps.

Every change is a line of the moderation log in the same transaction, and by the number of the newest line running
servers know that something has changed.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update

from whistlestop.server.moderation.messages import Ban, ModerationEntry, Report
from whistlestop.server.protocol import ChatMessage
from whistlestop.server.refusals import Refusal
from whistlestop.server.store.rows import now
from whistlestop.server.store.schema import bans, moderation, moderators, reports, site, tables, users

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.store.store import Store

DAY = 24 * 3600 * 1000
SHOWN = 100
READ_ONLY = "read_only"


class Rules(msgspec.Struct, frozen=True):
    """What holds now: `version` is the number of the newest line of the log, a ban ends at a time or (None) never."""

    version: int
    bans: dict[tuple[str, str], int | None]
    moderators: frozenset[str]
    read_only: bool


class ModerationStore:
    """Questions and changes. `by` is the user who acts; None: a command."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def version(self) -> int:
        """The number of the newest line of the log."""
        async with self._store.reading() as connection:
            return (await connection.execute(select(func.max(moderation.c.id)))).scalar_one() or 0

    async def rules(self) -> Rules:
        """All that holds now."""
        async with self._store.reading() as connection:
            version = (await connection.execute(select(func.max(moderation.c.id)))).scalar_one() or 0
            found = await connection.execute(select(bans).where(_in_force()))
            banned: dict[tuple[str, str], int | None] = {}
            for row in found.all():
                key = (row.kind, row.subject)
                before = banned.get(key, 0)
                banned[key] = None if before is None or row.until is None else max(before, row.until)
            named = (await connection.execute(select(moderators.c.user))).scalars()
            query = select(site.c.value).where(site.c.name == READ_ONLY)
            value = (await connection.execute(query)).scalar_one_or_none()
            return Rules(version, banned, frozenset(named), value == "1")

    async def closed_since(self, version: int) -> list[str]:
        """The tables that were closed after this line of the log."""
        done = select(moderation.c.subject).where(moderation.c.action == "close", moderation.c.id > version)
        query = select(tables.c.id).where(tables.c.watch.in_(done))
        async with self._store.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def reports(self) -> list[Report]:
        """The reports that wait, oldest first."""
        query = (
            select(reports, tables.c.watch)
            .outerjoin(tables, tables.c.id == reports.c.game)
            .where(reports.c.done.is_(None))
            .order_by(reports.c.id)
            .limit(SHOWN)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Report(
                row.id,
                row.message,
                row.reason,
                row.reporter,
                row.reported,
                row.address,
                row.watch,
                msgspec.json.decode(row.context, type=list[ChatMessage]),
                _text(row.at),
            )
            for row in rows
        ]

    async def bans(self) -> list[Ban]:
        """The bans in force, newest first."""
        query = (
            select(bans, users.c.name)
            .outerjoin(users, and_(bans.c.kind == "user", users.c.id == bans.c.subject))
            .where(_in_force())
            .order_by(bans.c.id.desc())
            .limit(SHOWN)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Ban(
                row.id,
                row.kind,
                row.subject,
                row.name,
                row.reason,
                _text(row.at),
                None if row.until is None else _text(row.until),
            )
            for row in rows
        ]

    async def log(self) -> list[ModerationEntry]:
        """What was done, newest first."""
        query = select(moderation).order_by(moderation.c.id.desc()).limit(SHOWN)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [ModerationEntry(_text(row.at), row.by, row.action, row.subject, row.note) for row in rows]

    async def grant(self, user: str, by: str | None = None) -> None:
        """Make somebody a host of the site."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(moderators).where(moderators.c.user == user))
            await connection.execute(insert(moderators).values(user=user, at=now()))
            await _note(connection, by, "grant", user)

        await self._store.writer.run(job)

    async def revoke(self, user: str, by: str | None = None) -> None:
        """Make somebody a host no more."""

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(delete(moderators).where(moderators.c.user == user))
            if done.rowcount == 0:
                raise Refusal("not_found", "This user is no host.")
            await _note(connection, by, "revoke", user)

        await self._store.writer.run(job)

    async def ban(
        self, kind: str, subject: str, days: int | None, reason: str, by: str | None = None
    ) -> None:
        """Keep a user or an address out, for some days or until the ban is lifted."""
        until = None if days is None else now() + days * DAY
        values = {"kind": kind, "subject": subject, "reason": reason, "at": now(), "until": until}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert(bans).values(values))
            await _note(connection, by, "ban", f"{kind} {subject}", reason)

        await self._store.writer.run(job)

    async def unban(self, subject: str, by: str | None = None) -> None:
        """Lift all bans of a user or an address."""

        async def job(connection: AsyncConnection) -> None:
            held = and_(bans.c.subject == subject, _in_force())
            done = await connection.execute(update(bans).where(held).values(lifted=now()))
            if done.rowcount == 0:
                raise Refusal("not_found", "There is no such ban.")
            await _note(connection, by, "unban", subject)

        await self._store.writer.run(job)

    async def close(self, key: str, reason: str, by: str | None = None) -> None:
        """Close a table, by its id or its key to watch, which alone the log tells. Its game stays in the database."""

        async def job(connection: AsyncConnection) -> None:
            wanted = and_(or_(tables.c.id == key, tables.c.watch == key), tables.c.closed.is_(None))
            row = (await connection.execute(select(tables.c.id, tables.c.watch).where(wanted))).first()
            if row is None:
                raise Refusal("not_found", "There is no such table.")
            at = now()
            change = update(tables).where(tables.c.id == row.id)
            await connection.execute(change.values(closed=at, listed=False))
            # It is over for all that counts games or looks for them.
            unfinished = change.where(tables.c.state != "over")
            await connection.execute(unfinished.values(state="over", ended=at))
            await _note(connection, by, "close", row.watch, reason)

        await self._store.writer.run(job)

    async def set_read_only(self, on: bool, by: str | None = None) -> None:
        """Let nobody begin or say anything, or let them again."""
        value = "1" if on else "0"

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(update(site).where(site.c.name == READ_ONLY).values(value=value))
            if done.rowcount == 0:
                await connection.execute(insert(site).values(name=READ_ONLY, value=value))
            await _note(connection, by, "read_only" if on else "writable", "site")

        await self._store.writer.run(job)

    async def finish(self, report: int, by: str | None = None) -> None:
        """A report has been read: it and all others of the same message wait no longer."""

        async def job(connection: AsyncConnection) -> None:
            message = select(reports.c.message).where(reports.c.id == report).scalar_subquery()
            same = and_(reports.c.message == message, reports.c.done.is_(None))
            done = await connection.execute(update(reports).where(same).values(done=now()))
            if done.rowcount == 0:
                raise Refusal("not_found", "There is no such report.")
            await _note(connection, by, "done", f"report {report}")

        await self._store.writer.run(job)


def _in_force() -> ColumnElement[bool]:
    return and_(bans.c.lifted.is_(None), or_(bans.c.until.is_(None), bans.c.until > now()))


async def _note(
    connection: AsyncConnection, by: str | None, action: str, subject: str, note: str = ""
) -> None:
    values: dict[str, Any] = {"at": now(), "by": by, "action": action, "subject": subject, "note": note}
    await connection.execute(insert(moderation).values(values))


def _text(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
