"""Logins of OpenID providers and attempts to sign in with them, in the database. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.accounts import (
    accounts,
    passkeys,
    provider_attempts,
    provider_logins,
)
from whistlestop.server.domain.accounts import ProviderAttempt, ProviderLogin
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


class ProviderStore:
    """Queries for logins of providers, and changes of them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def login(self, issuer: str, subject: str) -> ProviderLogin | None:
        """Return the login of a person at a provider."""
        query = select(provider_logins).where(
            provider_logins.c.issuer == issuer, provider_logins.c.subject == subject
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else ProviderLogin(*row)

    async def add(self, login: ProviderLogin) -> None:
        """Add a login. Raises Conflict if the person already has one."""
        await self._store.writer.run(lambda connection: insert_login(connection, login))

    async def use(self, login: str, now: int) -> None:
        """Store when a login was last used."""
        change = update(provider_logins).where(provider_logins.c.id == login).values(used=now)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def remove(self, user: str, login: str) -> None:
        """Remove a login, unless it is the only way to sign in to the account."""

        async def job(connection: AsyncConnection) -> None:
            found = (provider_logins.c.user == user) & (provider_logins.c.id == login)
            await connection.execute(delete(provider_logins).where(found))
            await check_way_in(connection, user)

        await self._store.writer.run(job)

    # ----------------------------------------------------------------------------------------------- attempts

    async def begin(self, attempt: ProviderAttempt, now: int) -> None:
        """Store an attempt, and delete expired ones."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(provider_attempts).where(provider_attempts.c.expires <= now))
            await connection.execute(insert(provider_attempts).values(msgspec.to_builtins(attempt)))

        await self._store.writer.run(job)

    async def attempt(self, hashed: str, asker: str, now: int) -> ProviderAttempt | None:
        """Return an attempt of a user that has not expired."""
        query = select(provider_attempts).where(
            provider_attempts.c.hash == hashed,
            provider_attempts.c.asker == asker,
            provider_attempts.c.expires > now,
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else ProviderAttempt(*row)

    async def answered(self, hashed: str) -> bool:
        """Record that the provider's answer is about to be used; return False if it was used before."""
        unused = (provider_attempts.c.hash == hashed) & provider_attempts.c.verifier.is_not(None)
        change = update(provider_attempts).where(unused).values(verifier=None)

        async def job(connection: AsyncConnection) -> bool:
            return (await connection.execute(change)).rowcount == 1

        return await self._store.writer.run(job)

    async def name(self, hashed: str, subject: str) -> None:
        """Store the person that the provider named."""
        change = update(provider_attempts).where(provider_attempts.c.hash == hashed).values(subject=subject)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def end(self, hashed: str) -> bool:
        """Delete an attempt; return False if it is already gone."""

        async def job(connection: AsyncConnection) -> bool:
            gone = delete(provider_attempts).where(provider_attempts.c.hash == hashed)
            return (await connection.execute(gone)).rowcount == 1

        return await self._store.writer.run(job)


async def insert_login(connection: AsyncConnection, login: ProviderLogin) -> None:
    """Add a login in a transaction."""
    await connection.execute(insert(provider_logins).values(msgspec.to_builtins(login)))


async def check_way_in(connection: AsyncConnection, user: str) -> None:
    """Refuse (`last_key`) a transaction that would leave an account without any way to sign in."""
    ways = 0
    for table in (passkeys, provider_logins):
        held = select(func.count()).where(table.c.user == user)
        ways += (await connection.execute(held)).scalar_one()
    password = select(accounts.c.password).where(accounts.c.user == user)
    if not ways and not (await connection.execute(password)).scalar_one_or_none():
        raise Refusal("last_key", "This is the only way into your account. Set a password first.")
