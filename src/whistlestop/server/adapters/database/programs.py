"""Accounts of programs: marking one, and unmarking it unless a program has played under its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.programs import challenges
from whistlestop.server.adapters.database.schema.tables import actions, seats
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


async def mark_program(store: Store, user: str, name: str) -> None:
    """Mark a user with this name as a program."""

    async def job(connection: AsyncConnection) -> None:
        await ensure_user(connection, user, name)
        person = (users.c.id == user) & ~users.c.is_bot
        await connection.execute(update(users).where(person).values(is_bot=True, program_since=now()))

    await store.writer.run(job)


async def unmark_program(store: Store, user: str) -> None:
    """Unmark a user and decline the program's open challenges.

    Refused (`program_played`) if the user has played an action since the mark, because opponents then met a program.
    """
    mine = (seats.c.user == user) & (seats.c.game == actions.c.game) & (seats.c.seat == actions.c.seat)
    sent = (
        select(actions.c.ply)
        .where(mine, actions.c.command.is_not(None), actions.c.at >= users.c.program_since)
        .exists()
    )

    async def job(connection: AsyncConnection) -> None:
        free = (users.c.id == user) & users.c.program_since.is_not(None) & ~sent
        person = update(users).where(free).values(is_bot=False, program_since=None)
        marked = select(users.c.id).where(users.c.id == user, users.c.is_bot)
        if not (await connection.execute(person)).rowcount and (await connection.execute(marked)).first():
            raise Refusal("program_played", "A program has played under this name, so it stays marked.")
        waiting = (challenges.c.bot == user) & (challenges.c.state == "waiting")
        await connection.execute(update(challenges).where(waiting).values(state="declined"))

    await store.writer.run(job)
