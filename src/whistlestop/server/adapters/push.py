"""Web push: a message encrypted for one browser (RFC 8291), and its sender's identity (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
import os
import struct
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256; a private key is a number below it."""
RECORD = 4096
VALID = 12 * 3600
"""Seconds for which a statement about the sender is valid; RFC 8292 allows a day."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps messages that it cannot deliver yet."""


class Sender:
    """The keys of this site, derived from its secret.

    They never change, because a change would invalidate all subscriptions.
    """

    def __init__(self, secret: bytes, contact: str) -> None:
        self._secret = secret
        self._contact = contact
        self._key: EllipticCurvePrivateKey | None = None

    @property
    def key(self) -> EllipticCurvePrivateKey:
        """Return the private key."""
        if self._key is None:
            from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - not at the start

            number = int.from_bytes(self._secret, "big") % (ORDER - 1) + 1
            self._key = ec.derive_private_key(number, ec.SECP256R1())
        return self._key

    @property
    def public(self) -> str:
        """Return the public key in the form that browsers need for subscriptions."""
        return encoded(_point(self.key))

    def headers(self, endpoint: str, topic: str) -> dict[str, str]:
        """Return the headers of a message. A newer message of the same topic replaces one that is waiting."""
        return {
            "Authorization": f"vapid t={self._statement(endpoint)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "high",
            "Topic": topic,
        }

    def _statement(self, endpoint: str) -> str:
        """Return a JSON web token for one push service, signed with ES256."""
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415

        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + VALID,
            "sub": self._contact,
        }
        text = ".".join(
            encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = utils.decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def encrypt(
    plain: bytes,
    key: bytes,
    auth: bytes,
    *,
    private: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message for the browser with this public key and secret.

    The sender's key and the salt are new each time.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    private = private or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    mine = _point(private)
    shared = private.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, auth, b"WebPush: info\0" + key + mine, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, plain + b"\2", None)  # a single record, which is the last
    return salt + struct.pack("!IB", RECORD, len(mine)) + mine + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check(key: str, auth: str) -> None:
    """Refuse the keys of a subscription (`bad_request`) if they cannot encrypt."""
    try:
        encrypt(b"", decoded(key), decoded(auth))
        fine = len(decoded(auth)) == 16
    except (ValueError, binascii.Error):
        fine = False
    if not fine:
        raise Refusal("bad_request", "This is not a push subscription.")


def encoded(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url, padded or not."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
