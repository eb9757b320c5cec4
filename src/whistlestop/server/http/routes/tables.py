"""Making tables, the board of a table, and who sits where."""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.kinds import AnyRulesetInfo
from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.client import serve
from whistlestop.server.http.routes.common import KEPT, REVALIDATE, AnyRequest, encoded
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import AddNonce, ChooseColor, CreateTable, Join
from whistlestop.server.usecases.boards import Asset, Boards, Drawings
from whistlestop.server.usecases.tables.boards import TableBoards
from whistlestop.server.usecases.tables.making import Making
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.seating import Seating


@post("/api/tables", scope="play", summary="Make a table")
async def create_table(
    data: JSONBody[CreateTable], caller: NamedDependency[Caller], making: NamedDependency[Making]
) -> TableInfo:
    """Make a private table; its id is the link to sit down, `watch` the one to watch."""
    return await making.create(caller, data)


@get("/api/tables", scope="read", summary="My tables, newest first")
async def my_tables(caller: NamedDependency[Caller], tables: NamedDependency[Tables]) -> list[TableInfo]:
    """List the tables that the guest made or sits at."""
    return await tables.of(caller.user)


@get("/api/tables/{table:str}", scope="read", summary="A table")
async def show_table(
    table: FromPath[str], caller: NamedDependency[Caller], tables: NamedDependency[Tables]
) -> TableInfo:
    """Seats, state and version."""
    return await tables.show(table, caller.user)


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
    table: FromPath[str],
    data: JSONBody[Join],
    caller: NamedDependency[Caller],
    seating: NamedDependency[Seating],
) -> TableInfo:
    """Take an open seat."""
    return await seating.join(table, caller, data)


@post("/api/tables/{table:str}/nonce", scope="play", summary="Add to the shuffle", status_code=200)
async def add_nonce(
    table: FromPath[str],
    data: JSONBody[AddNonce],
    caller: NamedDependency[Caller],
    seating: NamedDependency[Seating],
) -> TableInfo:
    """Before the game, for the own seats that were taken without a nonce."""
    return await seating.add_nonce(table, caller, data.nonce)


@post("/api/tables/{table:str}/color", summary="Choose the color of my seat", status_code=200)
async def choose_color(
    table: FromPath[str],
    data: JSONBody[ChooseColor],
    caller: NamedDependency[Caller],
    seating: NamedDependency[Seating],
) -> TableInfo:
    """Take a color before the game that no other player has chosen."""
    return await seating.choose_color(table, caller, data.seat, data.color)


@post("/api/tables/{table:str}/leave", scope="play", summary="Stand up before the game", status_code=200)
async def leave_table(
    table: FromPath[str], caller: NamedDependency[Caller], seating: NamedDependency[Seating]
) -> TableInfo:
    """Free the own seat."""
    return await seating.leave(table, caller)
