"""What the database has of accounts, as plain records. Times are milliseconds since 1970."""

from __future__ import annotations

import msgspec


class Account(msgspec.Struct, frozen=True):
    """Somebody who can come back on any device. `password` is a hash, None where there are only passkeys."""

    user: str
    name: str
    password: str | None
    email: str | None
    created: int
    language: str = "en"
    shown: bool = True


class Session(msgspec.Struct, frozen=True):
    """One browser in which somebody has signed in; `proved`: when a password or a passkey was last shown."""

    id: str
    user: str
    hash: str
    created: int
    seen: int
    expires: int
    proved: int
    agent: str


class Passkey(msgspec.Struct, frozen=True):
    """A passkey: its id and public key as base64url, and how often it says that it was used."""

    id: str
    user: str
    name: str
    key: str
    count: int
    created: int
    used: int | None


class Link(msgspec.Struct, frozen=True):
    """What stands in an e-mail, for one use."""

    hash: str
    kind: str
    user: str | None
    email: str | None
    expires: int
