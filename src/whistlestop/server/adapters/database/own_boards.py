"""Boards that users have made, in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select

from whistlestop.server.adapters.database.schema.boards import own_boards
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


class StoredBoard(msgspec.Struct, frozen=True):
    """A row of `own_boards`. `made`: milliseconds since 1970. `origin`: the board that it was made from."""

    id: str
    owner: str
    name: str
    document: str
    made: int
    origin: str | None = None


class BoardStore:
    """The boards of all users."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, board: StoredBoard, called: str, limit: int) -> None:
        """Store a board, unless it is already stored. Raises Refusal if its owner has `limit` boards.

        called: the name of a guest who is not in the database yet.
        """

        async def job(connection: AsyncConnection) -> None:
            await ensure_user(connection, board.owner, called)
            known = select(own_boards.c.id).where(own_boards.c.id == board.id)
            if (await connection.execute(known)).one_or_none() is not None:
                return
            count = select(func.count()).select_from(own_boards).where(own_boards.c.owner == board.owner)
            if (await connection.execute(count)).scalar_one() >= limit:
                raise Refusal("too_many", "You have shared too many boards. Delete one first.")
            await connection.execute(insert(own_boards).values(msgspec.structs.asdict(board)))

        await self._store.writer.run(job)

    async def find(self, board: str) -> StoredBoard | None:
        """Return a board by its id."""
        query = select(own_boards).where(own_boards.c.id == board)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _stored(row)

    async def of(self, owner: str) -> list[StoredBoard]:
        """Return the boards of a user, newest first."""
        query = select(own_boards).where(own_boards.c.owner == owner)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query.order_by(own_boards.c.made.desc(), own_boards.c.id))).all()
        return [_stored(row) for row in rows]

    async def delete(self, board: str) -> None:
        """Delete a board. Games on it continue, since they contain it."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(own_boards).where(own_boards.c.id == board))

        await self._store.writer.run(job)


def _stored(row: Row[Any]) -> StoredBoard:
    return StoredBoard(row.id, row.owner, row.name, row.document, row.made, row.origin)
