"""Signatures made with the keys of a site, for guests' cookies, tokens and challenges. The newest key signs.

Each key has an id. Older keys stay valid until a time that is set when they are replaced. The first key, `0`, is the
site's secret since its first start; its signatures name no id.
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
    """A key as hexadecimal digits. `until`: when it stops being valid, in milliseconds since 1970, or None."""

    id: str
    key: str
    until: int | None = None


def seal(keys: Sequence[Key], purpose: str, text: str) -> str:
    """Return a signature made with the newest key."""
    return _seal(keys[-1], purpose, text)


def is_seal(keys: Sequence[Key], purpose: str, text: str, given: str, now: int) -> bool:
    """Return whether a currently valid key made this signature."""
    found = False
    for key in keys:
        if key.until is None or now < key.until:
            found |= same(given, _seal(key, purpose, text))
    return found


def same(given: str, expected: str) -> bool:
    """Compare two texts in constant time, so that timing does not reveal where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), expected.encode())


def _seal(key: Key, purpose: str, text: str) -> str:
    data = f"{purpose}:{text}".encode("utf-8", "surrogateescape")
    digits = hmac.new(bytes.fromhex(key.key), data, hashlib.sha256).hexdigest()
    return digits if key.id == FIRST else f"{key.id}-{digits}"
