"""Tables, their boards and their seats."""

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
from whistlestop.server.usecases.tables.creating import TableCreation
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.seating import Seating


@post("/api/tables", scope="play", summary="Create a table")
async def create_table(
    data: JSONBody[CreateTable], caller: NamedDependency[Caller], creation: NamedDependency[TableCreation]
) -> TableInfo:
    """Create a table. Its `id` is the key to sit down, and `watch` the key to watch."""
    return await creation.create(caller, data)


@get("/api/tables", scope="read", summary="List your tables")
async def my_tables(caller: NamedDependency[Caller], tables: NamedDependency[Tables]) -> list[TableInfo]:
    """Return the tables that you created or sit at, newest first."""
    return await tables.of(caller.user)


@get("/api/tables/{table:str}", scope="read", summary="Get a table")
async def show_table(
    table: FromPath[str], caller: NamedDependency[Caller], tables: NamedDependency[Tables]
) -> TableInfo:
    """Return the table as you see it."""
    return await tables.show(table, caller.user)


@get(
    "/api/tables/{table:str}/ruleset",
    scope="read",
    summary="Get the data of the table's board",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def table_ruleset(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """Return the board as it was when the game started, or redirect if it has not changed since then."""
    board = await table_boards.of(table, request.user)
    if boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}")
    return serve(request, board.data, cache=REVALIDATE)


@get(
    "/api/tables/{table:str}/board.svg",
    scope="read",
    summary="Get the drawing of the table's board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def table_board_svg(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """Return the board as an SVG, or redirect to the shared drawing."""
    return await _drawn(request, table, boards, table_boards, "board.svg", lambda drawings: drawings.whole)


@get(
    "/api/tables/{table:str}/thumbnail.svg",
    scope="read",
    summary="Get a thumbnail of the table's board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def table_thumbnail_svg(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """Return a small SVG of the board, or redirect to the shared one."""
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
    """Return a drawing of a table's board, or redirect to the one that all games on the board share."""
    board = await table_boards.of(table, request.user)
    if boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}/{name}")
    return serve(request, part(await boards.drawings(board)), cache=REVALIDATE)


def _elsewhere(path: str) -> Response[bytes]:
    """Redirect to the address that all games on a board share, so that browsers cache it once."""
    return Response(b"", status_code=307, headers={"Location": path, "Cache-Control": REVALIDATE})


@post("/api/tables/{table:str}/join", scope="play", summary="Sit down", status_code=200)
async def join_table(
    table: FromPath[str],
    data: JSONBody[Join],
    caller: NamedDependency[Caller],
    seating: NamedDependency[Seating],
) -> TableInfo:
    """Take a free seat."""
    return await seating.join(table, caller, data)


@post("/api/tables/{table:str}/nonce", scope="play", summary="Add a nonce to the shuffle", status_code=200)
async def add_nonce(
    table: FromPath[str],
    data: JSONBody[AddNonce],
    caller: NamedDependency[Caller],
    seating: NamedDependency[Seating],
) -> TableInfo:
    """Set the nonce of your seats that have none, before the game."""
    return await seating.add_nonce(table, caller, data.nonce)


@post("/api/tables/{table:str}/color", summary="Choose the color of your seat", status_code=200)
async def choose_color(
    table: FromPath[str],
    data: JSONBody[ChooseColor],
    caller: NamedDependency[Caller],
    seating: NamedDependency[Seating],
) -> TableInfo:
    """Choose a color that no other player has chosen, before the game."""
    return await seating.choose_color(table, caller, data.seat, data.color)


@post("/api/tables/{table:str}/leave", scope="play", summary="Leave the table", status_code=200)
async def leave_table(
    table: FromPath[str], caller: NamedDependency[Caller], seating: NamedDependency[Seating]
) -> TableInfo:
    """Free your seat before the game."""
    return await seating.leave(table, caller)


@post("/api/tables/{table:str}/decline", scope="play", summary="Decline a reserved seat", status_code=200)
async def decline_seat(
    table: FromPath[str], caller: NamedDependency[Caller], seating: NamedDependency[Seating]
) -> TableInfo:
    """Free the seat that is reserved for you before the game."""
    return await seating.decline(table, caller)
