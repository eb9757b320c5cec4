"""Leaving a game and coming back, agreements of all players, and rematches."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import Agreement, OtherSeat, OwnSeat
from whistlestop.server.usecases.tables.agreements import Agreements
from whistlestop.server.usecases.tables.leaving import Leaving
from whistlestop.server.usecases.tables.rematch import Rematches


@post("/api/tables/{table:str}/resign", summary="Leave a game to a bot", status_code=200)
async def resign(
    table: FromPath[str],
    data: JSONBody[OwnSeat],
    caller: NamedDependency[Caller],
    leaving: NamedDependency[Leaving],
) -> TableInfo:
    """Let a bot take over your seat in a game in progress."""
    return await leaving.resign(table, caller, data.seat)


@post("/api/tables/{table:str}/return", summary="Take your seat back from the bot", status_code=200)
async def come_back(
    table: FromPath[str],
    data: JSONBody[OwnSeat],
    caller: NamedDependency[Caller],
    leaving: NamedDependency[Leaving],
) -> TableInfo:
    """Return to a game that you left, if the table allows it."""
    return await leaving.come_back(table, caller, data.seat)


@post("/api/tables/{table:str}/stand-in", summary="Let a bot play for an absent player", status_code=200)
async def stand_in(
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    caller: NamedDependency[Caller],
    leaving: NamedDependency[Leaving],
) -> TableInfo:
    """Let a bot take over the seat of an absent player, who can come back."""
    return await leaving.stand_in(table, caller, data.seat)


@post("/api/tables/{table:str}/agree", summary="Vote to end the game early", status_code=200)
async def agree(
    table: FromPath[str],
    data: JSONBody[Agreement],
    caller: NamedDependency[Caller],
    agreements: NamedDependency[Agreements],
) -> TableInfo:
    """Vote to end the game unfinished, or withdraw everybody's votes. It ends when all remaining players agree."""
    return await agreements.end(table, caller, agrees=data.agrees)


@post("/api/tables/{table:str}/hints", scope="play", summary="Vote for hints", status_code=200)
async def have_hints(
    table: FromPath[str],
    data: JSONBody[Agreement],
    caller: NamedDependency[Caller],
    agreements: NamedDependency[Agreements],
) -> TableInfo:
    """Vote for hints, or withdraw everybody's votes. Once all remaining players agree, the game is not rated."""
    return await agreements.have_hints(table, caller, agrees=data.agrees)


@post("/api/tables/{table:str}/rematch", summary="Ask for a rematch", status_code=200)
async def rematch(
    table: FromPath[str], caller: NamedDependency[Caller], rematches: NamedDependency[Rematches]
) -> TableInfo:
    """Take your seat at the rematch table, which is created if needed. The game starts when all players are there."""
    return await rematches.meet(table, caller)
