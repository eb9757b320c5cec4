"""One-time codes: the examples of the standard, and the address for an app."""

from __future__ import annotations

import base64
from urllib.parse import parse_qs, urlsplit

from whistlestop.server.domain.onetime import (
    address_of_secret,
    bare,
    code_at,
    new_recovery_codes,
    step_of,
)


def test_the_examples_of_the_standard() -> None:
    """RFC 6238, appendix B: the last six of the eight digits."""
    secret = base64.b32encode(b"12345678901234567890").decode()
    for seconds, digits in (
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ):
        assert code_at(secret, seconds // 30) == digits[-6:]
        assert step_of(secret, digits[-6:], seconds * 1000) == seconds // 30


def test_what_an_app_reads() -> None:
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    found = urlsplit(address_of_secret(secret, "Ada Č. & co"))
    assert (found.scheme, found.netloc, found.path) == (
        "otpauth",
        "totp",
        "/Whistlestop:Ada%20%C4%8C.%20%26%20co",
    )
    assert parse_qs(found.query) == {"secret": [secret], "issuer": ["Whistlestop"]}
    codes = new_recovery_codes()
    assert len(set(codes)) == 10
    assert {len(bare(one)) for one in codes} == {16}
    assert bare(f" {codes[0].upper()} ".replace("-", " ")) == bare(codes[0])
