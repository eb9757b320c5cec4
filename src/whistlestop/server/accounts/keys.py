"""The keys of a site, with which cookies of guests, tokens and challenges are sealed: the newest one seals.

A key has an id. Those before the newest are believed until a time that is set when they are replaced; the first
one, `0`, is the secret that a site has had from its first start, and its seals name no id.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import insert, select, update

from whistlestop.server.store.schema.base import site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from whistlestop.server.store.store import Store

FIRST = "0"
ROW = "keys"
DAY = 24 * 3600 * 1000


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


async def load_keys(store: Store) -> tuple[Key, ...]:
    """The keys of a site, newest last."""
    first = Key(FIRST, (await store.secret("guests")).hex())
    async with store.reading() as connection:
        found = (
            await connection.execute(select(site.c.value).where(site.c.name == ROW))
        ).scalar_one_or_none()
    return (first,) if found is None else msgspec.json.decode(found, type=tuple[Key, ...])


def rotate(connection: Connection, now: int, keep: int) -> str | None:
    """Put a new key in front and believe the others for `keep` more milliseconds; returns its id.

    None if the site has no key yet: its server makes one when it is first started.
    """
    rows = {row.name: row.value for row in connection.execute(select(site.c.name, site.c.value))}
    if "guests" not in rows:
        return None
    old = (
        msgspec.json.decode(rows[ROW], type=tuple[Key, ...]) if ROW in rows else (Key(FIRST, rows["guests"]),)
    )
    until = now + keep
    kept = [Key(key.id, key.key, until if key.until is None else min(key.until, until)) for key in old]
    new = Key(secrets.token_hex(4), secrets.token_hex(32))
    value = msgspec.json.encode([*(key for key in kept if now < (key.until or 0)), new]).decode()
    if ROW in rows:
        connection.execute(update(site).where(site.c.name == ROW).values(value=value))
    else:
        connection.execute(insert(site).values(name=ROW, value=value))
    return new.id
