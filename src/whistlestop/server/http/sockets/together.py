"""The socket for watching a game together."""

import asyncio
from typing import Annotated

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Meta

from whistlestop.server.domain.limits import PENALTY, Limits
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.admission import Admission, AnySocket
from whistlestop.server.http.trace import begin
from whistlestop.server.messages.base import ErrorInfo, Failure, encode
from whistlestop.server.messages.replays import TogetherMessage
from whistlestop.server.usecases.names import Names
from whistlestop.server.usecases.open_connections import OpenConnection
from whistlestop.server.usecases.replays.together import Companion, Room, Rooms
from whistlestop.server.usecases.tables.registry import Tables

decode = msgspec.json.Decoder(TogetherMessage).decode
decode_key = msgspec.json.Decoder(Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,32}\Z")]).decode


@websocket("/api/games/{game:str}/together/{key:str}")
async def together_socket(
    socket: AnySocket,
    game: FromPath[str],
    key: FromPath[str],
    admission: NamedDependency[Admission],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    rooms: NamedDependency[Rooms],
    tables: NamedDependency[Tables],
) -> None:
    """Serve one spectator of a replay until either side closes the socket."""

    async def work(opened: OpenConnection) -> None:
        try:
            decode_key(msgspec.json.encode(key))
        except msgspec.ValidationError:
            raise Refusal("bad_request", "This link is not valid for watching together.") from None
        async with tables.visit(game, socket.user) as (found, _):
            if found.game is None or not found.game.over:
                raise Refusal("not_over", "A game can be watched together only when it is over.")
            table = found.id
        room, companion = rooms.enter(table, key, socket.user, await names.of(socket.user))
        try:
            await admission.converse(socket, companion, read(room, companion), opened, table[:6])
        finally:
            rooms.leave(table, key, companion)

    async def read(room: Room, companion: Companion) -> None:
        while True:
            received = await socket.receive()
            if received["type"] != "websocket.receive":
                return
            try:
                limits.command(socket.user)
                message = decode(received.get("text") or "")
            except Refusal:
                await asyncio.sleep(PENALTY)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                refusal = ErrorInfo("bad_request", "This is not a message of the protocol.")
                companion.send(encode(Failure(refusal)))
            else:
                with admission.traces.socket("together", begin(socket.scope)).message(message):
                    room.hear(companion, message)

    await admission.serve(socket, work)
