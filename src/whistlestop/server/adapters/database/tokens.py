"""Tokens in the database. Only the hashes of their texts are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec
from sqlalchemy import delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.programs import tokens
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.messages.programs import Scope


class StoredToken(msgspec.Struct, frozen=True):
    """A row of `tokens`. Times are milliseconds since 1970."""

    id: str
    user: str
    name: str
    scopes: tuple[Scope, ...]
    created: int
    expires: int | None = None
    used: int | None = None


class TokenStore:
    """The tokens of all users."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, token: StoredToken, digest: str, called: str, limit: int) -> None:
        """Store a new token under the hash of its text. Raises Refusal if its user has `limit` tokens.

        called: the name of a guest who is not in the database yet.
        """
        row = {
            "id": token.id,
            "user": token.user,
            "name": token.name,
            "hash": digest,
            "scopes": " ".join(token.scopes),
            "created": token.created,
            "expires": token.expires,
        }

        async def job(connection: AsyncConnection) -> None:
            await ensure_user(connection, token.user, called)
            count = select(func.count()).select_from(tokens).where(tokens.c.user == token.user)
            if (await connection.execute(count)).scalar_one() >= limit:
                raise Refusal("too_many", "You have too many tokens. Revoke one first.")
            await connection.execute(insert(tokens).values(row))

        await self._store.writer.run(job)

    async def of(self, user: str) -> list[StoredToken]:
        """Return the tokens of a user, newest first."""
        query = select(tokens).where(tokens.c.user == user).order_by(tokens.c.created.desc(), tokens.c.id)
        async with self._store.reading() as connection:
            return [_token(row) for row in await connection.execute(query)]

    async def remove(self, user: str, token: str) -> bool:
        """Delete a token of a user; return whether there was one."""
        gone = delete(tokens).where(tokens.c.id == token, tokens.c.user == user)

        async def job(connection: AsyncConnection) -> bool:
            return (await connection.execute(gone)).rowcount == 1

        return await self._store.writer.run(job)

    async def find(self, digest: str) -> StoredToken | None:
        """Return the token whose text has this hash."""
        async with self._store.reading() as connection:
            row = (await connection.execute(select(tokens).where(tokens.c.hash == digest))).one_or_none()
        return None if row is None else _token(row)

    async def note_use(self, token: str, at: int) -> None:
        """Store when a token was last used."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(tokens).where(tokens.c.id == token).values(used=at))

        await self._store.writer.run(job)


def _token(row: Row[tuple[object, ...]]) -> StoredToken:
    scopes = cast("Iterable[Scope]", row.scopes.split())
    return StoredToken(row.id, row.user, row.name, tuple(scopes), row.created, row.expires, row.used)
