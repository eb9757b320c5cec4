"""The socket of the open tables: their list, its changes, and the chat there."""

import asyncio
from typing import Any

import msgspec
import structlog
from litestar import websocket
from litestar.di import NamedDependency

from whistlestop.server.adapters.database.database import DatabaseError, refusal_for
from whistlestop.server.domain.limits import PENALTY, Limits
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.admission import Admission, AnySocket
from whistlestop.server.http.trace import begin
from whistlestop.server.messages.base import ErrorInfo, Ping, Pong, Say, encode, id_of
from whistlestop.server.messages.meeting import RoomClientMessage, RoomRefused
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.open_tables import OpenTableList
from whistlestop.server.usecases.open_connections import OpenConnection
from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.room")
decode: Any = msgspec.json.Decoder(RoomClientMessage).decode


@websocket("/api/open/socket")
async def open_tables_socket(
    socket: AnySocket,
    admission: NamedDependency[Admission],
    chats: NamedDependency[Chat],
    limits: NamedDependency[Limits],
    open_tables: NamedDependency[OpenTableList],
) -> None:
    """Serve one user until either side closes the socket."""

    async def work(opened: OpenConnection) -> None:
        viewer = admission.viewer(socket, socket.user)
        try:
            await open_tables.enter(viewer)
            await admission.converse(socket, viewer, read(viewer), opened, "room")
        finally:
            open_tables.leave(viewer)

    async def read(viewer: Viewer) -> None:
        while True:
            received = await socket.receive()
            if received["type"] != "websocket.receive":
                return
            text = received.get("text")
            try:
                limits.command(socket.user)
                message = _decoded(text)
                with admission.traces.socket("open tables", begin(socket.scope)).message(message):
                    await _answer(message, viewer, chats, open_tables)
            except Refusal as refusal:
                viewer.send(encode(RoomRefused(id_of(text), ErrorInfo(refusal.code, refusal.message))))
                await asyncio.sleep(PENALTY)

    await admission.serve(socket, work)


def _decoded(text: str | None) -> Any:
    try:
        return decode(text if text is not None else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad_request", "This is not a message of the protocol.") from None


async def _answer(message: Any, viewer: Viewer, chats: Chat, open_tables: OpenTableList) -> None:
    match message:
        case Say():
            try:
                await chats.in_room(open_tables.viewers, viewer, message)
            except DatabaseError as error:
                log.warning("message failed", error=type(error).__name__)
                raise refusal_for(error) from None
        case Ping():
            viewer.send(encode(Pong()))
