"""Games as they were played: logs, frames and rows, games from elsewhere, and games that go on from a moment."""

from functools import partial
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop import Game
from whistlestop.server.adapters.database.imports import keep_import
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.http.guard import address_of
from whistlestop.server.adapters.http.routes.common import JSON, WHOLE_VIEW, AnyRequest, encoded
from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import TableInfo, encode
from whistlestop.server.messages.replays import Branch, Frames, GameLog, Import, Row, SeatChange
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.names import Names, free_name
from whistlestop.server.usecases.boards import Boards
from whistlestop.server.usecases.replays import imports as bringing
from whistlestop.server.usecases.replays.frames import Replays, eyes_of
from whistlestop.server.usecases.replays.imports import Imports
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.table import Table

RECORD_SIZE = 524_288
"""Longest record in bytes; that of a long game with a position to begin from is a tenth of it."""

Asked = Annotated[str | None, QueryParameter(name="seat", max_length=4, required=False)]


def _begun(table: Table, user: str | None) -> Game:
    """The game as a user may see it now."""
    shown = table.shown(table.seat_of(user))
    if shown is None:
        raise Refusal("not_started", "The game has not begun.")
    return shown.game


@get(
    "/api/games/{game:str}/log",
    summary="A game to be looked at moment by moment",
    media_type=JSON,
    responses=encoded(GameLog),
)
async def log(
    request: AnyRequest,
    game: FromPath[str],
    limits: NamedDependency[Limits],
    replays: NamedDependency[Replays],
    store: NamedDependency[Store],
    tables: NamedDependency[Tables],
    seat: Asked = None,
) -> Response[bytes]:
    """By the eyes of a seat, of nobody or of all when it is over; by the own ones while it is under way."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    async with tables.visit(game, request.user) as (found, user):
        played = _begun(found, user)
        eyes = eyes_of(played, found.seats_of(user), seat)
        first, entries = await replays.log(found.id, played, eyes)
        changes = [
            SeatChange(one.ply, one.seat, one.bot)
            for one in await store.hand_overs(found.id)
            if one.ply <= played.version  # spectators may see a game later than it happens
        ]
        told = GameLog(found.info(user), eyes, first, played.version, entries, changes)
        return Response(encode(told), media_type=JSON)


@get(
    "/api/games/{game:str}/frames",
    summary="The moments of a game around one of them",
    media_type=JSON,
    responses=encoded(Frames),
)
async def frames(
    request: AnyRequest,
    game: FromPath[str],
    limits: NamedDependency[Limits],
    replays: NamedDependency[Replays],
    tables: NamedDependency[Tables],
    at: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    seat: Asked = None,
) -> Response[bytes]:
    """What was known at each of some versions in a row, the wanted one among them."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    async with tables.visit(game, request.user) as (found, user):
        played = _begun(found, user)
        eyes = eyes_of(played, found.seats_of(user), seat)
        told = await replays.frames(found.id, played, eyes, at, look=found.row.look)
        return Response(told, media_type=JSON)


@get(
    "/api/games/{game:str}/rows",
    summary="A game that is over as flat rows",
    media_type=JSON,
    responses=encoded(list[Row]),
)
async def rows(
    request: AnyRequest,
    game: FromPath[str],
    limits: NamedDependency[Limits],
    replays: NamedDependency[Replays],
    tables: NamedDependency[Tables],
) -> Response[bytes]:
    """Every player after every action, for a notebook."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    async with tables.visit(game, request.user) as (found, user):
        told = await replays.rows(found.id, _begun(found, user), found.info(user).seats)
        return Response(told, media_type=JSON)


@post("/api/games/{game:str}/branch", summary="Play on from a moment of a game that is over")
async def branch(
    request: AnyRequest,
    game: FromPath[str],
    data: JSONBody[Branch],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    replays: NamedDependency[Replays],
    settings: NamedDependency[Settings],
    store: NamedDependency[Store],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """At a table of one's own, against bots; what the seat could not know is dealt anew."""
    limits.table(request.user, address_of(request.scope))
    check_bot(data.bot)
    async with tables.visit(game, request.user) as (found, user):
        played = _begun(found, user)
        if not played.over:
            raise Refusal("not_over", "The game is not over.")
    name = await names.of(request.user)
    _, row = await replays.run(partial(bringing.branch, played, data, request.user, name, store.time()))
    return await tables.add(row, name, settings.tables_per_user)


@post("/api/records", summary="Bring a game that was played elsewhere", request_max_body_size=RECORD_SIZE)
async def bring(
    request: AnyRequest,
    data: JSONBody[Import],
    accounts: NamedDependency[Accounts],
    boards: NamedDependency[Boards],
    imports: NamedDependency[Imports],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    settings: NamedDependency[Settings],
    store: NamedDependency[Store],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """It is played once more to check it, and kept as a table that is over."""
    limits.table(request.user, address_of(request.scope))
    players = [
        await free_name(accounts.kept, request.user, name) if name.strip() else None for name in data.names
    ]
    played, result = await imports.read(data, boards, address_of(request.scope))
    row = bringing.table_of(played, request.user, players, store.time(), result)
    name = await names.of(request.user)
    limit = settings.imports_per_user
    await keep_import(store, row, name, played.actions, limit)
    async with tables.use(row.id) as found:
        return found.info(request.user)
