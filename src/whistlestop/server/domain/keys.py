"""Seals by the keys of a site, for cookies of guests, tokens and challenges: the newest key seals.

A key has an id. Those before the newest are believed until a time that is set when they are replaced; the first
one, `0`, is the secret that a site has had from its first start, and its seals name no id.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST = "0"


class Key(msgspec.Struct, frozen=True):
    """One key, as hexadecimal digits; `until`: milliseconds since 1970 up to which it is believed, or None."""

    id: str
    key: str
    until: int | None = None


def seal(keys: Sequence[Key], purpose: str, text: str) -> str:
    """A seal by the newest key."""
    return _seal(keys[-1], purpose, text)


def is_seal(keys: Sequence[Key], purpose: str, text: str, given: str, now: int) -> bool:
    """Whether one of the keys that are believed now made this seal."""
    found = False
    for key in keys:
        if key.until is None or now < key.until:
            found |= same(given, _seal(key, purpose, text))
    return found


def same(given: str, expected: str) -> bool:
    """Compare in a time that does not tell where two texts differ."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), expected.encode())


def _seal(key: Key, purpose: str, text: str) -> str:
    data = f"{purpose}:{text}".encode("utf-8", "surrogateescape")
    digits = hmac.new(bytes.fromhex(key.key), data, hashlib.sha256).hexdigest()
    return digits if key.id == FIRST else f"{key.id}-{digits}"
