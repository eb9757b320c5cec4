"""Passwords: the rules for new ones, and their hashes, which are computed in a thread."""

from __future__ import annotations

import asyncio
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST = 8
LONGEST = 128
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "azertyuiop",
)
"""Rows of the keyboard and other sequences that people use as passwords."""
AT_ONCE = 2
"""Number of hashes computed at the same time: each takes 46 MiB."""


class Passwords:
    """Hash and check passwords with Argon2id and the parameters of OWASP's cheat sheet: 46 MiB, one pass, one lane."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """Return the hash of a password, with its parameters."""
        async with self._room:
            return await asyncio.to_thread(lambda: _hasher().hash(_bytes(password)))

    async def check(self, kept: str | None, password: str) -> bool:
        """Return whether a password matches a hash. Without a hash it takes the same time and returns False."""
        if kept is None:
            if self._nobody is None:
                self._nobody = await self.hash("nobody has this one")
            async with self._room:
                await asyncio.to_thread(_verify, self._nobody, password)
            return False
        async with self._room:
            return await asyncio.to_thread(_verify, kept, password)

    def outdated(self, kept: str) -> bool:
        """Return whether a hash was computed with outdated parameters."""
        return _hasher().check_needs_rehash(kept)


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # noqa: PLC0415 - needed only for sign-ins

    return PasswordHasher(time_cost=1, memory_cost=47_104, parallelism=1)


def _bytes(password: str) -> bytes:
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _verify(kept: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415

    try:
        return _hasher().verify(kept, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False


def check_password(password: str, *names: str) -> None:
    """Refuse a password that is easy to guess. Any characters are allowed, and none is required."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("password_length", f"A password needs {SHORTEST} to {LONGEST} characters.")
    plain = unicodedata.normalize("NFKC", password).casefold()
    # Most people add digits and symbols at the ends.
    core = plain.strip("0123456789!?.,_-#$*@+ ")
    if (
        plain in _common()
        or core in _common()
        or any(_covers(plain, name) for name in ("whistlestop", *(name.casefold() for name in names)))
        or _repeats(plain)
        or _runs(plain)
    ):
        raise Refusal("password_common", "This password is easy to guess. Choose another one.")


def _covers(password: str, name: str) -> bool:
    """Return whether a name makes up most of a password."""
    return len(name) >= 3 and name in password and len(password) - len(name) < SHORTEST - 2


def _repeats(password: str) -> bool:
    """Return whether a password repeats one piece of at most four characters."""
    return any((password[:size] * len(password))[: len(password)] == password for size in range(1, 5))


def _runs(password: str) -> bool:
    """Return whether a password follows a row in either direction, starting anywhere."""
    return any(
        password in (row + row) or password[::-1] in (row + row)
        for row in (*ROWS, "".join(ROWS[2:5]), ROWS[1][1:] + "0")
    )


@cache
def _common() -> frozenset[str]:
    """Return common words. Words of at least four characters are also refused with digits around them."""
    return frozenset((Path(__file__).parent / "common.txt").read_text("utf-8").split())
