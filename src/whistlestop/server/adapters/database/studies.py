"""Studies and their members in the database.

Every change increases the version of the study, which locks its row until the end of the transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict
from sqlalchemy import and_, case, delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.studies import (
    studies,
    study_chapters,
    study_members,
)
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.studies import ROLES, Fellow, StudyRow, no_study
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.studies import Role

MEMBERS = 50
"""Maximum number of members of a study."""
JOINED = 100
"""Maximum number of studies of which a user is a member."""

_CHAPTERS = (
    select(func.count())
    .where(study_chapters.c.study == studies.c.id)
    .correlate(studies)
    .scalar_subquery()
    .label("chapters")
)


class StudyStore:
    """The stored studies."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ---------------------------------------------------------------------------------------------- queries

    async def of(self, user: str) -> list[tuple[StudyRow, Role, int, int]]:
        """Return the studies of a user, newest first: with role, time of joining, and number of chapters."""
        query = (
            select(studies, study_members.c.role, study_members.c.since, _CHAPTERS)
            .join(study_members, study_members.c.study == studies.c.id)
            .where(study_members.c.user == user)
            .order_by(studies.c.made.desc(), studies.c.id)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [(_row(row), row.role, row.since, row.chapters) for row in rows]

    async def find(self, study: str) -> StudyRow | None:
        """Return a study by its id."""
        return await self._one(studies.c.id == study)

    async def by_link(self, key: str) -> StudyRow | None:
        """Return the study with this invitation link."""
        return await self._one(studies.c.link == key)

    async def _one(self, which: ColumnElement[bool]) -> StudyRow | None:
        async with self._store.reading() as connection:
            row = (await connection.execute(select(studies).where(which))).one_or_none()
        return None if row is None else _row(row)

    async def role(self, study: str, user: str) -> Role | None:
        """Return the role of a user in a study."""
        async with self._store.reading() as connection:
            return await _role_now(connection, study, user)

    async def people(self, study: str) -> list[Fellow]:
        """Return the members by role, then by name."""
        order = case({role: at for at, role in enumerate(ROLES)}, value=study_members.c.role)
        query = (
            select(study_members, users.c.name, accounts.c.shown)
            .join(users, users.c.id == study_members.c.user)
            .outerjoin(accounts, accounts.c.user == study_members.c.user)
            .where(study_members.c.study == study)
            .order_by(order, func.lower(users.c.name), users.c.id)
        )
        async with self._store.reading() as connection:
            return [
                Fellow(row.user, row.name, bool(row.shown), row.role, row.since)
                for row in await connection.execute(query)
            ]

    async def admitted(self, found: Collection[str]) -> dict[str, tuple[int, bool, set[str]]]:
        """Return for those of these studies that exist: version, whether anybody may read it, and its members."""
        ids = list(found)
        rows = select(studies.c.id, studies.c.version, studies.c.open).where(studies.c.id.in_(ids))
        members = select(study_members.c.study, study_members.c.user).where(study_members.c.study.in_(ids))
        async with self._store.reading() as connection:
            held: dict[str, tuple[int, bool, set[str]]] = {
                row.id: (row.version, row.open, set()) for row in await connection.execute(rows)
            }
            for row in await connection.execute(members):
                if row.study in held:
                    held[row.study][2].add(row.user)
        return held

    # ------------------------------------------------------------------------------------- studies and members

    async def create(self, row: StudyRow, owner: str, limit: int) -> None:
        """Store a new study. Raises Refusal if the user owns `limit` studies."""

        async def job(connection: AsyncConnection) -> None:
            await _check_owned(connection, owner, limit)
            await connection.execute(insert(studies).values(asdict(row)))
            await _add(connection, row.id, owner, "owner")

        await self._store.writer.run(job)

    async def change(self, study: str, values: dict[str, Any]) -> None:
        """Change the columns of a study. Raises Refusal if it does not exist."""
        await self._store.writer.run(lambda connection: study_changed(connection, study, values))

    async def join(self, study: str, user: str, link: str) -> None:
        """Give a user with the study's current link its role; a higher role stays. Raises Refusal."""

        async def job(connection: AsyncConnection) -> None:
            held = await study_changed(connection, study)
            if held.link != link:
                raise link_gone()
            before = await _role_now(connection, study, user)
            if before is None:
                await _add(connection, study, user, held.link_role)
            elif ROLES.index(held.link_role) < ROLES.index(before):
                await _set_role(connection, study, user, held.link_role)

        await self._store.writer.run(job)

    async def give_role(self, study: str, user: str, role: Role) -> None:
        """Change the role of a member who is not the owner. Raises Refusal if there is no such member."""

        async def job(connection: AsyncConnection) -> None:
            await study_changed(connection, study)
            await _check_other(connection, study, user)
            await _set_role(connection, study, user, role)

        await self._store.writer.run(job)

    async def remove(self, study: str, user: str, *, link: bool) -> None:
        """Remove a member who is not the owner, and revoke the link unless it is to stay (`link`). Raises Refusal."""

        async def job(connection: AsyncConnection) -> None:
            await study_changed(connection, study, {} if link else {"link": None})
            await _check_other(connection, study, user)
            await connection.execute(delete(study_members).where(_member(study, user)))

        await self._store.writer.run(job)

    async def hand_over(self, study: str, owner: str, heir: str, limit: int) -> None:
        """Make a member the owner and the owner an editor. Raises Conflict if `owner` is no longer the owner."""

        async def job(connection: AsyncConnection) -> None:
            await study_changed(connection, study)
            if await _role_now(connection, study, owner) != "owner":
                raise Conflict
            await _check_other(connection, study, heir)
            await _check_owned(connection, heir, limit)
            await _set_role(connection, study, owner, "editor")
            await _set_role(connection, study, heir, "owner")

        await self._store.writer.run(job)

    async def delete(self, study: str) -> None:
        """Delete a study with everything in it."""
        await self._store.writer.run(lambda connection: _delete(connection, study))


async def leave_studies(connection: AsyncConnection, user: str) -> None:
    """Transfer the studies of a user who is about to be deleted to their longest-standing editors, or delete them."""
    mine = select(study_members.c.study, study_members.c.role).where(study_members.c.user == user)
    for held in (await connection.execute(mine)).all():
        await study_changed(connection, held.study)
        if held.role != "owner":
            continue
        heirs = (
            select(study_members.c.user)
            .where(study_members.c.study == held.study, study_members.c.role == "editor")
            .order_by(study_members.c.since, study_members.c.user)
            .limit(1)
        )
        heir = (await connection.execute(heirs)).scalar_one_or_none()
        if heir is None:
            await _delete(connection, held.study)
        else:
            await _set_role(connection, held.study, heir, "owner")


def link_gone() -> Refusal:
    """Return the refusal for an invitation link that is unknown or revoked."""
    return Refusal("not_found", "This invitation is no longer valid. Ask for a new one.")


def _member(study: str, user: str) -> ColumnElement[bool]:
    return and_(study_members.c.study == study, study_members.c.user == user)


async def _role_now(connection: AsyncConnection, study: str, user: str) -> Role | None:
    query = select(study_members.c.role).where(_member(study, user))
    found: Role | None = (await connection.execute(query)).scalar_one_or_none()
    return found


async def _check_other(connection: AsyncConnection, study: str, user: str) -> None:
    role = await _role_now(connection, study, user)
    if role is None:
        raise Refusal("not_found", "This player does not belong to the study.")
    if role == "owner":
        raise Refusal("bad_request", "Hand the study over to another member instead.")


async def _set_role(connection: AsyncConnection, study: str, user: str, role: Role) -> None:
    await connection.execute(update(study_members).where(_member(study, user)).values(role=role))


async def study_changed(
    connection: AsyncConnection, study: str, values: dict[str, Any] | None = None
) -> Row[Any]:
    """Change a study, whose row is then locked until the end of the transaction, and return its link."""
    done = await connection.execute(
        update(studies)
        .where(studies.c.id == study)
        .values(version=studies.c.version + 1, **values or {})
        .returning(studies.c.link, studies.c.link_role)
    )
    row = done.one_or_none()
    if row is None:
        raise no_study()
    return row


async def _add(connection: AsyncConnection, study: str, user: str, role: Role) -> None:
    here = select(func.count()).where(study_members.c.study == study)
    if (await connection.execute(here)).scalar_one() >= MEMBERS:
        raise Refusal("table_full", "This study has reached the limit for members.")
    theirs = select(func.count()).where(study_members.c.user == user)
    if (await connection.execute(theirs)).scalar_one() >= JOINED:
        raise Refusal("too_many", "The limit for studies of one player is reached. Leave one first.")
    await connection.execute(insert(study_members).values(study=study, user=user, role=role, since=now()))


async def _check_owned(connection: AsyncConnection, user: str, limit: int) -> None:
    owned = select(func.count()).where(study_members.c.user == user, study_members.c.role == "owner")
    if (await connection.execute(owned)).scalar_one() >= limit:
        raise Refusal("too_many", "This player owns as many studies as one player can.")


async def _delete(connection: AsyncConnection, study: str) -> None:
    await connection.execute(delete(studies).where(studies.c.id == study))


def _row(row: Row[Any]) -> StudyRow:
    return StudyRow(**{name: getattr(row, name) for name in StudyRow.__struct_fields__})
