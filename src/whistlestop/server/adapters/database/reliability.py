"""How often players did not finish their games, counted from the results of finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import case, func, select

from whistlestop.server.adapters.database.players import own_games
from whistlestop.server.adapters.database.schema.accounts import accounts
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.reliability import Reliability

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Select

    from whistlestop.server.adapters.database.store import Store


def _counted(since: int) -> Select[Any]:
    """Return the query for the games against people since a time, by user, and how many of these the user left."""
    company = select(seats.c.seat).where(
        seats.c.game == results.c.game, seats.c.kind == "person", seats.c.seat != results.c.seat
    )
    left = func.sum(case((results.c.bot.is_not(None), 1), else_=0))
    return (
        select(results.c.user, func.count(), left)
        .join(tables, tables.c.id == results.c.game)
        .where(own_games(), company.exists(), tables.c.ended >= since)
        .group_by(results.c.user)
    )


async def reliability_of(store: Store, user: str, since: int) -> Reliability:
    """Return the figures of a user for games that ended since a time."""
    query = _counted(since).where(results.c.user == user)
    async with store.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    return Reliability(0, 0) if row is None else Reliability(int(row[1]), int(row[2]))


async def public_reliability(store: Store, users: Collection[str], since: int) -> dict[str, Reliability]:
    """Return the figures of the users who have an account with a public page and have finished games."""
    shown = select(accounts.c.user).where(accounts.c.shown, accounts.c.user.in_(users))
    query = _counted(since).where(results.c.user.in_(shown))
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return {str(user): Reliability(int(games), int(left)) for user, games, left in rows}
