"""The HTTP interface: one short handler for each request of docs/protocol.md; the work is done elsewhere."""

from typing import Annotated, Any

from litestar import Request, Response, get, patch, post
from litestar.di import NamedDependency
from litestar.enums import HttpMethod
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

import whistlestop
from whistlestop.core import jit
from whistlestop.kinds import AnyHint, AnyPlan, AnyRulesetInfo, AnySummary
from whistlestop.record import GameRecord
from whistlestop.server.boards import Board
from whistlestop.server.protocol import (
    Ack,
    BotSummary,
    ChangeSeat,
    CommandBody,
    CreateTable,
    Health,
    Join,
    Me,
    Ready,
    Rename,
    RulesetSummary,
    TableInfo,
    ViewAnswer,
)
from whistlestop.server.refusals import Refusal
from whistlestop.server.services import Services
from whistlestop.server.tables.bots import bot_list, check_bot
from whistlestop.server.web.client import serve
from whistlestop.server.web.guard import address_of
from whistlestop.server.web.names import clean_name
from whistlestop.text.view import DeclarationAnswer

JSON = "application/json"
KEPT_COMPRESSED = "kept_compressed"  # handlers with this option compress by themselves
KEPT = {KEPT_COMPRESSED: True}
REVALIDATE = "no-cache"
READ = (HttpMethod.GET, HttpMethod.HEAD)  # what watchers and link previews ask for with HEAD
FOREVER = "public, max-age=31536000, immutable"

AnyRequest = Request[str, Any, Any]


def encoded(shape: Any) -> dict[int, ResponseSpec]:
    """What the interface's description says of an answer that a handler gives as bytes."""
    return {200: ResponseSpec(shape, generate_examples=False, description="Done.")}


# ------------------------------------------------------------------------------------------------------- site


@HTTPRouteHandler("/api/health", http_method=READ, summary="Whether the service works")
async def health(services: NamedDependency[Services]) -> Health:
    """Answer only if what is played now can be kept."""
    await services.store.check_writing()
    return Health("ok", whistlestop.__version__)


@HTTPRouteHandler("/api/ready", http_method=READ, summary="Whether compiled code is in use")
async def ready() -> Ready:
    """Answer at once, also while the rules are played interpreted."""
    return Ready(compiled=jit.is_compiled())


@get("/api/me", summary="The guest behind the cookie, made if there is none")
async def me(request: AnyRequest, services: NamedDependency[Services]) -> Me:
    """Tell who is asking."""
    return Me(request.user, await services.name_of(request.user))


@patch("/api/me", summary="Choose a name")
async def rename(request: AnyRequest, data: JSONBody[Rename], services: NamedDependency[Services]) -> Me:
    """Store a name, and show it at the tables in memory."""
    name = clean_name(data.name)
    await services.store.name_user(request.user, name)
    for table in services.tables.live():
        table.rename(request.user, name)
    return Me(request.user, name)


@get("/api/rulesets", summary="The boards")
async def rulesets(services: NamedDependency[Services]) -> list[RulesetSummary]:
    """List what can be played."""
    return services.boards.summaries()


@get(
    "/api/rulesets/{ruleset:str}",
    summary="The data of a board",
    opt=KEPT,
    responses=encoded(AnyRulesetInfo),
)
async def ruleset_data(
    request: AnyRequest, ruleset: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """Cities, routes and tickets."""
    return serve(request, services.boards[ruleset].data, cache=REVALIDATE)


@get(
    "/api/rulesets/{ruleset:str}/board.svg",
    summary="The drawing of a board",
    media_type="image/svg+xml",
    opt=KEPT,
)
async def board_svg(
    request: AnyRequest, ruleset: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """The board as the page shows it."""
    drawing = await services.boards.drawing(services.boards[ruleset])
    return serve(request, drawing, cache=REVALIDATE)


@get("/api/bots", summary="The bots")
async def bots() -> list[BotSummary]:
    """List who can be played against."""
    return bot_list()


# ----------------------------------------------------------------------------------------------------- tables


@post("/api/tables", summary="Make a table")
async def create_table(
    request: AnyRequest, data: JSONBody[CreateTable], services: NamedDependency[Services]
) -> TableInfo:
    """Make a private table; its id is the link to sit down, `watch` the one to watch."""
    services.limits.table(address_of(request.scope))
    ruleset = services.boards[data.ruleset].ruleset
    if not ruleset.min_players <= len(data.seats) <= ruleset.max_players:
        raise Refusal(
            "bad_request", f"This board is for {ruleset.min_players} to {ruleset.max_players} players."
        )
    if data.look and "look" not in ruleset.kind.options:
        raise Refusal("bad_request", "There are no stacks to look at on this board.")
    for seat in data.seats:
        if seat.kind == "bot":
            check_bot(seat.bot)
    name = await services.name_of(request.user)
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
    board = await _board_of(table, request.user, services)
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
    board = await _board_of(table, request.user, services)
    if services.boards.lists(board):
        return _elsewhere(f"/api/rulesets/{board.ruleset.id}/board.svg")
    return serve(request, await services.boards.drawing(board), cache=REVALIDATE)


async def _board_of(table: str, user: str, services: Services) -> Board:
    async with services.tables.visit(table, user) as (found, _user):
        if found.game is not None:
            return services.boards.of(found.game.ruleset)
        return services.boards[found.row.ruleset]


def _elsewhere(path: str) -> Response[bytes]:
    """Where all games on a board find what a browser keeps of it."""
    return Response(b"", status_code=307, headers={"Location": path, "Cache-Control": REVALIDATE})


@post("/api/tables/{table:str}/join", summary="Sit down", status_code=200)
async def join_table(
    request: AnyRequest, table: FromPath[str], data: JSONBody[Join], services: NamedDependency[Services]
) -> TableInfo:
    """Take an open seat."""
    async with services.tables.use(table) as found:
        await services.seating.join(found, request.user, await services.name_of(request.user), data.seat)
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
        return found.info(request.user)


@post("/api/tables/{table:str}/start", summary="Begin the game (owner)", status_code=200)
async def start_table(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> TableInfo:
    """Begin when every seat is taken."""
    async with services.tables.use(table) as found:
        ruleset = services.boards[found.row.ruleset].ruleset
        await services.seating.start(found, request.user, ruleset)
        return found.info(request.user)


@post("/api/tables/{table:str}/commands", summary="Play an action", status_code=200)
async def play(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[CommandBody],
    services: NamedDependency[Services],
) -> Ack:
    """The same as a command on the socket."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return Ack(data.id, await found.command(request.user, data.id, data.version, data.action))


@get(
    "/api/tables/{table:str}/view",
    summary="What I may see of the game",
    media_type=JSON,
    responses=encoded(ViewAnswer),
)
async def view(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """View and log, without a socket."""
    async with services.tables.visit(table, request.user) as (found, user):
        return Response(found.view_answer(user), media_type=JSON)


@get("/api/tables/{table:str}/declaration", summary="What my stack says to a set of tickets")
async def declaration(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    tickets: Annotated[str, QueryParameter(max_length=2000)] = "",
) -> DeclarationAnswer:
    """Whether it pays for them, before they are declared."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return found.declaration(request.user, [ticket for ticket in tickets.split(",") if ticket])


@get(
    "/api/tables/{table:str}/plan",
    summary="What my tickets would take, and why I cannot claim routes",
    media_type=JSON,
    responses=encoded(AnyPlan),
)
async def plan(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """For those who have a seat, whether it is their turn or not."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return Response(await services.advice.answer(found.plan(request.user)), media_type=JSON)


@get(
    "/api/tables/{table:str}/hint",
    summary="What the planner would do in my place, and why",
    media_type=JSON,
    responses=encoded(AnyHint),
)
async def hint(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """For those who owe a decision."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return Response(await services.advice.answer(found.hint(request.user)), media_type=JSON)


@get(
    "/api/tables/{table:str}/record",
    summary="The whole record, when the game is over",
    media_type=JSON,
    responses=encoded(GameRecord),
)
async def record(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """Everything, the seed too."""
    async with services.tables.visit(table, request.user) as (found, _):
        headers = {"Content-Disposition": f'attachment; filename="whistlestop-{found.row.ruleset}.json"'}
        return Response(found.record().encode(), media_type=JSON, headers=headers)


@get(
    "/api/tables/{table:str}/summary",
    summary="What happened turn by turn, when the game is over",
    media_type=JSON,
    responses=encoded(AnySummary),
)
async def summary(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """Scores, cards and tickets over the turns, what everybody drew, and what was to be expected."""
    async with services.tables.visit(table, request.user) as (found, _):
        return Response(await found.summary(), media_type=JSON)


# ----------------------------------------------------------------------------------------------------- client


PAGES = ["/", "/about", "/rules", "/rules/{ruleset:str}", "/t/{table:str}"]


@HTTPRouteHandler(PAGES, http_method=READ, include_in_schema=False, opt=KEPT)
async def page(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """The page of the browser client."""
    return serve(request, services.client.page(), cache=REVALIDATE)


@HTTPRouteHandler("/{path:path}", http_method=READ, include_in_schema=False, opt=KEPT)
async def client_file(
    request: AnyRequest, path: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """A file of the browser client."""
    found = services.client.file(path)
    if found is None:
        raise NotFoundException
    # Names under assets/ carry a hash of what is in them.
    return serve(request, found, cache=FOREVER if path.startswith("/assets/") else REVALIDATE)


HANDLERS: list[BaseRouteHandler] = [
    health,
    ready,
    me,
    rename,
    rulesets,
    ruleset_data,
    board_svg,
    bots,
    create_table,
    my_tables,
    show_table,
    table_ruleset,
    table_board_svg,
    join_table,
    leave_table,
    change_seat,
    start_table,
    play,
    view,
    declaration,
    plan,
    hint,
    record,
    summary,
    page,
    client_file,
]
