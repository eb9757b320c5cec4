"""Data for moderators: reports, bans, the moderation log, and the earlier cases of a user.

None of it comes from a game. Moderators who play in a game in progress do not see its spectators' messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, func, or_, select

from whistlestop.server.adapters.database.fair_play import fair_play
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.adapters.database.schema.moderation import (
    bans,
    moderation,
    moderators,
    reports,
    warnings,
)
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.clubs import club_in
from whistlestop.server.domain.names import tidy
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.rooms import language_in
from whistlestop.server.domain.studies import study_in
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.base import ChatMessage
from whistlestop.server.messages.moderation import Ban, ModerationEntry, Person, PersonWarning, Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Column, ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.fair_play import FairPlay

SHOWN = 100
NAMED = (reports.c.reported, reports.c.reporter, messages.c.user)
"""Columns with the ids of users that may have been deleted."""
RECORDED = (*NAMED, bans.c.subject, warnings.c.user, moderators.c.user)
ESCAPES = str.maketrans({one: f"\\{one}" for one in "\\%_"})

_decode = msgspec.json.Decoder(list[ChatMessage]).decode


class Cases:
    """Moderators' queries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def reports(self, reader: str = "") -> list[Report]:
        """Return the open reports that a moderator may read, oldest first."""
        return await self._reports(reports.c.done.is_(None), reader)

    async def bans(self) -> list[Ban]:
        """Return the bans in force, newest first."""
        return await self._bans(in_force())

    async def log(self) -> list[ModerationEntry]:
        """Return the moderation log, newest first."""
        query = select(moderation).order_by(moderation.c.id.desc()).limit(SHOWN)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            ModerationEntry(iso(row.at), row.by, row.action, row.subject, row.note, row.detail)
            for row in rows
        ]

    async def user(self, wish: str) -> str:
        """Return the id of the user that a moderator means, by an id or by a whole name in any case. Raises Refusal."""
        return await self._user(wish, NAMED)

    async def recorded(self, wish: str) -> str:
        """Return the id of a user, or of a deleted user of whom only moderators' actions are left. Raises Refusal."""
        return await self._user(wish, RECORDED)

    async def _user(self, wish: str, places: Sequence[Column[Any]]) -> str:
        name = tidy(wish)
        # SQLite's LIKE ignores case only for ASCII letters; other letters are compared below.
        pattern = "".join(one if one.isascii() else "_" for one in name.translate(ESCAPES))
        called = select(users.c.id, users.c.name).where(users.c.name.ilike(pattern, escape="\\"))
        async with self._store.reading() as connection:
            if (await connection.execute(select(users.c.id).where(users.c.id == wish))).first():
                return wish
            rows = (await connection.execute(called.order_by(users.c.created, users.c.id))).all()
            found = [row.id for row in rows if tidy(row.name).casefold() == name.casefold()]
            if not found and await _mentioned(connection, wish, places):
                return wish
        if not found:
            raise Refusal("no_such_user", f"No user has the id or the whole name '{wish}'.")
        if len(found) > 1:
            ids = ", ".join(found)
            raise Refusal(
                "several_users",
                f"Several users have the name '{wish}'. Use one of their ids: {ids}",
                users=found,
            )
        return str(found[0])

    async def banned(self, wish: str) -> str:
        """Return the subject of the ban that a moderator means: as shown in the list, or a user. Raises Refusal."""
        query = select(bans.c.id).where(bans.c.subject == wish, in_force()).limit(1)
        async with self._store.reading() as connection:
            if (await connection.execute(query)).first():
                return wish
        return await self.recorded(wish)

    async def person(self, user: str, reader: str) -> Person:
        """Return reports about and by a user, and moderators' actions on them."""
        query = select(users.c.name, users.c.created, accounts.c.user).outerjoin(
            accounts, accounts.c.user == users.c.id
        )
        told = select(warnings).where(warnings.c.user == user).order_by(warnings.c.id.desc()).limit(SHOWN)
        made = select(func.count()).select_from(reports).where(reports.c.reporter == user)
        async with self._store.reading() as connection:
            row = (await connection.execute(query.where(users.c.id == user))).one_or_none()
            warned = (await connection.execute(told)).all()
            reported = (await connection.execute(made)).scalar_one()
        found = await self._reports(reports.c.reported == user, reader)
        held = await self._bans(and_(bans.c.kind == "user", bans.c.subject == user))
        if row is None and not found and not held and not warned:
            raise Refusal("no_such_user", "This user does not exist.")
        return Person(
            id=user,
            name=None if row is None else row.name,
            account=row is not None and row.user is not None,
            since=None if row is None else iso(row.created),
            reports=found,
            reported=reported,
            bans=held,
            warnings=[
                PersonWarning(one.text, iso(one.at), None if one.seen is None else iso(one.seen))
                for one in warned
            ],
        )

    async def fair_play(self, user: str) -> FairPlay:
        """Return figures about a user from finished, rated games."""
        return await fair_play(self._store, user)

    async def _reports(self, wanted: ColumnElement[bool], reader: str) -> list[Report]:
        reporter, reported = users.alias(), users.alias()
        plays = select(seats.c.seat).where(seats.c.game == reports.c.game, seats.c.user == reader).exists()
        secret = and_(tables.c.state == "playing", plays)
        query = (
            select(
                reports,
                tables.c.watch,
                func.coalesce(secret, False).label("secret"),
                reporter.c.name.label("reporter_name"),
                reported.c.name.label("reported_name"),
            )
            .outerjoin(tables, tables.c.id == reports.c.game)
            .outerjoin(reporter, reporter.c.id == reports.c.reporter)
            .outerjoin(reported, reported.c.id == reports.c.reported)
            .where(wanted)
            .order_by(reports.c.id)
            .limit(SHOWN)
        )
        async with self._store.reading() as connection:
            return [_report(row) for row in (await connection.execute(query)).all()]

    async def _bans(self, wanted: ColumnElement[bool]) -> list[Ban]:
        query = (
            select(bans, users.c.name)
            .outerjoin(users, and_(bans.c.kind == "user", users.c.id == bans.c.subject))
            .where(wanted)
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
                iso(row.at),
                None if row.until is None else iso(row.until),
                row.scope,
                None if row.lifted is None else iso(row.lifted),
            )
            for row in rows
        ]


async def _mentioned(connection: AsyncConnection, user: str, places: Sequence[Column[Any]]) -> bool:
    for column in places:
        if (await connection.execute(select(column).where(column == user).limit(1))).first():
            return True
    return False


def in_force() -> ColumnElement[bool]:
    """Return the condition for bans in force now."""
    return and_(bans.c.lifted.is_(None), or_(bans.c.until.is_(None), bans.c.until > now()))


def _report(row: Row[Any]) -> Report:
    context = _decode(row.context)
    withheld = row.secret and any(one.watching for one in context)
    return Report(
        id=row.id,
        message=row.message,
        about=row.about,
        reason=row.reason,
        reporter=row.reporter,
        reporter_name=row.reporter_name,
        reported=row.reported,
        name=row.name or next((one.name for one in reversed(context)), None) or row.reported_name,
        address=row.address,
        watch=row.game if row.about == "board" else row.watch,
        club=club_in(row.game),
        language=language_in(row.game),
        study=study_in(row.game),
        context=[one for one in context if not (withheld and one.watching)],
        withheld=withheld,
        at=iso(row.at),
        done=None if row.done is None else iso(row.done),
    )
