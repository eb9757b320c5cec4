"""Tokens: secrets with which a program acts for a user. Only their hash is stored."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.tokens import StoredToken, TokenStore
from whistlestop.server.domain.identity import new_token_id
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.programs import MadeToken, Scope, TokenInfo

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.messages.programs import MakeToken

MARK = "wst_"
"""Prefix of tokens, so that a search for leaked secrets finds them."""
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class Bearer(msgspec.Struct, frozen=True):
    """The user that a token acts for, and the permitted operations."""

    id: str
    user: str
    scopes: frozenset[Scope]


class Tokens:
    """The tokens of all users."""

    def __init__(self, store: Store, limit: int) -> None:
        """`limit`: the maximum number of tokens of one user."""
        self._kept = TokenStore(store)
        self._limit = limit

    async def make(self, user: str, name: str, wish: MakeToken, called: str) -> MadeToken:
        """Make a token of a user; `called` is the name of a user who is not yet in the database. Raises Refusal."""
        text = MARK + secrets.token_urlsafe(24)
        made = now()
        expires = None if wish.days is None else made + wish.days * DAY
        token = StoredToken(new_token_id(), user, name, tuple(sorted(set(wish.scopes))), made, expires)
        await self._kept.add(token, _hash(text), called, self._limit)
        return MadeToken(text, _info(token))

    async def of(self, user: str) -> list[TokenInfo]:
        """Return the tokens of a user, newest first."""
        return [_info(token) for token in await self._kept.of(user)]

    async def revoke(self, user: str, token: str) -> None:
        """Revoke a token of a user, with immediate effect."""
        if not await self._kept.remove(user, token):
            raise Refusal("not_found", "This token does not exist.")

    async def bearer(self, text: str) -> Bearer:
        """Return the user that a token acts for, or refuse an invalid token."""
        token = await self._kept.find(_hash(text))
        if token is None or (token.expires is not None and token.expires <= now()):
            raise Refusal("token", "This token is unknown, has expired or was revoked.")
        if token.used is None or now() - token.used >= MINUTE:
            # If the database is temporarily read-only, requests that only read must still work.
            with suppress(DatabaseError, Refusal):
                await self._kept.note_use(token.id, now())
        return Bearer(token.id, token.user, frozenset(token.scopes))


def _hash(text: str) -> str:
    # A token has 192 random bits, so a slow hash would not add security.
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _info(token: StoredToken) -> TokenInfo:
    times = (None if at is None else iso(at) for at in (token.expires, token.used))
    return TokenInfo(token.id, token.name, list(token.scopes), iso(token.created), *times)
