"""Admit sockets and streams, serve them until either side closes, and report why one is closed."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketDisconnect

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.connections import AT_ONCE
from whistlestop.server.http.guard import address_of, identity_of, own_page
from whistlestop.server.http.trace import HEADER, begin
from whistlestop.server.messages.base import ErrorInfo, Failure, encode
from whistlestop.server.usecases.tables.viewers import Viewer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator

    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.http.hosts import Hosts
    from whistlestop.server.security import SecurityLog
    from whistlestop.server.telemetry.traces import Traces
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.open_connections import OpenConnection, OpenConnections

log = structlog.get_logger("whistlestop.ws")

# Close codes; those from 4000 on are reserved for applications. After some of them the client does not reconnect, but
# shows a page that explains why.
TOO_SLOW = 4008
SIGNED_OUT = 4401
FORBIDDEN = 4403
NOT_FOUND = 4404
UNREADABLE = 4410
CLOSED = 4411
REMOVED = 4412
CANCELLED = 4413
TOO_MANY = 4429
CLOSE_CODES = {
    "signed_out": SIGNED_OUT,
    "not_found": NOT_FOUND,
    "unreadable": UNREADABLE,
    "closed": CLOSED,
    "removed": REMOVED,
    "cancelled": CANCELLED,
    "banned": FORBIDDEN,
    "too_many": TOO_MANY,
    "rate_limited": TOO_MANY,
}

# Errors that the framework raises when the other side has gone.
GONE = (WebSocketDisconnect, OSError)

AnySocket = WebSocket[str, Any, Any]
AnyConnection = ASGIConnection[Any, str, Any, Any]


class Admission:
    """Decides which users may hold a socket or stream open."""

    def __init__(
        self,
        hosts: Hosts,
        limits: Limits,
        moderation: Moderation,
        open_connections: OpenConnections,
        security: SecurityLog,
        traces: Traces,
        queue: int,
    ) -> None:
        """`queue`: limit for the frames that wait for one connection."""
        self._hosts = hosts
        self._limits = limits
        self._moderation = moderation
        self._open = open_connections
        self._security = security
        self.traces = traces
        self._queue = queue

    async def serve(self, socket: AnySocket, work: Callable[[OpenConnection], Awaitable[None]]) -> None:
        """Accept a socket from one of our own pages, and count it while `work` serves it."""
        if not own_page(socket.scope, self._hosts):
            self.refused(socket, "origin")
            await socket.close(FORBIDDEN)
            return
        await socket.accept(headers={HEADER: begin(socket.scope)})
        try:
            with self.admitted(socket) as opened:
                await work(opened)
        except Refusal as refusal:
            await self.dismiss(socket, refusal)

    @contextlib.contextmanager
    def admitted(self, connection: AnyConnection) -> Iterator[OpenConnection]:
        """Count a socket or stream while it is open. Raises Refusal for banned users and above the limits.

        The open connection reports when it must be closed, and the reason.
        """
        user, address = connection.user, address_of(connection.scope)
        self._moderation.check(user, address)
        subject, tag = identity_of(connection.scope).subject, self._moderation.tag(address)
        with self._limits.socket(user, address), self._open.hold(subject, user, tag) as opened:
            yield opened

    def viewer(self, connection: AnyConnection, user: str | None, seat: int | None = None) -> Viewer:
        """Return the viewer behind a socket or stream; `seat` selects one of several seats of the user.

        Only a page can be in the background, so programs and streams always count as looking.
        """
        tag = self._moderation.tag(address_of(connection.scope))
        page = isinstance(connection, WebSocket) and identity_of(connection.scope).token is None
        return Viewer(user, self._queue, connection.user, tag, seat, reads=not page)

    def refused(self, socket: AnySocket, code: str) -> None:
        """Write a refusal to the security log."""
        self._security.refused(code, socket.scope, address_of(socket.scope))

    async def dismiss(self, socket: AnySocket, refusal: Refusal) -> None:
        """Tell a page why its socket is closed.

        The socket has been accepted, because a refusal before that looks like a network failure to the page.
        """
        self.refused(socket, refusal.code)
        await _send(socket, encode(Failure(ErrorInfo(refusal.code, refusal.message))))
        await _close(socket, CLOSE_CODES.get(refusal.code, 1011))

    async def converse(
        self,
        socket: AnySocket,
        viewer: Viewer,
        read: Coroutine[Any, Any, None],
        opened: OpenConnection,
        tag: str,
    ) -> None:
        """Send a viewer's frames and run `read` for their messages, until either side closes or must close."""
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        viewer.at_once = extensions.get(AT_ONCE)
        opened.send = viewer.send
        reading = asyncio.create_task(read)
        writing = asyncio.create_task(viewer.drain(partial(_write, socket)))
        overrun = asyncio.create_task(viewer.overrun.wait())
        ending = asyncio.create_task(opened.ended.wait())
        tasks = (reading, writing, overrun, ending)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results[:2]:
            if isinstance(result, Exception) and not isinstance(result, GONE):
                log.warning("socket failed", table=tag, error=type(result).__name__)
        refusal = opened.refusal or viewer.refusal
        if refusal is not None:
            await self.dismiss(socket, refusal)
        elif overrun in done:
            await _close(socket, TOO_SLOW)


async def _write(socket: AnySocket, frame: bytes) -> None:
    """Send a frame as soon as the other side has read enough earlier ones."""
    await socket.send_data(frame.decode(), mode="text")


async def _send(socket: AnySocket, frame: bytes) -> None:
    """Send a frame if the socket is still open."""
    with contextlib.suppress(*GONE, RuntimeError):
        await _write(socket, frame)


async def _close(socket: AnySocket, code: int) -> None:
    """Close a socket if it is still open."""
    with contextlib.suppress(*GONE, RuntimeError):
        await socket.close(code)
