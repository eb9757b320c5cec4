"""Playing: commands and what one may see, and the record and summary of a game that is over."""

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.kinds import AnyHint, AnyPlan, AnySummary
from whistlestop.record import GameRecord
from whistlestop.server.adapters.http.queries import OneSeat
from whistlestop.server.adapters.http.routes.common import JSON, AnyRequest, encoded
from whistlestop.server.messages.base import Ack, CommandBody, ViewAnswer
from whistlestop.server.services import Services
from whistlestop.text.view import DeclarationAnswer


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
        version = await found.actions.command(
            request.user, data.id, data.version, data.action, wanted=data.seat
        )
        return Ack(data.id, version)


@get(
    "/api/tables/{table:str}/view",
    summary="What I may see of the game",
    media_type=JSON,
    responses=encoded(ViewAnswer),
)
async def view(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    seat: OneSeat = None,
) -> Response[bytes]:
    """View and log, without a socket."""
    async with services.tables.visit(table, request.user) as (found, user):
        return Response(found.view_answer(user, seat), media_type=JSON)


@get("/api/tables/{table:str}/declaration", summary="What my stack says to a set of tickets")
async def declaration(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    tickets: Annotated[str, QueryParameter(max_length=2000)] = "",
    seat: OneSeat = None,
) -> DeclarationAnswer:
    """Whether it pays for them, before they are declared."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return found.declaration(request.user, [ticket for ticket in tickets.split(",") if ticket], seat)


@get(
    "/api/tables/{table:str}/plan",
    summary="What my tickets would take, and why I cannot claim routes",
    media_type=JSON,
    responses=encoded(AnyPlan),
)
async def plan(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    seat: OneSeat = None,
) -> Response[bytes]:
    """For those who have a seat, whether it is their turn or not."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return Response(await services.advice.answer(found.plan(request.user, seat)), media_type=JSON)


@get(
    "/api/tables/{table:str}/hint",
    summary="What an expert would do in my place, and why",
    media_type=JSON,
    responses=encoded(AnyHint),
)
async def hint(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    seat: OneSeat = None,
) -> Response[bytes]:
    """For those who owe a decision, where everybody has agreed to hints."""
    services.limits.command(request.user)
    async with services.tables.use(table) as found:
        return Response(await services.advice.answer(found.hint(request.user, seat)), media_type=JSON)


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


HANDLERS: list[BaseRouteHandler] = [
    play,
    view,
    declaration,
    plan,
    hint,
    record,
    summary,
]
