"""Replays: logs, frames and rows, imported games, and games that branch off."""

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
"""Longest record in bytes; the record of a long game that starts from a position is a tenth of this size."""

Asked = Annotated[str | None, QueryParameter(name="seat", max_length=4, required=False)]


@get(
    "/api/games/{game:str}/log",
    summary="Get the log of a game",
    media_type=JSON,
    responses=encoded(GameLog),
)
async def log(
    game: FromPath[str],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
    seat: Asked = None,
) -> Response[bytes]:
    """Return the log as seen by a seat, a spectator or with all hands open. During a game, only your own view."""
    return Response(encode(await replays.log(game, caller, seat)), media_type=JSON)


@get(
    "/api/games/{game:str}/frames",
    summary="Get views of past versions",
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
    """Return the views at up to 32 consecutive versions, including the version `at`."""
    return Response(await replays.frames(game, caller, at, seat), media_type=JSON)


@get(
    "/api/games/{game:str}/rows",
    summary="Get a finished game as flat rows",
    media_type=JSON,
    responses=encoded(list[Row]),
)
async def rows(
    game: FromPath[str],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
) -> Response[bytes]:
    """Return a row for each player after each action, for data analysis."""
    return Response(await replays.rows(game, caller), media_type=JSON)


@post("/api/games/{game:str}/branch", summary="Branch off a finished game")
async def branch(
    game: FromPath[str],
    data: JSONBody[Branch],
    caller: NamedDependency[Caller],
    replays: NamedDependency[Replays],
) -> TableInfo:
    """Create a table that starts at a version, against bots. Unknown cards are dealt again."""
    return await replays.branch(game, caller, data)


@post("/api/records", summary="Import a game", request_max_body_size=RECORD_SIZE)
async def bring(
    data: JSONBody[Import],
    caller: NamedDependency[Caller],
    imports: NamedDependency[Imports],
) -> TableInfo:
    """Replay a record to check it, and store it as a finished table."""
    return await imports.bring(caller, data)
