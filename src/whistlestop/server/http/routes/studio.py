"""The board editor: checks, tickets, drawings and files of boards that the browser keeps."""

from typing import Annotated, Literal

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.client import serve
from whistlestop.server.http.routes.common import JSON, KEPT, AnyRequest, encoded
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.studio import (
    BalanceReport,
    BalanceWish,
    BoardDraft,
    BoardFiles,
    BoardPlaces,
    BoardReport,
    BoardStanding,
    BoardToKeep,
    BroughtBoard,
    DeckWish,
    FoundBoard,
    GalleryPage,
    LandOutlines,
    ListBoard,
    PrintWish,
    RateBoard,
    ReportBoard,
    SharedBoard,
    SuggestedDeck,
)
from whistlestop.server.usecases.studio.gallery import Gallery
from whistlestop.server.usecases.studio.own_boards import OwnBoards
from whistlestop.server.usecases.studio.studio import Studio

BOARD_SIZE = 131_072
"""Longest board in bytes; the largest that can be played have half as many."""
FILES_SIZE = 8_388_608
"""Longest import in bytes; files of other programs may contain pictures."""
MEDIA = {"zip": "application/zip", "json": JSON, "csv": "application/zip"}

Order = Literal["newest", "played", "rated"]
Longitude = Annotated[float, QueryParameter(ge=-180, le=180)]
Latitude = Annotated[float, QueryParameter(ge=-90, le=90)]


@post(
    "/api/studio/check",
    summary="Check a board",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
    media_type=JSON,
    responses=encoded(BoardReport),
)
async def check(
    data: JSONBody[BoardDraft], caller: NamedDependency[Caller], studio: NamedDependency[Studio]
) -> Response[bytes]:
    """Return all faults of a board with their places, and figures about it."""
    return Response(encode(await studio.check(caller, data.board)), media_type=JSON)


@post(
    "/api/studio/balance",
    summary="Test the balance of a board",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
)
async def balance(
    data: JSONBody[BalanceWish], caller: NamedDependency[Caller], studio: NamedDependency[Studio]
) -> BalanceReport:
    """Return the findings of games between bots so far: faults, and confirmed remedies.

    The first request starts the games. They stop a few seconds after the last request.
    """
    return await studio.balance(caller, data)


@post(
    "/api/studio/tickets",
    summary="Suggest tickets for a board",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
)
async def tickets(
    data: JSONBody[DeckWish], caller: NamedDependency[Caller], studio: NamedDependency[Studio]
) -> SuggestedDeck:
    """Return a deck for the cities and routes of a board."""
    return await studio.tickets(caller, data)


@post(
    "/api/studio/import",
    summary="Read the files of a board",
    status_code=200,
    request_max_body_size=FILES_SIZE,
)
async def bring(
    data: JSONBody[BoardFiles], caller: NamedDependency[Caller], studio: NamedDependency[Studio]
) -> BroughtBoard:
    """Return the board of a zipped folder, or of files from another program. Nothing is stored."""
    return await studio.bring(caller, data)


@post(
    "/api/studio/files/{form:str}",
    summary="Get a board as a file",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
    media_type="application/octet-stream",
)
async def export(
    form: FromPath[str],
    data: JSONBody[BoardDraft],
    caller: NamedDependency[Caller],
    studio: NamedDependency[Studio],
) -> Response[bytes]:
    """Return the board as a zipped folder (`zip`), for the map editor by B. Hagström (`json`), or as tables (`csv`)."""
    content = await studio.export(caller, data.board, form)
    return Response(content, media_type=MEDIA[form])


@post(
    "/api/studio/drawing",
    summary="Draw a board",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
    media_type="image/svg+xml",
    opt=KEPT,
)
async def drawing(
    request: AnyRequest,
    data: JSONBody[BoardDraft],
    caller: NamedDependency[Caller],
    studio: NamedDependency[Studio],
) -> Response[bytes]:
    """Return the board as an SVG, or 202 while it is being drawn."""
    drawings = await studio.drawing(caller, data.board)
    return serve(request, drawings.whole, cache="no-store")


@post(
    "/api/studio/places",
    summary="Ask what a drawing has no room for",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
)
async def places(
    data: JSONBody[BoardDraft], caller: NamedDependency[Caller], studio: NamedDependency[Studio]
) -> BoardPlaces:
    """Return the names, routes and cities that do not fit into a drawing, or 202 while it is being drawn."""
    return await studio.place(caller, data.board)


@post(
    "/api/studio/print",
    summary="Print a board",
    status_code=200,
    request_max_body_size=BOARD_SIZE,
    media_type="application/pdf",
)
async def print_board(
    data: JSONBody[PrintWish], caller: NamedDependency[Caller], studio: NamedDependency[Studio]
) -> Response[bytes]:
    """Return a PDF with the board in tiles, cards, tickets, score track and player aid, or 202 while it is drawn."""
    return Response(await studio.print(caller, data), media_type="application/pdf")


@get("/api/studio/land", summary="Get coasts and borders")
async def land(
    caller: NamedDependency[Caller],
    studio: NamedDependency[Studio],
    west: Longitude,
    south: Latitude,
    east: Longitude,
    north: Latitude,
) -> LandOutlines:
    """Return coasts, lakes, rivers and borders in a box of degrees."""
    return await studio.land(caller, west, south, east, north)


@post("/api/boards", summary="Keep a board", request_max_body_size=BOARD_SIZE)
async def keep(
    data: JSONBody[BoardToKeep], caller: NamedDependency[Caller], own_boards: NamedDependency[OwnBoards]
) -> SharedBoard:
    """Keep a board for games and links. Its id works like that of a board of the site, for all users who know it."""
    return await own_boards.keep(caller, data.board, data.origin)


@get("/api/boards", summary="List your boards")
async def my_boards(
    caller: NamedDependency[Caller], own_boards: NamedDependency[OwnBoards]
) -> list[SharedBoard]:
    """Return the boards that the site keeps for you, newest first."""
    return await own_boards.of(caller.user)


@get("/api/boards/{board:str}", summary="Get a board as data")
async def show_board(
    board: FromPath[str],
    caller: NamedDependency[Caller],
    own_boards: NamedDependency[OwnBoards],
    gallery: NamedDependency[Gallery],
) -> FoundBoard:
    """Return a board of the site or of a user, as the starting point of another board."""
    found = await own_boards.find(caller, board)
    found.standing = await gallery.standing(caller, board)
    return found


@delete("/api/boards/{board:str}", summary="Delete a board", status_code=200)
async def delete_board(
    board: FromPath[str], caller: NamedDependency[Caller], own_boards: NamedDependency[OwnBoards]
) -> list[SharedBoard]:
    """Delete a board of yours; moderators can delete any user's board. Games on it continue."""
    return await own_boards.delete(caller.user, board)


@post("/api/boards/{board:str}/report", summary="Report a board", status_code=204)
async def report_board(
    board: FromPath[str],
    data: JSONBody[ReportBoard],
    caller: NamedDependency[Caller],
    own_boards: NamedDependency[OwnBoards],
) -> None:
    """Report the names or the contents of a board to the moderators."""
    await own_boards.report(caller, board, data)


@get("/api/gallery", summary="List the gallery of boards")
async def list_gallery(
    caller: NamedDependency[Caller],
    gallery: NamedDependency[Gallery],
    order: FromQuery[Order] = "newest",
    page: Annotated[int, QueryParameter(ge=0, le=200)] = 0,
) -> GalleryPage:
    """Return boards that their makers have listed: the newest, those with the most players, or the best rated first."""
    return await gallery.page(caller, order, page)


@put("/api/boards/{board:str}/listing", summary="List a board in the gallery")
async def put_listing(
    board: FromPath[str],
    data: JSONBody[ListBoard],
    caller: NamedDependency[Caller],
    gallery: NamedDependency[Gallery],
) -> BoardStanding | None:
    """List a board of yours in the gallery, or remove it. Moderators can remove any board."""
    return await gallery.put(caller, board, listed=data.listed)


@put("/api/boards/{board:str}/rating", summary="Rate a board")
async def rate_board(
    board: FromPath[str],
    data: JSONBody[RateBoard],
    caller: NamedDependency[Caller],
    gallery: NamedDependency[Gallery],
) -> BoardStanding | None:
    """Rate a board of another user on which you have finished a game."""
    return await gallery.rate(caller, board, data.stars)
