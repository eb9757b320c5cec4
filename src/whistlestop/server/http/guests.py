"""Cookies, and the token that protects against forged requests from other sites.

The cookie of a guest is an id sealed with a key of this site. Nothing about a guest is stored until they do something
that must be kept. The cookie of an account has the secret of a session. The token is derived from the id of the guest
or session by the same key. It is therefore not stored, cannot be planted by another site, and changes with the key.
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
    """Makes and reads the cookies of a site. The newest of its keys is the last."""

    def __init__(self, keys: Sequence[Key], *, secure: bool) -> None:
        self.keys = tuple(keys)
        self.cookie_name = SECURE_COOKIE if secure else PLAIN_COOKIE
        self._secure = secure

    def mint(self) -> str:
        """Return the id of a new guest."""
        return secrets.token_urlsafe(12)

    def sign(self, user: str) -> str:
        """Return the cookie of a guest."""
        return f"{user}.{seal(self.keys, 'session', user)}"

    def read(self, cookie: str | None) -> str | None:
        """Return the guest of a cookie, or None if this site did not sign it."""
        user, _, given = (cookie or "").partition(".")
        if not user or len(user) > 32 or not is_seal(self.keys, "session", user, given, now()):
            return None
        return user

    def given(self, cookies: dict[str, str]) -> str | None:
        """Return the cookie that identifies the user: the current one, or one from before the site used TLS."""
        return cookies.get(self.cookie_name) or cookies.get(PLAIN_COOKIE)

    def is_one(self, header: str) -> bool:
        """Return False if a request has two different cookies of this site.

        A site under the same domain can plant a second one and make a user act in another's name.
        """
        named = (part.strip().partition("=") for part in header.split(";"))
        return len({value for name, _, value in named if name == self.cookie_name}) <= 1

    def token(self, subject: str) -> str:
        """Return the token that commands of a guest or session must have."""
        return seal(self.keys, "csrf", subject)

    def is_token(self, subject: str, token: str) -> bool:
        """Return whether a request has this token."""
        return is_seal(self.keys, "csrf", subject, token, now())

    def is_fresh(self, cookies: dict[str, str], subject: str, guest: str | None) -> bool:
        """Return whether a browser already has the cookies that it would be sent now."""
        held = cookies.get(self.cookie_name)
        named = held is not None and (guest is None or same(held, self.sign(guest)))
        return named and cookies.get(CSRF_COOKIE) == self.token(subject)

    def cookies(self, user: str) -> list[str]:
        """Return the Set-Cookie lines for a guest."""
        return self._lines(self.sign(user), user, YEAR)

    def session_cookies(self, secret: str, session: str, seconds: int) -> list[str]:
        """Return the Set-Cookie lines for the session of this id, which ends in this number of seconds."""
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
        """Return the tag of an address for the log. Only this site's key connects the two."""
        return seal(self.keys[-1:], "address", address)[-8:]


def read_cookies(header: str) -> dict[str, str]:
    """Return the cookies of a request; none if the header is malformed."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
