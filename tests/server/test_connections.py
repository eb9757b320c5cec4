"""Connections: clients that send nothing, send slowly or open too many do not block others."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs
from tests.server.harness import TWO_PEOPLE, Running, running
from tests.waiting import eventually
from websockets.asyncio.client import connect

from whistlestop.server.http import connections
from whistlestop.server.http.connections import RESERVED, room
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

HALF = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
POST = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Cookie: %b\r\nX-CSRFToken: %b\r\nContent-Length: 100\r\n\r\n"
)


class Line:
    """A connection that sends whatever the test specifies."""

    def __init__(self, server: Running) -> None:
        self.port = int(server.base.rpartition(":")[2])

    async def open(self, data: bytes) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(data)
        await self.writer.drain()
        return self

    async def ended(self, seconds: float = 5.0) -> bytes:
        """Return the answers until the server closed the connection."""
        async with asyncio.timeout(seconds):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""
            finally:
                self.writer.close()
                with suppress(ConnectionError):
                    await self.writer.wait_closed()


@pytest.mark.parametrize("data", [b"", b"G", HALF], ids=["nothing", "a byte", "half"])
async def test_a_header_has_to_arrive_in_time(tmp_path: Path, data: bytes) -> None:
    async with running(tmp_path, header_timeout=0.3) as server:
        assert (await (await Line(server).open(data)).ended()).startswith(b"HTTP/1.1 408")


async def test_a_body_has_to_arrive_in_time(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with running(tmp_path, body_timeout=0.3) as server:
            ada = await server.guest()
            header = POST % (ada.cookie.encode(), ada.http.cookies["csrftoken"].encode())
            assert await (await Line(server).open(header + b"{")).ended() == b""
            assert (await ada.get("/api/health")).status_code == 200
    assert not [entry for entry in logs if entry["log_level"] in {"warning", "error"}]


async def test_slow_bytes_win_no_time(tmp_path: Path) -> None:
    async with running(tmp_path, header_timeout=0.5) as server:
        line = await Line(server).open(HALF)

        async def drip() -> None:
            with suppress(ConnectionError):
                while True:
                    line.writer.write(b"x")
                    await line.writer.drain()
                    await asyncio.sleep(0.1)

        dripping = asyncio.create_task(drip())
        assert (await line.ended(4)).startswith(b"HTTP/1.1 408")
        dripping.cancel()


async def test_empty_lines_after_a_request(tmp_path: Path) -> None:
    """Empty lines are not a request, and do not keep the connection open forever."""
    async with running(tmp_path, header_timeout=0.3) as server:
        line = await Line(server).open(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert (await line.reader.readline()).startswith(b"HTTP/1.1 200")
        assert b'"ok"' in await line.reader.readuntil(b"}")
        line.writer.write(b"\r\n")
        assert (await line.ended(3)).startswith(b"HTTP/1.1 408")


async def test_half_a_header_keeps_nobody_out(tmp_path: Path) -> None:
    """The process has space for 30 connections, and 60 incomplete headers use it up."""
    async with running(tmp_path, most=30, trusted_proxies="*", header_timeout=60) as server:
        lines = [await Line(server).open(HALF) for _ in range(60)]
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        socket = await ada.sit(table)
        assert await socket.settle() is not None
        for line in lines:
            line.writer.close()


async def test_connections_of_one_address(tmp_path: Path) -> None:
    async with running(tmp_path, connections_per_address=4, trusted_proxies="", header_timeout=60) as server:
        lines = [await Line(server).open(HALF) for _ in range(4)]
        assert await (await Line(server).open(HALF)).ended() == b""
        lines.pop().writer.close()
        await eventually(lambda: server.services.connections.open < 4)
        ada = await server.guest()  # there is space for one again
        await ada.http.aclose()
        for line in lines:
            line.writer.close()


async def test_sockets_count_as_connections(tmp_path: Path) -> None:
    async with running(tmp_path, connections_per_address=6, trusted_proxies="") as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        sockets = [await ada.sit(table) for _ in range(5)]
        assert await (await Line(server).open(HALF)).ended() == b""
        await sockets.pop().connection.close()
        await eventually(lambda: server.services.connections.open < 6)
        await ada.sit(table)


def test_proxies_may_have_any_number() -> None:
    settings = Settings(connections_per_address=1, trusted_proxies="10.0.0.0/8, ::1")
    held = connections.Connections(settings, 100)
    assert all(held.admit(object(), "10.1.2.3") for _ in range(5))
    assert all(held.admit(object(), "::1") for _ in range(5))
    one = object()
    assert held.admit(one, "192.0.2.1")
    assert not held.admit(object(), "192.0.2.1")
    held.release(one)
    assert held.admit(object(), "192.0.2.1")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limits = [256, 4096]

    def raised(_what: int, new: tuple[int, int]) -> None:
        limits[:] = new

    monkeypatch.setattr(resource, "getrlimit", lambda _what: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", raised)
    assert room(1000) == 1000  # the soft limit is raised to the required number
    assert limits == [1000 + RESERVED, 4096]
    with capture_logs() as logs:
        assert room(3000) == 3000
        limits[:] = [256, 4096]
        assert room(20_000, asked=False) == 4096 - RESERVED  # no test needs that many
        assert limits == [4096, 4096]  # the hard limit
        assert logs == []
        assert room(20_000) == 4096 - RESERVED
        limits[:] = [256, 1024]
        assert room(20_000, asked=False) == 1024 - RESERVED
    assert [(entry["log_level"], entry["limit"]) for entry in logs] == [("warning", 4096), ("warning", 1024)]
    limits[:] = [150, 150]
    with pytest.raises(OSError, match="150 open files"):
        room(20_000)


@pytest.mark.parametrize("compression", [None, "deflate"])
async def test_frames_that_are_sent_at_once_are_read(tmp_path: Path, compression: str | None) -> None:
    texts = ["", "ž" * 60, "a" * 125, "a" * 126, "a" * 65_535, "č" * 40_000]
    async with running(tmp_path) as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        address = server.base.replace("http", "ws") + f"/api/tables/{table}/socket"
        async with connect(
            address, additional_headers={"cookie": ada.cookie}, max_size=None, compression=compression
        ) as socket:
            await socket.recv()
            (viewer,) = server.services.tables.live()[0].viewers
            assert viewer.at_once is not None
            for text in texts:
                assert viewer.at_once([text.encode()])
            assert viewer.at_once([text.encode() for text in texts])
            read = [await socket.recv() for _ in range(2 * len(texts) + 1)]  # and presence
            assert [text for text in read if '"type"' not in str(text)] == texts + texts
        assert not viewer.at_once([b"nobody is there"])
