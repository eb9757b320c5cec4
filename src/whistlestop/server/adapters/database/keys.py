"""The keys of a site in the database: loading them, and adding a newer one."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import insert, select, update

from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.domain.keys import FIRST, Key

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from whistlestop.server.adapters.database.store import Store

ROW = "keys"


async def load_keys(store: Store) -> tuple[Key, ...]:
    """Return the keys of a site, newest last."""
    first = Key(FIRST, (await store.secret("guests")).hex())
    async with store.reading() as connection:
        found = (
            await connection.execute(select(site.c.value).where(site.c.name == ROW))
        ).scalar_one_or_none()
    return (first,) if found is None else msgspec.json.decode(found, type=tuple[Key, ...])


def rotate(connection: Connection, now: int, keep: int) -> str | None:
    """Add a new key, keep the other keys valid for another `keep` milliseconds, and return the new id.

    Returns None if the site has no key yet: its server creates one at the first start.
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
