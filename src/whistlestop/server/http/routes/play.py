"""Playing: commands and what one may see, and the record and summary of a game that is over."""

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.kinds import AnyHint, AnyPlan, AnySummary
from whistlestop.record import GameRecord
from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.queries import OneSeat
from whistlestop.server.http.routes.common import JSON, encoded
from whistlestop.server.messages.base import Ack, CommandBody, ViewAnswer
from whistlestop.server.usecases.tables.answers import Answers
from whistlestop.server.usecases.tables.playing import Playing
from whistlestop.text.view import DeclarationAnswer


@post("/api/tables/{table:str}/commands", scope="play", summary="Play an action", status_code=200)
async def play(
    table: FromPath[str],
    data: JSONBody[CommandBody],
    caller: NamedDependency[Caller],
    playing: NamedDependency[Playing],
) -> Ack:
    """The same as a command on the socket."""
    return await playing.play(table, caller, data)


@get(
    "/api/tables/{table:str}/view",
    scope="read",
    summary="What I may see of the game",
    media_type=JSON,
    responses=encoded(ViewAnswer),
)
async def view(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Response[bytes]:
    """View and log, without a socket."""
    return Response(await answers.view(table, caller, seat), media_type=JSON)


@get("/api/tables/{table:str}/declaration", scope="read", summary="What my stack says to a set of tickets")
async def declaration(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    tickets: Annotated[str, QueryParameter(max_length=2000)] = "",
    seat: OneSeat = None,
) -> DeclarationAnswer:
    """Whether it pays for them, before they are declared."""
    named = [ticket for ticket in tickets.split(",") if ticket]
    return await answers.declaration(table, caller, named, seat)


@get(
    "/api/tables/{table:str}/plan",
    scope="read",
    summary="What my tickets would take, and why I cannot claim routes",
    media_type=JSON,
    responses=encoded(AnyPlan),
)
async def plan(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Response[bytes]:
    """For those who have a seat, whether it is their turn or not."""
    return Response(await answers.plan(table, caller, seat), media_type=JSON)


@get(
    "/api/tables/{table:str}/hint",
    scope="read",
    summary="What an expert would do in my place, and why",
    media_type=JSON,
    responses=encoded(AnyHint),
)
async def hint(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Response[bytes]:
    """For those who owe a decision, where everybody has agreed to hints."""
    return Response(await answers.hint(table, caller, seat), media_type=JSON)


@get(
    "/api/tables/{table:str}/record",
    scope="read",
    summary="The whole record, when the game is over",
    media_type=JSON,
    responses=encoded(GameRecord),
)
async def record(
    table: FromPath[str], caller: NamedDependency[Caller], answers: NamedDependency[Answers]
) -> Response[bytes]:
    """Everything, the seed too."""
    ruleset, told = await answers.record(table, caller)
    headers = {"Content-Disposition": f'attachment; filename="whistlestop-{ruleset}.json"'}
    return Response(told.encode(), media_type=JSON, headers=headers)


@get(
    "/api/tables/{table:str}/summary",
    scope="read",
    summary="What happened turn by turn, when the game is over",
    media_type=JSON,
    responses=encoded(AnySummary),
)
async def summary(
    table: FromPath[str], caller: NamedDependency[Caller], answers: NamedDependency[Answers]
) -> Response[bytes]:
    """Scores, cards and tickets over the turns, what everybody drew, and what was to be expected."""
    return Response(await answers.summary(table, caller), media_type=JSON)
