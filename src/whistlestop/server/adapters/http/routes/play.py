"""Playing: commands and what one may see, and the record and summary of a game that is over."""

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.kinds import AnyHint, AnyPlan, AnySummary
from whistlestop.record import GameRecord
from whistlestop.server.adapters.http.queries import OneSeat
from whistlestop.server.adapters.http.routes.common import JSON, AnyRequest, encoded
from whistlestop.server.domain.limits import Limits
from whistlestop.server.messages.base import Ack, CommandBody, ViewAnswer
from whistlestop.server.usecases.tables import answers, playing
from whistlestop.server.usecases.tables.advice import Advice
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.text.view import DeclarationAnswer


@post("/api/tables/{table:str}/commands", scope="play", summary="Play an action", status_code=200)
async def play(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[CommandBody],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
) -> Ack:
    """The same as a command on the socket."""
    limits.command(request.user)
    async with tables.use(table) as found:
        return Ack(data.id, await playing.command(found, request.user, data))


@get(
    "/api/tables/{table:str}/view",
    scope="read",
    summary="What I may see of the game",
    media_type=JSON,
    responses=encoded(ViewAnswer),
)
async def view(
    request: AnyRequest,
    table: FromPath[str],
    tables: NamedDependency[Tables],
    seat: OneSeat = None,
) -> Response[bytes]:
    """View and log, without a socket."""
    async with tables.visit(table, request.user) as (found, user):
        return Response(answers.view(found, user, seat), media_type=JSON)


@get("/api/tables/{table:str}/declaration", scope="read", summary="What my stack says to a set of tickets")
async def declaration(
    request: AnyRequest,
    table: FromPath[str],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
    tickets: Annotated[str, QueryParameter(max_length=2000)] = "",
    seat: OneSeat = None,
) -> DeclarationAnswer:
    """Whether it pays for them, before they are declared."""
    limits.command(request.user)
    async with tables.use(table) as found:
        return answers.declaration(
            found, request.user, [ticket for ticket in tickets.split(",") if ticket], seat
        )


@get(
    "/api/tables/{table:str}/plan",
    scope="read",
    summary="What my tickets would take, and why I cannot claim routes",
    media_type=JSON,
    responses=encoded(AnyPlan),
)
async def plan(
    request: AnyRequest,
    table: FromPath[str],
    advice: NamedDependency[Advice],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
    seat: OneSeat = None,
) -> Response[bytes]:
    """For those who have a seat, whether it is their turn or not."""
    limits.command(request.user)
    async with tables.use(table) as found:
        return Response(await advice.answer(answers.plan(found, request.user, seat)), media_type=JSON)


@get(
    "/api/tables/{table:str}/hint",
    scope="read",
    summary="What an expert would do in my place, and why",
    media_type=JSON,
    responses=encoded(AnyHint),
)
async def hint(
    request: AnyRequest,
    table: FromPath[str],
    advice: NamedDependency[Advice],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
    seat: OneSeat = None,
) -> Response[bytes]:
    """For those who owe a decision, where everybody has agreed to hints."""
    limits.command(request.user)
    async with tables.use(table) as found:
        return Response(await advice.answer(answers.hint(found, request.user, seat)), media_type=JSON)


@get(
    "/api/tables/{table:str}/record",
    scope="read",
    summary="The whole record, when the game is over",
    media_type=JSON,
    responses=encoded(GameRecord),
)
async def record(
    request: AnyRequest, table: FromPath[str], tables: NamedDependency[Tables]
) -> Response[bytes]:
    """Everything, the seed too."""
    async with tables.visit(table, request.user) as (found, _):
        headers = {"Content-Disposition": f'attachment; filename="whistlestop-{found.row.ruleset}.json"'}
        return Response(answers.record(found).encode(), media_type=JSON, headers=headers)


@get(
    "/api/tables/{table:str}/summary",
    scope="read",
    summary="What happened turn by turn, when the game is over",
    media_type=JSON,
    responses=encoded(AnySummary),
)
async def summary(
    request: AnyRequest, table: FromPath[str], tables: NamedDependency[Tables]
) -> Response[bytes]:
    """Scores, cards and tickets over the turns, what everybody drew, and what was to be expected."""
    async with tables.visit(table, request.user) as (found, _):
        return Response(await answers.summary(found), media_type=JSON)
