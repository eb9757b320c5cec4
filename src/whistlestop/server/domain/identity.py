"""The sender of a request, and the secrets that prove their identity."""

from __future__ import annotations

import hashlib
import secrets

from msgspec import Struct

from whistlestop.server.domain.accounts import Session

SESSION_MARK = "!"
"""Prefix of session cookies; cookies of guests never have it."""


class Identity(Struct, frozen=True):
    """The user who makes a request. `known`: whether they sent a valid cookie.

    A guest has no session; a program has its token's id.

    `lapsed`: the cookie belonged to an ended session, so the user is a new guest.
    """

    user: str
    session: Session | None = None
    known: bool = True
    token: str | None = None
    lapsed: bool = False

    @property
    def subject(self) -> str:
        """Return the owner of tokens, challenges and sockets: the session, the program's token, or the guest."""
        if self.token is not None:
            return self.token
        return self.user if self.session is None else self.session.id


class Caller(Struct, frozen=True):
    """A user who makes a request, and the address that it comes from."""

    user: str
    address: str


class Entry(Struct, frozen=True):
    """A session that has just been created or changed, and its secret for the browser."""

    secret: str
    session: Session


def new_session_id() -> str:
    """Return an id for a session; ids of guests are shorter."""
    return secrets.token_urlsafe(18)


def new_token_id() -> str:
    """Return an id for a token; ids of guests are longer."""
    return secrets.token_hex(6)


def is_guest(key: str) -> bool:
    """Return whether this is the id of a guest, not of a session or token."""
    return len(key) not in {len(new_session_id()), len(new_token_id())}


def digest(secret: str) -> str:
    """Return the hash of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
