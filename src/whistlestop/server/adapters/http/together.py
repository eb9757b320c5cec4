"""The socket of those who watch a game together."""

import asyncio
from typing import Annotated

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Meta

from whistlestop.server.adapters.http.guard import own_page
from whistlestop.server.adapters.http.socket import FORBIDDEN, PENALTY, AnySocket, admitted, converse, dismiss
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import ErrorInfo, Failure, encode
from whistlestop.server.messages.replays import TogetherMessage
from whistlestop.server.services import Services
from whistlestop.server.usecases.accounts.connections import Door
from whistlestop.server.usecases.replays.together import Companion, Room

decode = msgspec.json.Decoder(TogetherMessage).decode
decode_key = msgspec.json.Decoder(Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,32}\Z")]).decode


@websocket("/api/games/{game:str}/together/{key:str}")
async def together_socket(
    socket: AnySocket, game: FromPath[str], key: FromPath[str], services: NamedDependency[Services]
) -> None:
    """Serve one of those who watch a game that is over, until either side goes."""
    if not own_page(socket.scope, services):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    try:
        with admitted(socket, services) as door:
            await _visit(socket, game, key, services, door)
    except Refusal as refusal:
        await dismiss(socket, refusal)


async def _visit(socket: AnySocket, game: str, key: str, services: Services, door: Door) -> None:
    try:
        decode_key(msgspec.json.encode(key))
    except msgspec.ValidationError:
        raise Refusal("bad_request", "This is no link to watch together.") from None
    async with services.tables.visit(game, socket.user) as (found, _):
        if found.game is None or not found.game.over:
            raise Refusal("not_over", "Games are watched together when they are over.")
        table = found.id
    name = await services.name_of(socket.user)
    room, companion = services.rooms.enter(table, key, socket.user, name)
    try:
        await converse(socket, companion, _read(socket, room, companion, services), door, table[:6])
    finally:
        services.rooms.leave(table, key, companion)


async def _read(socket: AnySocket, room: Room, companion: Companion, services: Services) -> None:
    while True:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        try:
            services.limits.command(socket.user)
            message = decode(received.get("text") or "")
        except Refusal:
            await asyncio.sleep(PENALTY)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            refusal = ErrorInfo("bad_request", "This is not a message of the protocol.")
            companion.send(encode(Failure(refusal)))
        else:
            room.hear(companion, message)
