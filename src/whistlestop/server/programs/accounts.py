"""Accounts of programs: who says once that it is one is shown as one for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlalchemy import update

from whistlestop.server.store.schema import users
from whistlestop.server.store.store import ensure_user

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.registry import Tables


async def become_program(store: Store, tables: Tables, user: str, name: str) -> None:
    """Mark a user, who is called `name`, as a program: in the store, and at the tables in memory."""

    async def job(connection: AsyncConnection) -> None:
        await ensure_user(connection, user, name)
        await connection.execute(update(users).where(users.c.id == user).values(is_bot=True))

    await store.writer.run(job)
    for table in tables.live():
        if table.seat_of(user) is not None:
            seats = (replace(seat, program=True) if seat.user == user else seat for seat in table.row.seats)
            table.set_row(seats=tuple(seats))
            table.tell_table()
