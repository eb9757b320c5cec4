"""Webhooks: what is sent as JSON, and how it is signed (as standardwebhooks.com describes it)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime

PREFIX = "whsec_"


def new_secret() -> str:
    """A secret to sign with."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def stamp(at: int) -> str:
    """A time in milliseconds since 1970 as the bodies tell it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def headers(secret: str, message: str, at: int, body: bytes) -> dict[str, str]:
    """The headers of a message: its id, the same at every try, when it is sent (milliseconds), and the signature."""
    seconds = str(at // 1000)
    signed = b".".join((message.encode(), seconds.encode(), body))
    seal = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Whistlestop",
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": f"v1,{seal}",
    }


def _key(secret: str) -> bytes:
    """The bytes that a secret stands for: base64 after the prefix, otherwise those of the text itself."""
    if secret.startswith(PREFIX):
        return base64.b64decode(secret.removeprefix(PREFIX))
    return secret.encode()
