"""The socket of the open room: the list of open tables, always as it is now, and what people say there."""

import asyncio
from typing import Any

import msgspec
import structlog
from litestar import websocket
from litestar.di import NamedDependency
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.adapters.database.database import refusal_for
from whistlestop.server.adapters.http.guard import own_page
from whistlestop.server.adapters.http.socket import (
    FORBIDDEN,
    PENALTY,
    AnySocket,
    admitted,
    converse,
    dismiss,
    id_of,
    viewer_of,
)
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import ErrorInfo, Ping, Pong, Say, encode
from whistlestop.server.messages.meeting import RoomClientMessage, RoomRefused
from whistlestop.server.services import Services
from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.room")
decode: Any = msgspec.json.Decoder(RoomClientMessage).decode


@websocket("/api/open/socket")
async def room_socket(socket: AnySocket, services: NamedDependency[Services]) -> None:
    """Serve one who looks at the open tables until either side goes."""
    if not own_page(socket.scope, services):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    try:
        with admitted(socket, services) as door:
            viewer = viewer_of(socket, socket.user, services)
            try:
                await services.hall.enter(viewer)
                await converse(socket, viewer, _read(socket, viewer, services), door, "room")
            finally:
                services.hall.leave(viewer)
    except Refusal as refusal:
        await dismiss(socket, refusal)


async def _read(socket: AnySocket, viewer: Viewer, services: Services) -> None:
    while True:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        text = received.get("text")
        try:
            services.limits.command(socket.user)
            await _answer(text, viewer, services)
        except Refusal as refusal:
            viewer.send(encode(RoomRefused(id_of(text), ErrorInfo(refusal.code, refusal.message))))
            await asyncio.sleep(PENALTY)


async def _answer(text: str | None, viewer: Viewer, services: Services) -> None:
    try:
        message = decode(text if text is not None else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad_request", "This is not a message of the protocol.") from None
    match message:
        case Say():
            try:
                await services.chat.in_room(services.hall.viewers, viewer, message)
            except SQLAlchemyError as error:
                log.warning("message failed", error=type(error).__name__)
                raise refusal_for(error) from None
        case Ping():
            viewer.send(encode(Pong()))
