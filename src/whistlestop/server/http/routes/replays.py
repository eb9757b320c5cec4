"""Games as they were played: logs, frames and rows, games from elsewhere, and games that go on from a moment."""

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.routes.common import JSON, encoded
from whistlestop.server.messages.base import TableInfo, encode
from whistlestop.server.messages.replays import Branch, Frames, GameLog, Import, Row
from whistlestop.server.usecases.replays.frames import Replays
from whistlestop.server.usecases.replays.imports import Imports

RECORD_SIZE = 524_288
"""Longest record in bytes; that of a long game with a position to begin from is a tenth of it."""

Asked = Annotated[str | None, QueryParameter(name="seat", max_length=4, required=False)]


@get(
    "/api/games/{game:str}/log",
    summary="A game to be looked at moment by moment",
    media_type=JSON,
    responses=encoded(GameLog),
)
async def log(
    game: FromPath[str],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
    seat: Asked = None,
) -> Response[bytes]:
    """By the eyes of a seat, of nobody or of all when it is over; by the own ones while it is under way."""
    return Response(encode(await replays.log(game, caller, seat)), media_type=JSON)


@get(
    "/api/games/{game:str}/frames",
    summary="The moments of a game around one of them",
    media_type=JSON,
    responses=encoded(Frames),
)
async def frames(
    game: FromPath[str],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
    at: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    seat: Asked = None,
) -> Response[bytes]:
    """What was known at each of some versions in a row, the wanted one among them."""
    return Response(await replays.frames(game, caller, at, seat), media_type=JSON)


@get(
    "/api/games/{game:str}/rows",
    summary="A game that is over as flat rows",
    media_type=JSON,
    responses=encoded(list[Row]),
)
async def rows(
    game: FromPath[str],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
) -> Response[bytes]:
    """Every player after every action, for a notebook."""
    return Response(await replays.rows(game, caller), media_type=JSON)


@post("/api/games/{game:str}/branch", summary="Play on from a moment of a game that is over")
async def branch(
    game: FromPath[str],
    data: JSONBody[Branch],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
) -> TableInfo:
    """At a table of one's own, against bots; what the seat could not know is dealt anew."""
    return await replays.branch(game, caller, data)


@post("/api/records", summary="Bring a game that was played elsewhere", request_max_body_size=RECORD_SIZE)
async def bring(
    data: JSONBody[Import],
    caller: NamedDependency[Caller],
    imports: NamedDependency[Imports],
) -> TableInfo:
    """It is played once more to check it, and kept as a table that is over."""
    return await imports.bring(caller, data)
