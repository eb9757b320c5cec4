"""Passwords: which are good enough, and their hashes, which are made in a thread."""

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
"""What fingers and heads run along."""
AT_ONCE = 2
"""Hashes that are made at the same time: each takes 46 MiB."""


class Passwords:
    """Hashes and checks passwords with the parameters of OWASP's cheat sheet: Argon2id, 46 MiB, one pass, one lane."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """The hash of a password, with its parameters."""
        async with self._room:
            return await asyncio.to_thread(lambda: _hasher().hash(_bytes(password)))

    async def check(self, kept: str | None, password: str) -> bool:
        """Whether a password is that of a hash; without one it takes as long, and is not."""
        if kept is None:
            if self._nobody is None:
                self._nobody = await self.hash("nobody has this one")
            async with self._room:
                await asyncio.to_thread(_verify, self._nobody, password)
            return False
        async with self._room:
            return await asyncio.to_thread(_verify, kept, password)

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than are used now."""
        return _hasher().check_needs_rehash(kept)


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # noqa: PLC0415 - not before somebody signs in

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
    """Refuse a password that others would try first. Any signs will do, and none is asked for."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("password_length", f"A password has {SHORTEST} to {LONGEST} characters.")
    plain = unicodedata.normalize("NFKC", password).casefold()
    # Digits and signs at either end are what everybody puts there.
    core = plain.strip("0123456789!?.,_-#$*@+ ")
    if (
        plain in _common()
        or core in _common()
        or any(_covers(plain, name) for name in ("whistlestop", *(name.casefold() for name in names)))
        or _repeats(plain)
        or _runs(plain)
    ):
        raise Refusal("password_common", "This password is among the first that others would try.")


def _covers(password: str, name: str) -> bool:
    """Whether a name is most of a password."""
    return len(name) >= 3 and name in password and len(password) - len(name) < SHORTEST - 2


def _repeats(password: str) -> bool:
    """Whether a password is one piece of at most four signs again and again."""
    return any((password[:size] * len(password))[: len(password)] == password for size in range(1, 5))


def _runs(password: str) -> bool:
    """Whether a password goes along a row, from anywhere to either side."""
    return any(
        password in (row + row) or password[::-1] in (row + row)
        for row in (*ROWS, "".join(ROWS[2:5]), ROWS[1][1:] + "0")
    )


@cache
def _common() -> frozenset[str]:
    """Words that everybody thinks of; those of at least four signs are refused with digits around them as well."""
    return frozenset((Path(__file__).parent / "common.txt").read_text("utf-8").split())
