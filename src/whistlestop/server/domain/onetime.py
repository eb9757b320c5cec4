"""One-time codes: those of authenticator apps (RFC 6238 with the universal defaults), and recovery codes."""

from __future__ import annotations

import hmac
import secrets

import pyotp

STEP = 30_000
"""Milliseconds during which an app shows a code."""
DIGITS = 6
SITE = "Whistlestop"
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet of recovery codes, without characters that look alike."""
PARTS, LENGTH = 4, 4
CODES = 10


def new_secret() -> str:
    """Return a secret for an app, as Base32: 160 bits, as recommended by RFC 4226."""
    return pyotp.random_base32()


def code_at(secret: str, step: int) -> str:
    """Return the code that an app shows in a time step."""
    return pyotp.TOTP(secret).generate_otp(step)


def step_of(secret: str, code: str, now: int) -> int | None:
    """Return the time step of a code, or None if it matches none near `now` (milliseconds).

    The steps before and after the current one also count, since clocks differ and people need time to type.
    """
    here = now // STEP
    found = None
    for step in (here - 1, here, here + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode("utf-8", "surrogatepass")):
            found = step
    return found


def address_of_secret(secret: str, name: str) -> str:
    """Return the URI from which an app reads a secret, for a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=SITE)


def new_recovery_codes() -> list[str]:
    """Return recovery codes for a lost device, of 79 bits each: too many to guess, so a plain hash is enough."""
    return [
        "-".join("".join(secrets.choice(SIGNS) for _ in range(LENGTH)) for _ in range(PARTS))
        for _ in range(CODES)
    ]


def bare(code: str) -> str:
    """Return a code in the form used for comparison, without spaces, hyphens and capitals."""
    return "".join(sign for sign in code.lower() if sign.isalnum())
