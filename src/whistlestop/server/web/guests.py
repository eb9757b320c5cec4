"""Guests: who is behind a cookie, and the token that keeps other sites from acting in their name.

A guest is an id signed with a key of this site. Nothing is stored of a guest until they do something that
lasts. The token against forged requests is made from the guest's id by the same key, so it needs no store,
cannot be planted by another site, and heals by itself when the key has changed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from http.cookies import CookieError, SimpleCookie

SESSION_COOKIE = "whistlestop"
CSRF_COOKIE = "csrftoken"
CSRF_HEADER = b"x-csrftoken"
YEAR = 365 * 24 * 3600


class Guests:
    """Makes and reads the cookies of guests."""

    def __init__(self, key: bytes, *, secure: bool) -> None:
        self._key = key
        self._secure = secure

    def mint(self) -> str:
        """A new guest's id."""
        return secrets.token_urlsafe(12)

    def sign(self, user: str) -> str:
        """The session cookie of a guest."""
        return f"{user}.{self._seal('session', user)}"

    def read(self, cookie: str | None) -> str | None:
        """The guest of a session cookie, or None if this site did not sign it."""
        user, _, seal = (cookie or "").partition(".")
        if not user or len(user) > 32 or not _same(seal, self._seal("session", user)):
            return None
        return user

    def token(self, user: str) -> str:
        """The token that commands of this guest have to carry."""
        return self._seal("csrf", user)

    def is_token(self, user: str, token: str) -> bool:
        """Whether a request carries the guest's token."""
        return _same(token, self.token(user))

    def cookies(self, user: str) -> list[str]:
        """The Set-Cookie lines for a guest."""
        tail = "; Secure" if self._secure else ""
        common = f"; Path=/; Max-Age={YEAR}; SameSite=Lax{tail}"
        return [
            f"{SESSION_COOKIE}={self.sign(user)}; HttpOnly{common}",
            f"{CSRF_COOKIE}={self.token(user)}{common}",
        ]

    def address_tag(self, address: str) -> str:
        """A name for an address in the log, from which nobody else can tell the address."""
        return self._seal("address", address)[:8]

    def _seal(self, purpose: str, user: str) -> str:
        text = f"{purpose}:{user}".encode("utf-8", "surrogateescape")
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), expected.encode())


def one_session(header: str) -> bool:
    """Whether a request does not carry two different session cookies.

    A neighbour under the same domain can plant a second one, so that somebody would play in another's name.
    """
    named = (part.strip().partition("=") for part in header.split(";"))
    return len({value for name, _, value in named if name == SESSION_COOKIE}) <= 1


def read_cookies(header: str) -> dict[str, str]:
    """The cookies of a request; those of a header that cannot be read are none."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
