"""A passkey in software: answers challenges like a browser with an authenticator."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """A passkey for the site at `origin` with the name `place`."""

    def __init__(self, origin: str, place: str) -> None:
        self.origin = origin
        self.place = place
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return a browser's answer after creating the passkey."""
        point = self._key.public_key().public_numbers()
        key = cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        )
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(0x45) + held}
        told = self._told("webauthn.create", options)
        return self._answer(
            {"clientDataJSON": text(told), "attestationObject": text(cbor2.dumps(attestation))}
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return a browser's answer after using the passkey."""
        self.count += 1
        told, data = self._told("webauthn.get", options), self._data(0x05)
        signature = self._key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {"clientDataJSON": text(told), "authenticatorData": text(data), "signature": text(signature)}
        )

    def _told(self, kind: str, options: dict[str, Any]) -> bytes:
        assert urlsafe_b64decode(options["challenge"] + "==")
        return json.dumps(
            {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        ).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.place.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}
