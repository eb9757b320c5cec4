"""Tokens: secrets by which a program acts for a user. Only their hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.adapters.database.schema.programs import tokens
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.identity import new_token_id
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.programs import MadeToken, Scope, TokenInfo

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.messages.programs import MakeToken

MARK = "wst_"
"""Tokens begin with it, so that a search for lost secrets finds them."""
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class Bearer(msgspec.Struct, frozen=True):
    """Who a token acts for, and for what it may be used."""

    id: str
    user: str
    scopes: frozenset[Scope]


class Tokens:
    """The tokens of all users."""

    def __init__(self, store: Store, limit: int) -> None:
        self._store = store
        self._limit = limit

    async def make(self, user: str, name: str, wish: MakeToken, called: str) -> MadeToken:
        """A new token of a user, who is `called` so where nothing of them is stored yet."""
        text = MARK + secrets.token_urlsafe(24)
        made = now()
        row = {
            "id": new_token_id(),
            "user": user,
            "name": name,
            "hash": _hash(text),
            "scopes": " ".join(sorted(set(wish.scopes))),
            "created": made,
            "expires": None if wish.days is None else made + wish.days * DAY,
        }

        async def job(connection: AsyncConnection) -> None:
            await ensure_user(connection, user, called)
            count = select(func.count()).select_from(tokens).where(tokens.c.user == user)
            if (await connection.execute(count)).scalar_one() >= self._limit:
                raise Refusal("too_many", "You have too many tokens.")
            await connection.execute(insert(tokens).values(row))

        await self._store.writer.run(job)
        listed = await self.of(user)
        return MadeToken(text, next(one for one in listed if one.id == row["id"]))

    async def of(self, user: str) -> list[TokenInfo]:
        """The tokens of a user, newest first."""
        query = select(tokens).where(tokens.c.user == user).order_by(tokens.c.created.desc(), tokens.c.id)
        async with self._store.reading() as connection:
            return [_info(row) for row in await connection.execute(query)]

    async def revoke(self, user: str, token: str) -> None:
        """Take a token of a user back: it opens nothing from now on."""

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(delete(tokens).where(tokens.c.id == token, tokens.c.user == user))
            if done.rowcount != 1:
                raise Refusal("not_found", "There is no such token.")

        await self._store.writer.run(job)

    async def bearer(self, text: str) -> Bearer:
        """Who a token acts for; a refusal if it is none, or none any more."""
        query = select(tokens).where(tokens.c.hash == _hash(text))
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None or (row.expires is not None and row.expires <= now()):
            raise Refusal("token", "This token is not known, has expired or was revoked.")
        if row.used is None or now() - row.used >= MINUTE:
            await self._note_use(row.id)
        return Bearer(row.id, row.user, frozenset(_scopes(row.scopes)))

    async def _note_use(self, token: str) -> None:
        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(tokens).where(tokens.c.id == token).values(used=now()))

        # A database that takes no writes just now is no reason to refuse what only reads.
        with suppress(SQLAlchemyError, Refusal):
            await self._store.writer.run(job)


def _hash(text: str) -> str:
    # A token has 192 random bits: nothing is gained by a slow hash.
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _scopes(text: str) -> list[Scope]:
    return cast("list[Scope]", text.split())


def _info(row: Row[tuple[object, ...]]) -> TokenInfo:
    return TokenInfo(
        row.id, row.name, _scopes(row.scopes), iso(row.created), _date(row.expires), _date(row.used)
    )


def _date(at: int | None) -> str | None:
    return None if at is None else iso(at)
