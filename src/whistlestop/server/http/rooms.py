"""The common part of the sockets of rooms, most of which have a chat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from whistlestop.server.adapters.database.database import DatabaseError, refusal_for
from whistlestop.server.domain.limits import PENALTY
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.trace import begin
from whistlestop.server.messages.base import ErrorInfo, Ping, Pong, Say, encode, id_of
from whistlestop.server.messages.meeting import RoomClientMessage, RoomRefused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.http.admission import Admission, AnySocket
    from whistlestop.server.usecases.open_connections import OpenConnection
    from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.room")
decode: Any = msgspec.json.Decoder(RoomClientMessage).decode


async def serve_room(
    socket: AnySocket,
    admission: Admission,
    limits: Limits,
    enter: Callable[[Viewer], Awaitable[None]],
    leave: Callable[[Viewer], None],
    say: Callable[[Viewer, Say], Awaitable[None]] | None,
    tag: str,
) -> None:
    """Serve one user of a room until either side closes the socket.

    `say`: None: the room has no chat. `tag`: its name in the log and in traces.
    """

    async def work(opened: OpenConnection) -> None:
        viewer = admission.viewer(socket, socket.user)
        try:
            await enter(viewer)
            await admission.converse(socket, viewer, read(viewer), opened, tag)
        finally:
            leave(viewer)

    spans = admission.traces.socket(tag, begin(socket.scope))

    async def read(viewer: Viewer) -> None:
        while True:
            received = await socket.receive()
            if received["type"] != "websocket.receive":
                return
            text = received.get("text")
            try:
                limits.command(socket.user)
                message = _decoded(text)
                with spans.message(message):
                    await _answer(message, viewer, say)
            except Refusal as refusal:
                viewer.send(encode(RoomRefused(id_of(text), ErrorInfo(refusal.code, refusal.message))))
                await asyncio.sleep(PENALTY)

    await admission.serve(socket, work)


def _decoded(text: str | None) -> Any:
    try:
        return decode(text if text is not None else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad_request", "This is not a message of the protocol.") from None


async def _answer(message: Any, viewer: Viewer, say: Callable[[Viewer, Say], Awaitable[None]] | None) -> None:
    match message:
        case Say():
            if say is None:
                raise Refusal("chat_off", "There is no chat here.")
            try:
                await say(viewer, message)
            except DatabaseError as error:
                log.warning("message failed", error=type(error).__name__)
                raise refusal_for(error) from None
        case Ping():
            viewer.send(encode(Pong()))
