"""Playing: commands, views and advice, and the record and summary of a finished game."""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.kinds import AnyHint, AnyPlan, AnySummary
from whistlestop.record import GameRecord
from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.queries import OneSeat
from whistlestop.server.http.routes.common import JSON, encoded
from whistlestop.server.messages.ahead import MovesAhead, PlanMoves
from whistlestop.server.messages.base import Ack, CommandBody, ViewAnswer
from whistlestop.server.messages.tables import Observed
from whistlestop.server.usecases.tables.ahead import Ahead
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
    """Send a command, as on the socket."""
    return await playing.play(table, caller, data)


@get(
    "/api/tables/{table:str}/view",
    scope="read",
    summary="Get your view of the game",
    media_type=JSON,
    responses=encoded(ViewAnswer),
)
async def view(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Response[bytes]:
    """Return the view and the log."""
    return Response(await answers.view(table, caller, seat), media_type=JSON)


@get("/api/tables/{table:str}/ahead", scope="read", summary="Get your moves ahead")
async def moves_ahead(
    table: FromPath[str], caller: NamedDependency[Caller], ahead: NamedDependency[Ahead], seat: OneSeat = None
) -> MovesAhead:
    """Return your moves ahead for your next turn in a game by days, and the choices for them."""
    return await ahead.show(table, caller, seat)


@put("/api/tables/{table:str}/ahead", scope="play", summary="Move ahead")
async def move_ahead(
    table: FromPath[str],
    data: JSONBody[PlanMoves],
    caller: NamedDependency[Caller],
    ahead: NamedDependency[Ahead],
) -> MovesAhead:
    """Set your moves for your next turn in a game by days. They replace any earlier ones."""
    return await ahead.make(table, caller, data)


@delete("/api/tables/{table:str}/ahead", scope="play", summary="Take your moves ahead back", status_code=200)
async def take_back_moves(
    table: FromPath[str], caller: NamedDependency[Caller], ahead: NamedDependency[Ahead], seat: OneSeat = None
) -> MovesAhead:
    """Delete your moves ahead."""
    return await ahead.take_back(table, caller, seat)


@get("/api/tables/{table:str}/declaration", scope="read", summary="Check a declaration of tickets")
async def declaration(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    tickets: Annotated[str, QueryParameter(max_length=2000)] = "",
    seat: OneSeat = None,
) -> DeclarationAnswer:
    """Return whether your stack pays for these tickets, and their points."""
    named = [ticket for ticket in tickets.split(",") if ticket]
    return await answers.declaration(table, caller, named, seat)


@get(
    "/api/tables/{table:str}/plan",
    scope="read",
    summary="Get a plan for your tickets",
    media_type=JSON,
    responses=encoded(AnyPlan),
)
async def plan(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Response[bytes]:
    """Return the needs of your tickets, and the reasons why you cannot claim routes.

    For players, at any time in the game.
    """
    return Response(await answers.plan(table, caller, seat), media_type=JSON)


@get(
    "/api/tables/{table:str}/hint",
    scope="read",
    summary="Get a hint",
    media_type=JSON,
    responses=encoded(AnyHint),
)
async def hint(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Response[bytes]:
    """Return an expert's action and why, if you have a decision to make and all players have agreed to hints."""
    return Response(await answers.hint(table, caller, seat), media_type=JSON)


@get("/api/tables/{table:str}/observation", scope="read", summary="Get your observation")
async def observation(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    answers: NamedDependency[Answers],
    seat: OneSeat = None,
) -> Observed:
    """Return the observation of your seat, for the engine in browsers. Available whenever a hint is."""
    return await answers.observation(table, caller, seat)


@get(
    "/api/tables/{table:str}/record",
    scope="read",
    summary="Get the record of a finished game",
    media_type=JSON,
    responses=encoded(GameRecord),
)
async def record(
    table: FromPath[str], caller: NamedDependency[Caller], answers: NamedDependency[Answers]
) -> Response[bytes]:
    """Return the whole record, including the seed."""
    ruleset, told = await answers.record(table, caller)
    headers = {"Content-Disposition": f'attachment; filename="whistlestop-{ruleset}.json"'}
    return Response(told.encode(), media_type=JSON, headers=headers)


@get(
    "/api/tables/{table:str}/summary",
    scope="read",
    summary="Get the summary of a finished game",
    media_type=JSON,
    responses=encoded(AnySummary),
)
async def summary(
    table: FromPath[str], caller: NamedDependency[Caller], answers: NamedDependency[Answers]
) -> Response[bytes]:
    """Return scores, cards and tickets turn by turn, and each player's luck."""
    return Response(await answers.summary(table, caller), media_type=JSON)
