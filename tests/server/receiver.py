"""What notices arrive at: a push service and a webhook in one, on the loopback; and a browser's keys to read a push."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Received(Struct):
    """A request, and when it was there (the loop's clock)."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Keeps what it is sent. `answers` are the statuses of the next requests; 201 when there are none left."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: list[int] = []
        self.all: list[Received] = []
        self._new: asyncio.Queue[Received] = asyncio.Queue()

    async def next(self, seconds: float = 15) -> Received:
        async with asyncio.timeout(seconds):
            return await self._new.get()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        received = Received(first.split()[1], headers, body, asyncio.get_running_loop().time())
        self.all.append(received)
        self._new.put_nowait(received)
        status = self.answers.pop(0) if self.answers else 201
        more = "Location: /elsewhere\r\n" if status in {301, 302, 307, 308} else ""
        writer.write(f"HTTP/1.1 {status} .\r\n{more}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    found = Receiver()
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield found


class Device:
    """A browser that has subscribed: it alone can read what it is sent."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or os.urandom(16)
        self.point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wish(self, endpoint: str, language: str = "en") -> dict[str, str]:
        return {
            "kind": "push",
            "endpoint": endpoint,
            "key": text(self.point),
            "auth": text(self.auth),
            "language": language,
        }

    def read(self, sealed: bytes) -> bytes:
        """RFC 8188 and 8291, from the receiver's end."""
        salt, length = sealed[:16], sealed[20]
        point, content = sealed[21 : 21 + length], sealed[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self.private.exchange(ec.ECDH(), theirs)
        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + point, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, content, None)
        assert plain.endswith(b"\2")
        return plain[:-1]


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def octets(data: str) -> bytes:
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
