"""Webhooks: JSON messages and their signatures (as specified by standardwebhooks.com)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime

PREFIX = "whsec_"


def new_secret() -> str:
    """Return a secret for signing."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def stamp(at: int) -> str:
    """Return a time in milliseconds since 1970 as text for message bodies."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def headers(secret: str, message: str, at: int, body: bytes) -> dict[str, str]:
    """Return the headers of a message: its id (the same for each retry), its time (milliseconds), and the signature."""
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
    """Return the bytes of a secret: base64 after the prefix, otherwise the text itself."""
    if secret.startswith(PREFIX):
        return base64.b64decode(secret.removeprefix(PREFIX))
    return secret.encode()
