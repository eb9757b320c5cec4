"""The network between servers and their database, as a connection that can be cut."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class Link:
    """Forwards bytes to a port of this machine; it can refuse and close connections, or stay silent."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._open = asyncio.Event()
        self._open.set()
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def start(self) -> None:
        """Listen at a free port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Close everything."""
        self.cut()
        if self._server is not None:
            self._server.close()

    def cut(self) -> None:
        """Close all connections, and accept no new ones."""
        self._refuses = True
        for writer in list(self._writers):
            writer.transport.abort()

    def hush(self) -> None:
        """Stop forwarding without closing anything."""
        self._open.clear()

    def mend(self) -> None:
        """Forward bytes again; those sent in the meantime arrive late."""
        self._refuses = False
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        await self._open.wait()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self._writers |= ends
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        finally:
            self._writers -= ends

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(2**16):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
