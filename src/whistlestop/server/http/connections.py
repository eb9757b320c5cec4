"""Limits of connections, which uvicorn leaves to a proxy; a host may have none.

Idle connections must not keep others out. The header of a request must arrive in time, and so has its body. The
connections of an address are limited. When the process is full, it closes the connection that has waited longest for a
header.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network
from struct import pack
from typing import TYPE_CHECKING, Any

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Opcode
from websockets.protocol import State

from whistlestop.server.domain.limits import network

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from whistlestop.server.settings import Settings

log = structlog.get_logger("whistlestop.connections")

RESERVED = 128
"""Descriptors reserved for database, log, listening sockets and libraries."""
FEWEST = 64
"""The server does not start if there is room for fewer connections."""
FEW = 1000
"""Room for fewer connections always causes a warning."""
MACOS_MOST = 10_240
"""The limit of macOS, which reports none."""
HEADER_SIZE = 65_536
"""Maximum size in bytes of a request's header, and of a body's trailer."""
AT_ONCE = "whistlestop.at_once"
"""The extension of a socket's scope with `SocketProtocol.send_at_once`."""
LINGER = 60.0
"""Seconds for a slow reader to read the last response of a closed connection."""


def room(wanted: int, *, asked: bool = True) -> int:
    """Return the number of connections for which the process has descriptors, at most `wanted`.

    Raises the soft limit as far as needed and allowed. asked: the host has configured this number, so a lower one
    causes a warning; otherwise only a very low one does. Raises OSError if there is room for fewer than FEWEST.
    """
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415 - Windows does not have it

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED
    for most in (needed, MACOS_MOST):
        if resource.RLIM_INFINITY not in {soft, most} and soft < needed:
            raised = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, raised), hard))
                soft = max(soft, raised)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    found = soft - RESERVED
    if found < FEWEST:
        raise OSError(
            f"the system allows this process {soft} open files; {RESERVED + FEWEST} are needed (ulimit -n)"
        )
    if asked or found < FEW:
        log.warning(
            "too few open files for WHISTLESTOP_SOCKETS_TOTAL; raise the hard limit (ulimit -Hn)",
            limit=soft,
            needed=needed,
        )
    return found


class Connections:
    """All open connections of a process."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.header_timeout = settings.header_timeout
        self.body_timeout = settings.body_timeout
        self._per_address = settings.connections_per_address
        self._most = most
        self._any_proxy = "*" in settings.proxies
        self._proxies = [ip_network(proxy, strict=False) for proxy in settings.proxies if proxy != "*"]
        self._held: dict[object, str] = {}
        self._addresses: Counter[str] = Counter()
        self.waiting: dict[HttpProtocol, None] = {}
        """Connections without a complete header, in the order in which they began to wait."""
        self.timeouts = 0
        """Number of connections closed because a header or a body did not arrive in time."""

    @property
    def open(self) -> int:
        """Number of open connections."""
        return len(self._held)

    def admit(self, connection: object, address: str) -> bool:
        """Count a new connection; False if its address has too many."""
        key = network(address)
        if self._addresses[key] >= self._per_address and not self._is_proxy(address):
            return False
        if len(self._held) >= self._most:
            if not self.waiting:
                return False
            next(iter(self.waiting)).give_up()
        self._held[connection] = key
        self._addresses[key] += 1
        return True

    def release(self, connection: object) -> None:
        """Forget a connection."""
        key = self._held.pop(connection, None)
        if key is not None:
            self._addresses[key] -= 1
            if not self._addresses[key]:
                del self._addresses[key]

    def _is_proxy(self, address: str) -> bool:
        if self._any_proxy:
            return True
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in proxies for proxies in self._proxies)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with time limits, and counted."""

    counted: Connections
    """Set in the subclass that `protocols` creates."""
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False
    _header_size = 0
    _trailer_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a new connection or drop it."""
        super().connection_made(transport)
        if not self.counted.admit(self, _address(self.client)):
            transport.abort()
            return
        self._await_header()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a closed connection."""
        self._stop()
        self.counted.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle data, and limit the header."""
        super().data_received(data)
        if self in self.counted.waiting:
            self._header_size += len(data)
            if self._header_size > HEADER_SIZE:
                self._too_long()
                return
        # Empty lines between requests cancel uvicorn's own timeout without starting a request.
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        idle = cycle is not None and cycle.response_complete and not self._upgraded
        if idle and self._timer is None and self.timeout_keep_alive_task is None:
            self._await_header()

    def on_message_begin(self) -> None:
        """Handle the first byte of a request."""
        super().on_message_begin()
        if self._timer is None:
            self._await_header()

    def on_headers_complete(self) -> None:
        """Start the time limit of the body."""
        self._stop()
        self._header_size = self._trailer_size = 0
        self._timer = self.loop.call_later(self.counted.body_timeout, self._timed_out)
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Handle a line of the header. Lines of a trailer are counted and dropped."""
        if self in self.counted.waiting:
            super().on_header(name, value)
            return
        self._trailer_size += len(name) + len(value)
        if self._trailer_size > HEADER_SIZE:
            self._too_long()

    def on_message_complete(self) -> None:
        """Stop the time limit of the body."""
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop counting this connection, because `SocketProtocol` counts it from now on."""
        self._stop()
        self._upgraded = True
        self.counted.release(self)
        super().handle_websocket_upgrade()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        super().timeout_keep_alive_handler()
        # Give a slow reader some time for the last response.
        self.loop.call_later(LINGER, self.transport.abort)

    def give_up(self) -> None:
        """Close the connection at once."""
        self._stop()
        self.counted.release(self)
        self.transport.abort()

    def _await_header(self) -> None:
        self.counted.waiting[self] = None
        self._timer = self.loop.call_later(self.counted.header_timeout, self._timed_out)

    def _stop(self) -> None:
        self.counted.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_long(self) -> None:
        self._stop()
        if not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.close()

    def _timed_out(self) -> None:
        self._stop()
        self.counted.timeouts += 1
        if not self.transport.is_closing():
            cycle: RequestResponseCycle | None = self.cycle
            if cycle is None or cycle.response_complete:
                self.transport.write(
                    b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
                )
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, counted."""

    counted: Connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection that has become a socket."""
        super().connection_made(transport)
        self.counted.admit(self, _address(self.client))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a closed socket."""
        self.counted.release(self)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Serve the socket, with the extension AT_ONCE."""
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        self.scope["extensions"] = {**extensions, AT_ONCE: self.send_at_once}  # type: ignore[dict-item]
        await super().run_asgi()

    def send_at_once(self, texts: Sequence[bytes]) -> bool:
        """Send UTF-8 texts at once, each as a message; return False if they must wait or the socket is closed.

        The layers of the framework cost several times as much as the frame itself, and every move sends many.
        """
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self.conn.extensions:  # compressed frames depend on earlier ones
            for text in texts:
                self.conn.send_text(text)
            parts = self.conn.data_to_send()
        else:
            parts = [part for text in texts for part in (text_header(len(text)), text)]
        self.transport.write(b"".join(parts))
        return True


def text_header(size: int) -> bytes:
    """Return the frame header of a text of this size that a server sends as one frame (RFC 6455, section 5.2)."""
    first = 0x80 | Opcode.TEXT  # the last frame of its message
    if size < 126:
        return bytes((first, size))
    return pack("!BBH", first, 126, size) if size < 1 << 16 else pack("!BBQ", first, 127, size)


def protocols(connections: Connections) -> tuple[type[HttpProtocol], type[SocketProtocol]]:
    """Return the protocol classes for uvicorn, counted in `connections`."""
    bound: dict[str, Any] = {"counted": connections}
    return type("Http", (HttpProtocol,), bound), type("Socket", (SocketProtocol,), bound)


def _address(client: tuple[str, int] | None) -> str:
    return client[0] if client else "local"


__all__ = ["Connections", "protocols", "room"]
