"""The socket of a table: reads messages of one viewer, and sends what the table has for them."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.adapters.database.database import refusal_for
from whistlestop.server.adapters.http.connections import AT_ONCE
from whistlestop.server.adapters.http.guard import address_of, identity_of, own_page
from whistlestop.server.adapters.http.queries import OneSeat
from whistlestop.server.adapters.http.trace import HEADER, begin
from whistlestop.server.domain.limits import network
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.logs import places
from whistlestop.server.messages.base import (
    Ack,
    Command,
    ErrorInfo,
    Failure,
    Looking,
    Ping,
    Pong,
    Refused,
    Resync,
    Say,
    Show,
    Turn,
    decode_client_message,
    encode,
)
from whistlestop.server.services import Services
from whistlestop.server.usecases.accounts.connections import Door
from whistlestop.server.usecases.tables.table import Table
from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.ws")

# Codes with which a socket is closed; 4000 and above are for applications to choose. The client has a page for each
# that it does not connect again after.
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

GOODBYES = frozenset({1000, 1001})
"""Codes with which a page closes its socket on purpose, as when it is left; 1005 is also what a dead line ends with."""

# How long a sender that is over its rate has to wait before its next message is read.
PENALTY = 0.25

WHOLE_VIEW = 5
"""What a hello costs of the limits, as it is many times longer than what asks for it."""

# What a server raises when the other side is not there any more.
GONE = (WebSocketDisconnect, OSError)

AnySocket = WebSocket[str, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
    services: NamedDependency[Services],
    seat: OneSeat = None,
) -> None:
    """Serve one viewer of a table, who looks from the named one of several own seats, until either side goes."""
    if not own_page(socket.scope, services):
        services.security.refused("origin", socket.scope, address_of(socket.scope))
        await socket.close(FORBIDDEN)
        return
    await socket.accept(headers={HEADER: begin(socket.scope)})
    try:
        with admitted(socket, services) as door:
            services.limits.request(address_of(socket.scope), WHOLE_VIEW)
            async with services.tables.visit(table, socket.user) as (found, user):
                await _serve(socket, found, viewer_of(socket, user, services, seat), services, door)
                address = services.guests.address_tag(network(address_of(socket.scope)))
                log.debug("socket closed", table=found.tag, address=address)
    except Refusal as refusal:
        await dismiss(socket, refusal)


@contextlib.contextmanager
def admitted(connection: ASGIConnection[Any, str, Any, Any], services: Services) -> Iterator[Door]:
    """Hold a place for a socket or stream while it is open. Refuse users who are banned.

    The door says when it has to be closed, and why.
    """
    user, address = connection.user, address_of(connection.scope)
    services.moderation.check(user, address)
    subject, tag = identity_of(connection.scope).subject, services.moderation.tag(address)
    with services.limits.socket(user, address), services.accounts.doors.hold(subject, user, tag) as door:
        yield door


def viewer_of(
    connection: ASGIConnection[Any, str, Any, Any],
    user: str | None,
    services: Services,
    seat: int | None = None,
) -> Viewer:
    """Who looks through a socket or stream, from which of their seats if they have several."""
    tag = services.moderation.tag(address_of(connection.scope))
    return Viewer(user, services.settings.socket_queue, connection.user, tag, seat)


async def dismiss(socket: AnySocket, refusal: Refusal) -> None:
    """Tell a page why its socket is closed. One refused before it is accepted looks like a dead network."""
    services: Services = socket.app.state.services
    services.security.refused(refusal.code, socket.scope, address_of(socket.scope))
    await send(socket, encode(Failure(ErrorInfo(refusal.code, refusal.message))))
    await close(socket, CLOSE_CODES.get(refusal.code, 1011))


async def _serve(socket: AnySocket, table: Table, viewer: Viewer, services: Services, door: Door) -> None:
    table.attach(viewer)
    viewer.lost = True  # until the other side has said goodbye
    try:
        await converse(socket, viewer, _read(socket, table, viewer, services), door, table.tag)
    finally:
        if (door.refusal or viewer.refusal) is not None:
            viewer.lost = False
        table.detach(viewer)


async def converse(
    socket: AnySocket, viewer: Viewer, read: Coroutine[Any, Any, None], door: Door, tag: str
) -> None:
    """Send a viewer what waits for them, beside what they say, until either side goes or has to go."""
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    viewer.at_once = extensions.get(AT_ONCE)
    door.send = viewer.send
    reading = asyncio.create_task(read)
    writing = asyncio.create_task(viewer.drain(partial(write, socket)))
    overrun = asyncio.create_task(viewer.overrun.wait())
    ending = asyncio.create_task(door.ended.wait())
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
    refusal = door.refusal or viewer.refusal
    if refusal is not None:
        await dismiss(socket, refusal)
    elif overrun in done:
        await close(socket, TOO_SLOW)


async def write(socket: AnySocket, frame: bytes) -> None:
    """Send a frame, as soon as the other side has read enough of those before it."""
    await socket.send_data(frame.decode(), mode="text")


async def _read(socket: AnySocket, table: Table, viewer: Viewer, services: Services) -> None:
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            viewer.lost = message.get("code") not in GOODBYES
            return
        text = message.get("text")
        try:
            services.limits.command(socket.user)
            await answer(
                text,
                table,
                viewer,
                lambda: _charge(socket, services),
                lambda message: services.chat.at_table(table, viewer, message),
            )
        except Refusal as refusal:
            services.security.refused(refusal.code, socket.scope, address_of(socket.scope))
            viewer.send(_refused(id_of(text), refusal, table, viewer))
            await asyncio.sleep(PENALTY)


def _charge(socket: AnySocket, services: Services) -> None:
    """Count a hello, or refuse it."""
    services.limits.request(address_of(socket.scope), WHOLE_VIEW)
    services.limits.command(socket.user, WHOLE_VIEW)


async def answer(
    text: str | None,
    table: Table,
    viewer: Viewer,
    charge: Callable[[], None],
    talk: Callable[[Say | Show], Awaitable[None]],
) -> None:
    """Do what a message asks for; `charge` is called before a whole view is sent, and may refuse.

    `talk` does what belongs to the chat.
    """
    try:
        message = decode_client_message(text if text is not None else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        # Validation errors are decode errors too. The sender's own words are not repeated.
        viewer.send(
            _refused(
                id_of(text), Refusal("bad_request", "This is not a message of the protocol."), table, viewer
            )
        )
        return
    match message:
        case Command():
            await _command(message, table, viewer)
        case Resync():
            charge()
            table.greet(viewer)
        case Turn():
            charge()
            _turn(message, table, viewer)
        case Looking(looking):
            table.viewers.look(viewer, looking=looking)
        case Ping():
            viewer.send(encode(Pong()))
        case Say() | Show():
            try:
                await talk(message)
            except SQLAlchemyError as error:
                log.warning("message failed", table=table.tag, error=type(error).__name__)
                raise refusal_for(error) from None


def _turn(message: Turn, table: Table, viewer: Viewer) -> None:
    try:
        table.turn(viewer, message.seat)
    except Refusal as refusal:
        viewer.send(_refused(None, refusal, table, viewer))


async def _command(message: Command, table: Table, viewer: Viewer) -> None:
    def acknowledge(version: int) -> None:
        viewer.send(encode(Ack(message.id, version)))

    try:
        seat = viewer.wanted if message.seat is None else message.seat
        await table.actions.command(
            viewer.user, message.id, message.version, message.action, acknowledge, seat
        )
    except Refusal as refusal:
        viewer.send(_refused(message.id, refusal, table, viewer))
    except (SQLAlchemyError, MemoryError) as error:
        log.warning("command failed", table=table.tag, error=type(error).__name__)
        viewer.send(_refused(message.id, refusal_for(error), table, viewer))
    except Exception as error:  # noqa: BLE001 - a fault here must not cost the socket
        log.warning("command failed", table=table.tag, error=type(error).__name__, at=places(error))
        viewer.send(_refused(message.id, Refusal("internal", "Something went wrong here."), table, viewer))


def _refused(command: str | None, refusal: Refusal, table: Table, viewer: Viewer) -> bytes:
    shown = table.shown(table.seat_of(viewer.user, viewer.wanted))
    version = shown.game.version if shown is not None else 0
    return encode(Refused(command, ErrorInfo(refusal.code, refusal.message), version))


class _Identified(msgspec.Struct):
    id: str


def id_of(text: str | None) -> str | None:
    """The id of a message that was refused unread, if it has one that can be sent back."""
    try:
        found = msgspec.json.decode(text or "", type=_Identified).id
        encode(found)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found[:64]


async def send(socket: AnySocket, frame: bytes) -> None:
    """Send a frame, if somebody is still there."""
    with contextlib.suppress(*GONE, RuntimeError):
        await write(socket, frame)


async def close(socket: AnySocket, code: int) -> None:
    """Close a socket, if it still is open."""
    with contextlib.suppress(*GONE, RuntimeError):
        await socket.close(code)
