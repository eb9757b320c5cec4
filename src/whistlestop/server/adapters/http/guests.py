"""Cookies: who is behind one, and the token that keeps other sites from acting in their name.

A guest is an id sealed with a key of this site. Nothing is stored of a guest until they do something that
lasts. Whoever has an account holds the secret of a session instead. The token against forged requests is made from
the guest's id or that of the session by the same key, so it needs no store, cannot be planted by another site, and
heals by itself when the key has changed.
"""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from whistlestop.server.domain.identity import SESSION_MARK
from whistlestop.server.domain.keys import is_seal, same, seal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.server.domain.identity import SESSION_MARK
from whistlestop.server.domain.keys import Key

PLAIN_COOKIE = "whistlestop"
SECURE_COOKIE = "__Host-whistlestop"
CSRF_COOKIE = "csrftoken"
CSRF_HEADER = b"x-csrftoken"
YEAR = 365 * 24 * 3600


class Guests:
    """Makes and reads the cookies of a site with these keys, the newest last."""

    def __init__(self, keys: Sequence[Key], *, secure: bool) -> None:
        self.keys = tuple(keys)
        self.cookie_name = SECURE_COOKIE if secure else PLAIN_COOKIE
        self._secure = secure

    def mint(self) -> str:
        """A new guest's id."""
        return secrets.token_urlsafe(12)

    def sign(self, user: str) -> str:
        """The cookie of a guest."""
        return f"{user}.{seal(self.keys, 'session', user)}"

    def read(self, cookie: str | None) -> str | None:
        """The guest of a cookie, or None if this site did not sign it."""
        user, _, given = (cookie or "").partition(".")
        if not user or len(user) > 32 or not is_seal(self.keys, "session", user, given, now()):
            return None
        return user

    def given(self, cookies: dict[str, str]) -> str | None:
        """The cookie that says who is asking: that of this site, or the one from before it had TLS."""
        return cookies.get(self.cookie_name) or cookies.get(PLAIN_COOKIE)

    def is_one(self, header: str) -> bool:
        """Whether a request does not carry two different cookies of this site.

        A neighbour under the same domain can plant a second one, so that somebody would play in another's name.
        """
        named = (part.strip().partition("=") for part in header.split(";"))
        return len({value for name, _, value in named if name == self.cookie_name}) <= 1

    def token(self, subject: str) -> str:
        """The token that commands of this guest, or in this session, have to carry."""
        return seal(self.keys, "csrf", subject)

    def is_token(self, subject: str, token: str) -> bool:
        """Whether a request carries that token."""
        return is_seal(self.keys, "csrf", subject, token, now())

    def is_fresh(self, cookies: dict[str, str], subject: str, guest: str | None) -> bool:
        """Whether a browser has just what it would be given now."""
        held = cookies.get(self.cookie_name)
        named = held is not None and (guest is None or same(held, self.sign(guest)))
        return named and cookies.get(CSRF_COOKIE) == self.token(subject)

    def cookies(self, user: str) -> list[str]:
        """The Set-Cookie lines for a guest."""
        return self._lines(self.sign(user), user, YEAR)

    def session_cookies(self, secret: str, session: str, seconds: int) -> list[str]:
        """The Set-Cookie lines for a session of this id that ends in so many seconds."""
        return self._lines(f"{SESSION_MARK}{secret}", session, seconds)

    def _lines(self, value: str, subject: str, seconds: int) -> list[str]:
        lines = [
            f"{self.cookie_name}={value}; HttpOnly{self._tail(seconds)}",
            f"{CSRF_COOKIE}={self.token(subject)}{self._tail(seconds)}",
        ]
        if self._secure:
            lines.append(f"{PLAIN_COOKIE}=; HttpOnly{self._tail(0)}")
        return lines

    def _tail(self, seconds: int) -> str:
        return f"; Path=/; Max-Age={seconds}; SameSite=Lax{'; Secure' if self._secure else ''}"

    def address_tag(self, address: str) -> str:
        """A name for an address in the log, from which nobody else can tell the address."""
        return seal(self.keys[-1:], "address", address)[-8:]


def read_cookies(header: str) -> dict[str, str]:
    """The cookies of a request; those of a header that cannot be read are none."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
