"""Making tables, the board of a table, and who sits where."""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from whistlestop.kinds import AnyRulesetInfo
from whistlestop.server.adapters.http.client import serve
from whistlestop.server.adapters.http.guard import address_of
from whistlestop.server.adapters.http.routes.common import KEPT, REVALIDATE, AnyRequest, encoded
from whistlestop.server.domain.limits import Limits
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import AddNonce, ChangeSeat, CreateTable, Join, StartTable
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.names import Names, free_name
from whistlestop.server.usecases.boards import Asset, Boards, Drawings
from whistlestop.server.usecases.meeting.open_tables import OpenTableList
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.tables.boards import TableBoards
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.rematch import Rematches
from whistlestop.server.usecases.tables.seating import Seating


@post("/api/tables", scope="play", summary="Make a table")
async def create_table(
    request: AnyRequest,
    data: JSONBody[CreateTable],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    moderation: NamedDependency[Moderation],
    names: NamedDependency[Names],
    settings: NamedDependency[Settings],
    tables: NamedDependency[Tables],
    table_boards: NamedDependency[TableBoards],
) -> TableInfo:
    """Make a private table; its id is the link to sit down, `watch` the one to watch."""
    moderation.check_writable()
    limits.table(request.user, address_of(request.scope))
    ruleset = table_boards.ruleset_for(data.ruleset, data.seats, look=data.look)
    if data.clock is not None and data.clock.bot is not None:
        check_bot(data.clock.bot)
    if data.stand_in is not None:
        check_bot(data.stand_in)
    kept = accounts.kept
    seats = [
        seat if seat.name is None else replace(seat, name=await free_name(kept, request.user, seat.name))
        for seat in data.seats
    ]
    data = replace(data, seats=seats)
    name = await names.to_keep(request.user, address_of(request.scope))
    if data.listed:
        tag = moderation.tag(address_of(request.scope))
        await moderation.check_newcomer(request.user, name, tag)
    return await tables.create(request.user, name, data, ruleset, settings.tables_per_user)


@get("/api/tables", scope="read", summary="My tables, newest first")
async def my_tables(request: AnyRequest, tables: NamedDependency[Tables]) -> list[TableInfo]:
    """List the tables that the guest made or sits at."""
    return await tables.of(request.user)


@get("/api/tables/{table:str}", scope="read", summary="A table")
async def show_table(request: AnyRequest, table: FromPath[str], tables: NamedDependency[Tables]) -> TableInfo:
    """Seats, state and version."""
    async with tables.visit(table, request.user) as (found, user):
        return found.info(user)


@get(
    "/api/tables/{table:str}/ruleset",
    scope="read",
    summary="The data of the board that is played on",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def table_ruleset(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """Cities, routes and tickets as they were when the game began, whatever has become of the board since."""
    board = await table_boards.of(table)
    if boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}")
    return serve(request, board.data, cache=REVALIDATE)


@get(
    "/api/tables/{table:str}/board.svg",
    scope="read",
    summary="The drawing of the board that is played on",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def table_board_svg(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """The board of this game."""
    return await _drawn(request, table, boards, table_boards, "board.svg", lambda drawings: drawings.whole)


@get(
    "/api/tables/{table:str}/thumbnail.svg",
    scope="read",
    summary="A small picture of the board that is played on",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def table_thumbnail_svg(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """The board of this game as lists show it."""
    return await _drawn(
        request, table, boards, table_boards, "thumbnail.svg", lambda drawings: drawings.thumbnail
    )


async def _drawn(
    request: AnyRequest,
    table: str,
    boards: Boards,
    table_boards: TableBoards,
    name: str,
    part: Callable[[Drawings], Asset],
) -> Response[bytes]:
    """A part of the drawings of a table's board, or where all games on the board find it under its name."""
    board = await table_boards.of(table)
    if boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}/{name}")
    return serve(request, part(await boards.drawings(board)), cache=REVALIDATE)


def _elsewhere(path: str) -> Response[bytes]:
    """Where all games on a board find what a browser keeps of it."""
    return Response(b"", status_code=307, headers={"Location": path, "Cache-Control": REVALIDATE})


@post("/api/tables/{table:str}/join", scope="play", summary="Sit down", status_code=200)
async def join_table(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[Join],
    boards: NamedDependency[Boards],
    moderation: NamedDependency[Moderation],
    names: NamedDependency[Names],
    open_tables: NamedDependency[OpenTableList],
    rematches: NamedDependency[Rematches],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Take an open seat."""
    moderation.check_writable()
    async with tables.use(table) as found:
        name = await names.to_keep(request.user, address_of(request.scope))
        if found.row.listed:
            tag = moderation.tag(address_of(request.scope))
            await moderation.check_newcomer(request.user, name, tag)
        await seating.join(found, request.user, name, data.seat, data.nonce, data.color)
        await open_tables.begin_if_full(found)
        if found.row.rematch_of is not None:
            await rematches.settle(found, boards[found.row.ruleset].ruleset)
        return found.info(request.user)


@post("/api/tables/{table:str}/nonce", scope="play", summary="Add to the shuffle", status_code=200)
async def add_nonce(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[AddNonce],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Before the game, for the own seats that were taken without a nonce."""
    async with tables.use(table) as found:
        await seating.add_nonce(found, request.user, data.nonce)
        return found.info(request.user)


@post("/api/tables/{table:str}/leave", scope="play", summary="Stand up before the game", status_code=200)
async def leave_table(
    request: AnyRequest,
    table: FromPath[str],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Free the own seat."""
    async with tables.use(table) as found:
        await seating.leave(found, request.user)
        return found.info(request.user)


@post(
    "/api/tables/{table:str}/seats",
    scope="play",
    summary="Put a bot on a seat or free it (owner)",
    status_code=200,
)
async def change_seat(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[ChangeSeat],
    open_tables: NamedDependency[OpenTableList],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Change who sits where, before the game."""
    bot = check_bot(data.bot) if data.kind == "bot" else None
    async with tables.use(table) as found:
        await seating.set_seat(found, request.user, data.seat, bot)
        await open_tables.begin_if_full(found)
        return found.info(request.user)


@post("/api/tables/{table:str}/start", scope="play", summary="Begin the game (owner)", status_code=200)
async def start_table(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
    data: JSONBody[StartTable | None] = None,
) -> TableInfo:
    """Begin when every seat is taken."""
    async with tables.use(table) as found:
        ruleset = boards[found.row.ruleset].ruleset
        await seating.start(found, request.user, ruleset, data.nonce if data else None)
        return found.info(request.user)
