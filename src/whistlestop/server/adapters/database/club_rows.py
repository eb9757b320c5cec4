"""Parts of transactions that change a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, select, update

from whistlestop.server.adapters.database.schema.clubs import club_members, clubs
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.domain.clubs import ROLES, no_club, room_of

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.domain.clubs import Tie

IS_MEMBER = club_members.c.role.in_(ROLES)


def tie_to(club: str, user: str) -> ColumnElement[bool]:
    """Return the condition for the row of a club and a user."""
    return and_(club_members.c.club == club, club_members.c.user == user)


async def tie_now(connection: AsyncConnection, club: str, user: str) -> Tie | None:
    """Return the tie of a user to a club."""
    query = select(club_members.c.role).where(tie_to(club, user))
    found: Tie | None = (await connection.execute(query)).scalar_one_or_none()
    return found


async def club_changed(
    connection: AsyncConnection, club: str, values: dict[str, Any] | None = None
) -> Row[Any]:
    """Change a club, whose row is then locked until the end of the transaction, and return it."""
    done = await connection.execute(
        update(clubs)
        .where(clubs.c.id == club)
        .values(version=clubs.c.version + 1, **values or {})
        .returning(clubs.c.link, clubs.c.link_ends)
    )
    row = done.one_or_none()
    if row is None:
        raise no_club()
    return row


async def close_club(connection: AsyncConnection, club: str) -> None:
    """Delete a club with its room."""
    await connection.execute(delete(messages).where(messages.c.game == room_of(club)))
    await connection.execute(delete(club_members).where(club_members.c.club == club))
    await connection.execute(delete(clubs).where(clubs.c.id == club))
