"""Who goes and comes back, what all have to agree to, and meeting once more."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import Agreement, OtherSeat, OwnSeat
from whistlestop.server.usecases.tables.agreements import Agreements
from whistlestop.server.usecases.tables.leaving import Leaving
from whistlestop.server.usecases.tables.rematch import Rematches


@post("/api/tables/{table:str}/resign", summary="Have a bot play on for me", status_code=200)
async def resign(
    table: FromPath[str],
    data: JSONBody[OwnSeat],
    caller: NamedDependency[Caller],
    leaving: NamedDependency[Leaving],
) -> TableInfo:
    """Leave a game under way."""
    return await leaving.resign(table, caller, data.seat)


@post("/api/tables/{table:str}/return", summary="Take my seat back from the bot", status_code=200)
async def come_back(
    table: FromPath[str],
    data: JSONBody[OwnSeat],
    caller: NamedDependency[Caller],
    leaving: NamedDependency[Leaving],
) -> TableInfo:
    """Play again, where the table lets people come back."""
    return await leaving.come_back(table, caller, data.seat)


@post("/api/tables/{table:str}/stand-in", summary="Have a bot play on for somebody absent", status_code=200)
async def stand_in(
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    caller: NamedDependency[Caller],
    leaving: NamedDependency[Leaving],
) -> TableInfo:
    """They may come back."""
    return await leaving.stand_in(table, caller, data.seat)


@post("/api/tables/{table:str}/agree", summary="Want to end the game unfinished, or not", status_code=200)
async def agree(
    table: FromPath[str],
    data: JSONBody[Agreement],
    caller: NamedDependency[Caller],
    agreements: NamedDependency[Agreements],
) -> TableInfo:
    """It ends when everybody wants it who still plays."""
    return await agreements.end(table, caller, agrees=data.agrees)


@post(
    "/api/tables/{table:str}/hints", scope="play", summary="Want hints for everybody, or not", status_code=200
)
async def have_hints(
    table: FromPath[str],
    data: JSONBody[Agreement],
    caller: NamedDependency[Caller],
    agreements: NamedDependency[Agreements],
) -> TableInfo:
    """They are there when everybody wants them who still plays, and the game is not rated then."""
    return await agreements.have_hints(table, caller, agrees=data.agrees)


@post("/api/tables/{table:str}/rematch", summary="Play once more with the same people", status_code=200)
async def rematch(
    table: FromPath[str], caller: NamedDependency[Caller], rematches: NamedDependency[Rematches]
) -> TableInfo:
    """Take my seat at the one table that follows this one; the game begins when everybody is there."""
    return await rematches.meet(table, caller)
