"""Second factors and recovery codes in the database."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.accounts import passkeys, recovery_codes, second_factors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Delete, Update
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


class Factor(msgspec.Struct, frozen=True):
    """A row of `second_factors`."""

    user: str
    secret: str | None = None
    pending: str | None = None
    since: int | None = None
    step: int = 0


class FactorStore:
    """The second factors of all accounts. Recovery codes are stored as digests."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, user: str) -> Factor:
        """Return the second factor of a user; an empty one if there is none."""
        query = select(second_factors).where(second_factors.c.user == user)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Factor(user) if row is None else Factor(**row._mapping)  # noqa: SLF001

    async def codes_left(self, user: str) -> int:
        """Return how many recovery codes a user has."""
        count = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.user == user)
        async with self._store.reading() as connection:
            return (await connection.execute(count)).scalar_one()

    async def begin_app(self, user: str, secret: str) -> None:
        """Store the secret of an app that has not yet been confirmed with a code."""
        await self._store.writer.run(lambda connection: _put(connection, user, pending=secret))

    async def turn_on_app(self, user: str, secret: str, step: int, since: int, codes: Sequence[str]) -> bool:
        """Turn on the app with this pending secret and new recovery codes; return False if it is not pending."""
        same = (second_factors.c.user == user) & (second_factors.c.pending == secret)
        values = {"secret": secret, "pending": None, "step": step, "since": since}

        async def job(connection: AsyncConnection) -> bool:
            done = await _hits(connection, update(second_factors).where(same).values(values))
            if done:
                await _put_codes(connection, user, codes)
            return done

        return await self._store.writer.run(job)

    async def turn_on_passkeys(self, user: str, since: int, codes: Sequence[str]) -> bool:
        """Turn on the passkeys of an account, with new recovery codes; return False if it has none."""
        held = select(func.count()).select_from(passkeys).where(passkeys.c.user == user)

        async def job(connection: AsyncConnection) -> bool:
            if not (await connection.execute(held)).scalar_one():
                return False
            await _put(connection, user, since=since)
            await _put_codes(connection, user, codes)
            return True

        return await self._store.writer.run(job)

    async def replace_codes(self, user: str, codes: Sequence[str]) -> None:
        """Replace all recovery codes."""
        await self._store.writer.run(lambda connection: _put_codes(connection, user, codes))

    async def forget(self, user: str) -> bool:
        """Delete the second factor of a user and its recovery codes; return whether it was on."""
        gone = delete(second_factors).where(second_factors.c.user == user)

        async def job(connection: AsyncConnection) -> bool:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
            since = (await connection.execute(gone.returning(second_factors.c.since))).scalar_one_or_none()
            return since is not None

        return await self._store.writer.run(job)

    async def use_step(self, user: str, step: int) -> bool:
        """Consume the codes of an app up to a step. If two requests use the same code, only one succeeds."""
        newer = (second_factors.c.user == user) & (second_factors.c.step < step)
        use = update(second_factors).where(newer).values(step=step)
        return await self._store.writer.run(lambda connection: _hits(connection, use))

    async def use_recovery_code(self, user: str, code: str) -> bool:
        """Consume the recovery code with this digest; return whether it was valid."""
        take = delete(recovery_codes).where((recovery_codes.c.user == user) & (recovery_codes.c.hash == code))
        return await self._store.writer.run(lambda connection: _hits(connection, take))


async def _hits(connection: AsyncConnection, change: Update | Delete) -> bool:
    return bool((await connection.execute(change)).rowcount)


async def _put(connection: AsyncConnection, user: str, **values: object) -> None:
    upsert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
    row = upsert(second_factors).values(user=user, step=0, **values)
    await connection.execute(row.on_conflict_do_update(index_elements=["user"], set_=values))


async def _put_codes(connection: AsyncConnection, user: str, codes: Sequence[str]) -> None:
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
    await connection.execute(insert(recovery_codes), [{"user": user, "hash": code} for code in codes])
