"""Accounts as stored in the database, as plain records. Times are milliseconds since 1970."""

from __future__ import annotations

import msgspec


class Account(msgspec.Struct, frozen=True):
    """A user who can sign in on any device.

    `password` is a hash, or None if the account has only other ways to sign in.
    """

    user: str
    name: str
    password: str | None
    email: str | None
    created: int
    language: str = "en"
    shown: bool = True


class Session(msgspec.Struct, frozen=True):
    """A browser in which a user is signed in. `proved`: when the user last proved their identity."""

    id: str
    user: str
    hash: str
    created: int
    seen: int
    expires: int
    proved: int
    agent: str


class Passkey(msgspec.Struct, frozen=True):
    """A passkey: its id and public key as base64url, and the signature counter that it reported last."""

    id: str
    user: str
    name: str
    key: str
    count: int
    created: int
    used: int | None


class ProviderLogin(msgspec.Struct, frozen=True):
    """A person at an OpenID provider who can sign in to an account."""

    id: str
    user: str
    issuer: str
    subject: str
    created: int
    used: int | None


class ProviderAttempt(msgspec.Struct, frozen=True):
    """A user who is at a provider, or has come back and must still enter a name or a second factor.

    `verifier`: None once the provider's answer has been used. `subject`: the person that the provider named, None until
    then.
    """

    hash: str
    provider: str
    asker: str
    purpose: str
    verifier: str | None
    nonce: str
    subject: str | None
    expires: int


class Link(msgspec.Struct, frozen=True):
    """A one-time link in an e-mail."""

    hash: str
    kind: str
    user: str | None
    email: str | None
    expires: int
