"""The pages and files of the browser client."""

from collections.abc import Sequence
from urllib.parse import quote

from litestar import Response
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.client import Client, serve
from whistlestop.server.http.guests import CSRF_COOKIE
from whistlestop.server.http.preloads import LANGUAGE
from whistlestop.server.http.routes.common import KEPT, READ, REVALIDATE, AnyRequest
from whistlestop.server.usecases.boards import Board, Boards
from whistlestop.server.usecases.tables.boards import TableBoards

FOREVER = "public, max-age=31536000, immutable"


PAGES = [
    "/about",
    "/history",
    "/rules",
    "/rules/{ruleset:str}",
    "/account",
    "/signin",
    "/recover",
    "/verify",
    "/play",
    "/host",
    "/i/{key:str}",
    "/notices/stop/{token:str}",
    "/notices/confirm/{token:str}",
    "/programs",
    "/verify/{table:str}",
    "/t/{table:str}/replay",
    "/games",
    "/games/{game:str}",
    "/games/{game:str}/{version:int}",
    "/games/{game:str}/together/{key:str}",
    "/games/{game:str}/{version:int}/together/{key:str}",
    "/embed/games/{game:str}",
    "/embed/games/{game:str}/{version:int}",
    "/rankings",
    "/learn",
    "/learn/{ruleset:str}",
    "/learn/{ruleset:str}/{step:str}",
    "/puzzles",
    "/puzzles/{ruleset:str}",
    "/puzzles/{ruleset:str}/{puzzle:str}",
    "/p/{player:str}",
]


@HTTPRouteHandler("/t/{table:str}", http_method=READ, include_in_schema=False, opt=KEPT)
async def table_page(
    request: AnyRequest,
    table: FromPath[str],
    boards: NamedDependency[Boards],
    client: NamedDependency[Client],
    table_boards: NamedDependency[TableBoards],
) -> Response[bytes]:
    """The page of a table, and what it will ask for as soon as it runs."""
    board, begun = await _look_at(table, table_boards)
    answers: list[str] = []
    drawing = None
    if CSRF_COOKIE in request.cookies:  # without it two requests at once would make two guests
        path = f"/api/tables/{quote(table, safe='')}"
        answers = ["/api/me", path, f"{path}/view", f"{path}/ruleset"]
        if board is not None and board.ruleset.routes:
            at = f"/api/rulesets/{board.ruleset.id}" if boards.lists(board) else path
            drawing = f"{at}/board.svg"
    kind = None if board is None else board.ruleset.data.machine
    return _page(request, client, *([] if begun else ["Lobby"]), kind=kind, answers=answers, drawing=drawing)


@HTTPRouteHandler("/", http_method=READ, include_in_schema=False, opt=KEPT)
async def start_page(request: AnyRequest, client: NamedDependency[Client]) -> Response[bytes]:
    """The first page, and its files."""
    return _page(request, client, "Start")


def _page(
    request: AnyRequest,
    client: Client,
    *pages: str,
    kind: str | None = None,
    answers: Sequence[str] = (),
    drawing: str | None = None,
) -> Response[bytes]:
    """The page of the client, with the names of what it will want there."""
    answer = serve(request, client.page(), cache=REVALIDATE)
    answer.headers["Link"] = client.preloads().links(
        *pages,
        chosen=request.cookies.get(LANGUAGE),
        wanted=request.headers.get("accept-language", ""),
        kind=kind,
        answers=answers,
        drawing=drawing,
    )
    return answer


async def _look_at(table: str, table_boards: TableBoards) -> tuple[Board | None, bool]:
    """What is played on at a table, and whether it has begun; nothing if there is no such table or no database.

    The page itself will say so then.
    """
    try:
        return await table_boards.look_at(table)
    except (Refusal, DatabaseError):
        return None, True


@HTTPRouteHandler(PAGES, http_method=READ, include_in_schema=False, opt=KEPT)
async def page(request: AnyRequest, client: NamedDependency[Client]) -> Response[bytes]:
    """The page of the browser client."""
    return serve(request, client.page(), cache=REVALIDATE)


@HTTPRouteHandler("/{path:path}", http_method=READ, include_in_schema=False, opt=KEPT)
async def client_file(
    request: AnyRequest, path: FromPath[str], client: NamedDependency[Client]
) -> Response[bytes]:
    """A file of the browser client."""
    found = client.file(path)
    if found is None:
        raise NotFoundException
    # Names under assets/ carry a hash of what is in them.
    return serve(request, found, cache=FOREVER if path.startswith("/assets/") else REVALIDATE)
