"""Boards of clubs in the database. Every change increases the version of the club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select

from whistlestop.server.adapters.database.club_rows import club_changed, tie_now
from whistlestop.server.adapters.database.clubs import is_member
from whistlestop.server.adapters.database.own_boards import StoredBoard
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.boards import club_boards
from whistlestop.server.domain.clubs import ROLES, no_club
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

BOARDS = 50
"""Maximum number of boards of a club."""
_LINE = [column for column in club_boards.c if column is not club_boards.c.document]


class OfferedBoard(msgspec.Struct, frozen=True):
    """A row of `club_boards` without its document. `maker`: the name of its owner."""

    id: str
    club: str
    owner: str
    name: str
    least: int
    most: int
    offered: int
    maker: str = ""


class ClubBoardStore:
    """The boards of all clubs."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def offer(self, board: OfferedBoard, document: str, limit: int) -> None:
        """Store a board for a club, unless it is already stored.

        Raises Refusal if the club is full, its owner has offered `limit` boards, or is no longer a member.
        """

        async def job(connection: AsyncConnection) -> None:
            await club_changed(connection, board.club)
            if await tie_now(connection, board.club, board.owner) not in ROLES:
                raise no_club()
            known = select(club_boards.c.id).where(club_boards.c.id == board.id)
            if (await connection.execute(known)).one_or_none() is not None:
                return
            for column, value, most, text in (
                (
                    club_boards.c.owner,
                    board.owner,
                    limit,
                    "You have offered too many boards. Take one back first.",
                ),
                (club_boards.c.club, board.club, BOARDS, "The club has too many boards. Remove one first."),
            ):
                count = select(func.count()).select_from(club_boards).where(column == value)
                if (await connection.execute(count)).scalar_one() >= most:
                    raise Refusal("too_many", text)
            values = msgspec.structs.asdict(board) | {"document": document}
            del values["maker"]
            await connection.execute(insert(club_boards).values(values))

        await self._store.writer.run(job)

    async def of(self, club: str) -> list[OfferedBoard]:
        """Return the boards of a club, newest first."""
        query = _lines().where(club_boards.c.club == club)
        async with self._store.reading() as connection:
            rows = await connection.execute(query.order_by(club_boards.c.offered.desc(), club_boards.c.id))
            return [_offered(row) for row in rows]

    async def find(self, board: str) -> OfferedBoard | None:
        """Return a board by its id."""
        async with self._store.reading() as connection:
            row = (await connection.execute(_lines().where(club_boards.c.id == board))).one_or_none()
        return None if row is None else _offered(row)

    async def whole(self, board: str) -> StoredBoard | None:
        """Return a board with its document."""
        return next(iter(await self._whole(club_boards.c.id == board)), None)

    async def by(self, owner: str) -> list[StoredBoard]:
        """Return the boards that a user has offered, with their documents, newest first."""
        return await self._whole(club_boards.c.owner == owner)

    async def club_of(self, board: str) -> str | None:
        """Return the club that has a board; None if there is none with this id."""
        query = select(club_boards.c.club).where(club_boards.c.id == board)
        async with self._store.reading() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def admits(self, user: str, board: str) -> bool:
        """Return whether a user is a member of the club of a board."""
        club = await self.club_of(board)
        return club is not None and await is_member(self._store, club, user)

    async def delete(self, board: OfferedBoard) -> None:
        """Delete a board. Games on it continue, since they contain it."""

        async def job(connection: AsyncConnection) -> None:
            await club_changed(connection, board.club)
            await connection.execute(delete(club_boards).where(club_boards.c.id == board.id))

        await self._store.writer.run(job)

    async def _whole(self, wanted: ColumnElement[bool]) -> list[StoredBoard]:
        query = select(club_boards).where(wanted).order_by(club_boards.c.offered.desc(), club_boards.c.id)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [StoredBoard(row.id, row.owner, row.name, row.document, row.offered) for row in rows]


def _lines() -> Any:
    return select(*_LINE, users.c.name.label("maker")).join(users, users.c.id == club_boards.c.owner)


def _offered(row: Row[Any]) -> OfferedBoard:
    return OfferedBoard(**{name: getattr(row, name) for name in OfferedBoard.__struct_fields__})
