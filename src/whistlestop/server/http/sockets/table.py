"""The socket of a table: reads the messages of one viewer, and sends updates of the table."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import msgspec
import structlog
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from whistlestop.server.adapters.database.database import DatabaseError, refusal_for
from whistlestop.server.domain.limits import PENALTY, WHOLE_VIEW, Limits, network
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.admission import Admission, AnySocket
from whistlestop.server.http.guard import address_of
from whistlestop.server.http.guests import Guests
from whistlestop.server.http.queries import OneSeat
from whistlestop.server.http.trace import begin
from whistlestop.server.logs import places
from whistlestop.server.messages.base import (
    ClientMessage,
    Command,
    ErrorInfo,
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
    id_of,
)
from whistlestop.server.telemetry.traces import NO_SPANS, Spans
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.open_connections import OpenConnection
from whistlestop.server.usecases.tables import playing
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.table import Table
from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.ws")

GOODBYES = frozenset({1000, 1001})
"""Codes with which a page closes its socket on purpose, for example when the user leaves it. 1005 is not among them,
because dead connections also end with it."""


@websocket("/api/tables/{table:str}/socket", scope="play")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
    admission: NamedDependency[Admission],
    chats: NamedDependency[Chat],
    guests: NamedDependency[Guests],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
    seat: OneSeat = None,
) -> None:
    """Serve one viewer of a table until either side closes the socket. `seat` chooses one of the user's seats."""

    async def work(opened: OpenConnection) -> None:
        limits.request(address_of(socket.scope), WHOLE_VIEW)
        async with tables.visit(table, socket.user) as (found, user):
            viewer = admission.viewer(socket, user, seat)
            if viewer.reads:
                tables.seen(found, user)
            await _Visit(socket, found, viewer, admission, limits, chats).serve(opened)
            address = guests.address_tag(network(address_of(socket.scope)))
            log.debug("socket closed", table=found.tag, address=address)

    await admission.serve(socket, work)


@dataclass(frozen=True)
class _Visit:
    """One viewer at a table."""

    socket: AnySocket
    table: Table
    viewer: Viewer
    admission: Admission
    limits: Limits
    chat: Chat

    async def serve(self, opened: OpenConnection) -> None:
        table, viewer = self.table, self.viewer
        table.attach(viewer)
        viewer.lost = True  # until the other side closes the socket on purpose
        try:
            await self.admission.converse(self.socket, viewer, self._read(), opened, table.tag)
        finally:
            if (opened.refusal or viewer.refusal) is not None:
                viewer.lost = False
            table.detach(viewer)

    async def _read(self) -> None:
        spans = self.admission.traces.socket("table", begin(self.socket.scope))
        while True:
            message = await self.socket.receive()
            if message["type"] != "websocket.receive":
                self.viewer.lost = message.get("code") not in GOODBYES
                return
            text = message.get("text")
            try:
                self.limits.command(self.socket.user)
                await answer(text, self.table, self.viewer, self._charge, self._talk, spans)
            except Refusal as refusal:
                self.admission.refused(self.socket, refusal.code)
                self.viewer.send(_refused(id_of(text), refusal, self.table, self.viewer))
                await asyncio.sleep(PENALTY)

    def _charge(self) -> None:
        """Count a hello, or refuse it."""
        self.limits.request(address_of(self.socket.scope), WHOLE_VIEW)
        self.limits.command(self.socket.user, WHOLE_VIEW)

    async def _talk(self, message: Say | Show) -> None:
        await self.chat.at_table(self.table, self.viewer, message)


async def answer(
    text: str | None,
    table: Table,
    viewer: Viewer,
    charge: Callable[[], None],
    talk: Callable[[Say | Show], Awaitable[None]],
    spans: Spans = NO_SPANS,
) -> None:
    """Carry out a message; `charge` is called before a full view is sent, and may refuse it.

    `talk` carries out chat messages.
    """
    try:
        message = decode_client_message(text if text is not None else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        # Validation errors are decode errors too. The response does not repeat the sender's input.
        viewer.send(
            _refused(
                id_of(text), Refusal("bad_request", "This is not a message of the protocol."), table, viewer
            )
        )
        return
    with spans.message(message):
        await _carry_out(message, table, viewer, charge, talk, spans)


async def _carry_out(
    message: ClientMessage,
    table: Table,
    viewer: Viewer,
    charge: Callable[[], None],
    talk: Callable[[Say | Show], Awaitable[None]],
    spans: Spans,
) -> None:
    match message:
        case Command():
            await _command(message, table, viewer, spans)
        case Resync():
            charge()
            table.greet(viewer)
        case Turn():
            charge()
            _turn(message, table, viewer, spans)
        case Looking(looking):
            table.viewers.look(viewer, looking=looking)
        case Ping():
            viewer.send(encode(Pong()))
        case Say() | Show():
            try:
                await talk(message)
            except DatabaseError as error:
                log.warning("message failed", table=table.tag, error=type(error).__name__)
                raise refusal_for(error) from None


def _turn(message: Turn, table: Table, viewer: Viewer, spans: Spans) -> None:
    try:
        table.turn(viewer, message.seat)
    except Refusal as refusal:
        spans.refused(refusal.code)
        viewer.send(_refused(None, refusal, table, viewer))


async def _command(message: Command, table: Table, viewer: Viewer, spans: Spans) -> None:
    tell = partial(_tell, message, table, viewer, spans)
    try:
        await playing.command(table, viewer.user, message, viewer)
    except Refusal as refusal:
        tell(refusal)
    except (DatabaseError, MemoryError) as error:
        log.warning("command failed", table=table.tag, error=type(error).__name__)
        tell(refusal_for(error))
    except Exception as error:  # noqa: BLE001 - a fault here must not cost the socket
        log.warning("command failed", table=table.tag, error=type(error).__name__, at=places(error))
        tell(Refusal("internal", "Something went wrong here."))


def _tell(message: Command, table: Table, viewer: Viewer, spans: Spans, refusal: Refusal) -> None:
    """Tell the sender of a command that it was refused."""
    spans.refused(refusal.code)
    viewer.send(_refused(message.id, refusal, table, viewer))


def _refused(command: str | None, refusal: Refusal, table: Table, viewer: Viewer) -> bytes:
    shown = table.shown(table.seat_of(viewer.user, viewer.wanted))
    version = shown.game.version if shown is not None else 0
    return encode(Refused(command, ErrorInfo(refusal.code, refusal.message), version))
