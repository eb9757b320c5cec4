"""A push service and webhook receiver in one, on the loopback interface, and a browser's keys for reading a push.

Users subscribe to it; tests read the messages that were sent before a later notification.
"""

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
from tests.server.harness import BOT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.harness import Guest, Running

SOON: dict[str, Any] = {"notice_delay": 0.05, "notice_rate": 0.0, "private_notices": True}


class Received(Struct):
    """A request, and when it arrived (the loop's clock)."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float
    method: str = "POST"

    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Keeps its requests. `answers`: statuses for the next requests; 201 when none are left."""

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
        method, path, _ = first.split()
        received = Received(path, headers, body, asyncio.get_running_loop().time(), method)
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


async def subscribe(guest: Guest, wish: dict[str, Any]) -> dict[str, Any]:
    answer = await guest.post("/api/notices/ways", wish)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def waiting(server: Running) -> list[Any]:
    """Return everything in the outbox."""
    async with server.services.store.reading() as connection:
        return list((await connection.exec_driver_sql("select * from notices")).all())


async def sent_first(later: Guest, inbox: Receiver, *tables: str) -> list[Received]:
    """Return the messages that have arrived by the time a guest is notified of a turn that begins now.

    `tables` are loaded first, so that their turns begin earlier.
    """
    for table in tables:
        assert (await later.get(f"/api/tables/{table}")).status_code == 200
    async with receiver() as own:
        await subscribe(later, {"kind": "webhook", "url": f"{own.url}/", "language": "en"})
        await later.table([{"kind": "me"}, BOT], start=True)
        await own.next()
    return inbox.all


class Device:
    """A subscribed browser, the only one that can decrypt its messages."""

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
        """Decrypt a message (RFC 8188 and 8291)."""
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
