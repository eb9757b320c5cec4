"""The gallery of boards, in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, literal, select, update

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.boards import board_players, listed_boards, own_boards
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

Order = Literal["newest", "played", "rated"]

PRIOR_STARS, PRIOR_WEIGHT = 3.0, 5.0
"""A board is sorted as if it had this many further ratings of this number of stars, so that a single rating has little
effect."""


class Shown(msgspec.Struct, frozen=True):
    """A board with the gallery's data about it.

    `listed`: milliseconds since 1970; None: it is not in the gallery. `players`: users who have finished a game on it.
    `ratings`, `stars`: the number of their ratings, and the sum of the stars. `origin`: the id of the board that it was
    made from.
    """

    id: str
    owner: str
    maker: str
    document: str
    origin: str | None
    listed: int | None
    balance: str | None
    players: int
    ratings: int
    stars: int


class GalleryStore:
    """The listed boards, and the ratings of all boards of users."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, board: str, owner: str, at: int, balance: str, most: int) -> None:
        """List a board, or update its balance. Raises Refusal if its owner lists `most` others."""

        async def job(connection: AsyncConnection) -> None:
            known = update(listed_boards).where(listed_boards.c.board == board).values(balance=balance)
            if (await connection.execute(known)).rowcount:
                return
            both = own_boards.join(listed_boards, listed_boards.c.board == own_boards.c.id)
            count = select(func.count()).select_from(both).where(own_boards.c.owner == owner)
            if (await connection.execute(count)).scalar_one() >= most:
                raise Refusal(
                    "too_many", "You have listed too many boards. Take one out of the gallery first."
                )
            await connection.execute(insert(listed_boards).values(board=board, listed=at, balance=balance))

        await self._store.writer.run(job)

    async def take(self, board: str) -> None:
        """Take a board out of the gallery."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(listed_boards).where(listed_boards.c.board == board))

        await self._store.writer.run(job)

    async def rate(self, board: str, user: str, stars: int | None) -> bool:
        """Store the stars of a user; return whether they have finished a game on the board."""

        async def job(connection: AsyncConnection) -> bool:
            rated = update(board_players).where(board_players.c.board == board, board_players.c.user == user)
            return bool((await connection.execute(rated.values(stars=stars))).rowcount)

        return await self._store.writer.run(job)

    async def stars_of(self, board: str, user: str) -> tuple[bool, int | None]:
        """Return whether a user has finished a game on a board, and the stars that they give it."""
        query = select(board_players.c.stars).where(
            board_players.c.board == board, board_players.c.user == user
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return (False, None) if row is None else (True, row.stars)

    async def find(self, board: str) -> Shown | None:
        """Return a board, listed or not."""
        async with self._store.reading() as connection:
            row = (await connection.execute(_shown(own_boards.c.id == board))).one_or_none()
        return None if row is None else _read(row)

    async def page(self, order: Order, skip: int, most: int) -> list[Shown]:
        """Return listed boards in an order."""
        query = _shown(listed_boards.c.listed.is_not(None))
        columns = query.selected_columns
        rating = (columns.stars + PRIOR_STARS * PRIOR_WEIGHT) / (columns.ratings + PRIOR_WEIGHT)
        first = {"newest": [], "played": [columns.players.desc()], "rated": [rating.desc()]}[order]
        ordered = query.order_by(*first, listed_boards.c.listed.desc(), own_boards.c.id)
        async with self._store.reading() as connection:
            rows = (await connection.execute(ordered.offset(skip).limit(most))).all()
        return [_read(row) for row in rows]

    async def listed(self, boards: set[str]) -> dict[str, str]:
        """Return the names of those of the boards that are in the gallery, by id."""
        both = own_boards.join(listed_boards, listed_boards.c.board == own_boards.c.id)
        query = (
            select(own_boards.c.id, own_boards.c.name).select_from(both).where(own_boards.c.id.in_(boards))
        )
        async with self._store.reading() as connection:
            return {row.id: row.name for row in await connection.execute(query)}


def _shown(condition: ColumnElement[bool]) -> Select[Any]:
    played = (
        select(
            board_players.c.board,
            func.count().label("players"),
            func.count(board_players.c.stars).label("ratings"),
            func.coalesce(func.sum(board_players.c.stars), 0).label("stars"),
        )
        .group_by(board_players.c.board)
        .subquery()
    )
    none = literal(0)
    return (
        select(
            *(own_boards.c.id, own_boards.c.owner, own_boards.c.document, own_boards.c.origin),
            users.c.name.label("maker"),
            *(listed_boards.c.listed, listed_boards.c.balance),
            *(func.coalesce(played.c[name], none).label(name) for name in ("players", "ratings", "stars")),
        )
        .select_from(
            own_boards.join(users, users.c.id == own_boards.c.owner)
            .outerjoin(listed_boards, listed_boards.c.board == own_boards.c.id)
            .outerjoin(played, played.c.board == own_boards.c.id)
        )
        .where(condition)
    )


def _read(row: Row[Any]) -> Shown:
    return Shown(
        id=row.id,
        owner=row.owner,
        maker=row.maker,
        document=row.document,
        origin=row.origin,
        listed=row.listed,
        balance=row.balance,
        players=row.players,
        ratings=row.ratings,
        stars=int(row.stars),  # PostgreSQL returns sums as decimal numbers
    )
