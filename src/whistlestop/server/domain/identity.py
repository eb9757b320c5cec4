"""Who is asking, and the secrets by which they show it."""

from __future__ import annotations

import hashlib
import secrets

from msgspec import Struct

from whistlestop.server.domain.accounts import Session

SESSION_MARK = "!"
"""What the cookie of a session begins with, and that of no guest."""


class Identity(Struct, frozen=True):
    """Who is asking; `known`: by a cookie of theirs. A guest has no session; a program has the id of its token.

    `lapsed`: the cookie was that of a session that has ended, so the user is a new guest.
    """

    user: str
    session: Session | None = None
    known: bool = True
    token: str | None = None
    lapsed: bool = False

    @property
    def subject(self) -> str:
        """What tokens, challenges and open sockets belong to: the session, the program's token, or the guest."""
        if self.token is not None:
            return self.token
        return self.user if self.session is None else self.session.id


class Caller(Struct, frozen=True):
    """A user who asks for something, and the address that they ask from."""

    user: str
    address: str


class Entry(Struct, frozen=True):
    """A session that has just begun or changed, and the secret that the browser is given."""

    secret: str
    session: Session


def new_session_id() -> str:
    """Return an id that no guest has: theirs are shorter."""
    return secrets.token_urlsafe(18)


def new_token_id() -> str:
    """Return an id that no guest has: theirs are longer."""
    return secrets.token_hex(6)


def is_guest(key: str) -> bool:
    """Return whether this is the id of a guest, and not of a session or a token."""
    return len(key) not in {len(new_session_id()), len(new_token_id())}


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
