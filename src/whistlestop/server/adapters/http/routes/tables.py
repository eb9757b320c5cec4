"""Making tables, the board of a table, and who sits where."""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from whistlestop import Ruleset
from whistlestop.kinds import AnyRulesetInfo
from whistlestop.server.adapters.http.client import serve
from whistlestop.server.adapters.http.guard import address_of
from whistlestop.server.adapters.http.routes.common import KEPT, REVALIDATE, AnyRequest, encoded
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import AddNonce, ChangeSeat, CreateTable, Join, SeatWish, StartTable
from whistlestop.server.services import Services
from whistlestop.server.usecases.accounts.naming import free_name
from whistlestop.server.usecases.boards import Asset, Drawings
from whistlestop.server.usecases.tables.bots import check_bot


def ruleset_for(board: str, seats: list[SeatWish], services: Services, *, look: bool) -> Ruleset:
    """The ruleset of a board, if these seats and the option to look can be had there."""
    ruleset = services.boards[board].ruleset
    if not ruleset.min_players <= len(seats) <= ruleset.max_players:
        raise Refusal(
            "bad_request", f"This board is for {ruleset.min_players} to {ruleset.max_players} players."
        )
    if look and "look" not in ruleset.kind.options:
        raise Refusal("bad_request", "There are no stacks to look at on this board.")
    for seat in seats:
        if seat.kind == "bot":
            check_bot(seat.bot)
    return ruleset


@post("/api/tables", summary="Make a table")
async def create_table(
    request: AnyRequest, data: JSONBody[CreateTable], services: NamedDependency[Services]
) -> TableInfo:
    """Make a private table; its id is the link to sit down, `watch` the one to watch."""
    services.moderation.check_writable()
    services.limits.table(request.user, address_of(request.scope))
    ruleset = ruleset_for(data.ruleset, data.seats, services, look=data.look)
    if data.clock is not None and data.clock.bot is not None:
        check_bot(data.clock.bot)
    if data.stand_in is not None:
        check_bot(data.stand_in)
    kept = services.accounts.kept
    seats = [
        seat if seat.name is None else replace(seat, name=await free_name(kept, request.user, seat.name))
        for seat in data.seats
    ]
    data = replace(data, seats=seats)
    name = await services.name_to_keep(request.user, address_of(request.scope))
    if data.listed:
        tag = services.moderation.tag(address_of(request.scope))
        await services.moderation.check_newcomer(request.user, name, tag)
    return await services.tables.create(request.user, name, data, ruleset, services.settings.tables_per_user)


@get("/api/tables", summary="My tables, newest first")
async def my_tables(request: AnyRequest, services: NamedDependency[Services]) -> list[TableInfo]:
    """List the tables that the guest made or sits at."""
    return await services.tables.of(request.user)


@get("/api/tables/{table:str}", summary="A table")
async def show_table(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> TableInfo:
    """Seats, state and version."""
    async with services.tables.visit(table, request.user) as (found, user):
        return found.info(user)


@get(
    "/api/tables/{table:str}/ruleset",
    summary="The data of the board that is played on",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def table_ruleset(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """Cities, routes and tickets as they were when the game began, whatever has become of the board since."""
    board = await services.board_of(table)
    if services.boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}")
    return serve(request, board.data, cache=REVALIDATE)


@get(
    "/api/tables/{table:str}/board.svg",
    summary="The drawing of the board that is played on",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def table_board_svg(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """The board of this game."""
    return await _drawn(request, table, services, "board.svg", lambda drawings: drawings.whole)


@get(
    "/api/tables/{table:str}/thumbnail.svg",
    summary="A small picture of the board that is played on",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def table_thumbnail_svg(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """The board of this game as lists show it."""
    return await _drawn(request, table, services, "thumbnail.svg", lambda drawings: drawings.thumbnail)


async def _drawn(
    request: AnyRequest, table: str, services: Services, name: str, part: Callable[[Drawings], Asset]
) -> Response[bytes]:
    """A part of the drawings of a table's board, or where all games on the board find it under its name."""
    board = await services.board_of(table)
    if services.boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}/{name}")
    return serve(request, part(await services.boards.drawings(board)), cache=REVALIDATE)


def _elsewhere(path: str) -> Response[bytes]:
    """Where all games on a board find what a browser keeps of it."""
    return Response(b"", status_code=307, headers={"Location": path, "Cache-Control": REVALIDATE})


@post("/api/tables/{table:str}/join", summary="Sit down", status_code=200)
async def join_table(
    request: AnyRequest, table: FromPath[str], data: JSONBody[Join], services: NamedDependency[Services]
) -> TableInfo:
    """Take an open seat."""
    services.moderation.check_writable()
    async with services.tables.use(table) as found:
        name = await services.name_to_keep(request.user, address_of(request.scope))
        if found.row.listed:
            tag = services.moderation.tag(address_of(request.scope))
            await services.moderation.check_newcomer(request.user, name, tag)
        await services.seating.join(found, request.user, name, data.seat, data.nonce, data.color)
        await services.hall.begin_if_full(found)
        if found.row.rematch_of is not None:
            await services.rematches.settle(found, services.boards[found.row.ruleset].ruleset)
        return found.info(request.user)


@post("/api/tables/{table:str}/nonce", summary="Add to the shuffle", status_code=200)
async def add_nonce(
    request: AnyRequest, table: FromPath[str], data: JSONBody[AddNonce], services: NamedDependency[Services]
) -> TableInfo:
    """Before the game, for the own seats that were taken without a nonce."""
    async with services.tables.use(table) as found:
        await services.seating.add_nonce(found, request.user, data.nonce)
        return found.info(request.user)


@post("/api/tables/{table:str}/leave", summary="Stand up before the game", status_code=200)
async def leave_table(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> TableInfo:
    """Free the own seat."""
    async with services.tables.use(table) as found:
        await services.seating.leave(found, request.user)
        return found.info(request.user)


@post("/api/tables/{table:str}/seats", summary="Put a bot on a seat or free it (owner)", status_code=200)
async def change_seat(
    request: AnyRequest, table: FromPath[str], data: JSONBody[ChangeSeat], services: NamedDependency[Services]
) -> TableInfo:
    """Change who sits where, before the game."""
    bot = check_bot(data.bot) if data.kind == "bot" else None
    async with services.tables.use(table) as found:
        await services.seating.set_seat(found, request.user, data.seat, bot)
        await services.hall.begin_if_full(found)
        return found.info(request.user)


@post("/api/tables/{table:str}/start", summary="Begin the game (owner)", status_code=200)
async def start_table(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    data: JSONBody[StartTable | None] = None,
) -> TableInfo:
    """Begin when every seat is taken."""
    async with services.tables.use(table) as found:
        ruleset = services.boards[found.row.ruleset].ruleset
        await services.seating.start(found, request.user, ruleset, data.nonce if data else None)
        return found.info(request.user)


HANDLERS: list[BaseRouteHandler] = [
    create_table,
    my_tables,
    show_table,
    table_ruleset,
    table_board_svg,
    table_thumbnail_svg,
    join_table,
    add_nonce,
    leave_table,
    change_seat,
    start_table,
]
