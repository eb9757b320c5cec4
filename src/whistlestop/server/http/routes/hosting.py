"""Requests of the host, before and during the game."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.meeting import TableOptions
from whistlestop.server.messages.tables import ChangeSeat, OtherSeat, Readmit, StartTable, TableSetup
from whistlestop.server.usecases.tables.hosting import Hosting


@post(
    "/api/tables/{table:str}/seats",
    scope="play",
    summary="Put a bot on a seat, or free the seat (host)",
    status_code=200,
)
async def change_seat(
    table: FromPath[str],
    data: JSONBody[ChangeSeat],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Change a seat before the game."""
    return await hosting.set_seat(table, caller, data)


@post("/api/tables/{table:str}/start", scope="play", summary="Start the game (host)", status_code=200)
async def start_table(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
    data: JSONBody[StartTable | None] = None,
) -> TableInfo:
    """Start the game once every seat is taken."""
    return await hosting.start(table, caller, data.nonce if data else None)


@post("/api/tables/{table:str}/options", summary="Change table options (host)", status_code=200)
async def change_options(
    table: FromPath[str],
    data: JSONBody[TableOptions],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Change whether the table is listed, its chat, hints and the delay for spectators."""
    return await hosting.set_options(table, caller, data)


@post("/api/tables/{table:str}/setup", summary="Change board, seats and clock (host)", status_code=200)
async def set_up(
    table: FromPath[str],
    data: JSONBody[TableSetup],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Change the board, the number of seats and the clock before the game. The game cannot start for 10 seconds."""
    return await hosting.set_up(table, caller, data)


@post("/api/tables/{table:str}/cancel", summary="Cancel the table (host)", status_code=200)
async def cancel(
    table: FromPath[str], caller: NamedDependency[Caller], hosting: NamedDependency[Hosting]
) -> TableInfo:
    """Cancel the table before the game and notify all users at the table."""
    return await hosting.cancel(table, caller)


@post("/api/tables/{table:str}/host", summary="Make another player the host (host)", status_code=200)
async def hand_table(
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Make the player on that seat the host."""
    return await hosting.hand_table(table, caller, data.seat)


@post("/api/tables/{table:str}/remove", summary="Remove a player (host)", status_code=200)
async def remove(
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Remove a player before the game. They cannot sit down again for some time."""
    return await hosting.remove(table, caller, data.seat)


@post("/api/tables/{table:str}/readmit", summary="Readmit a removed player (host)", status_code=200)
async def readmit(
    table: FromPath[str],
    data: JSONBody[Readmit],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Let a removed player sit down again at once."""
    return await hosting.readmit(table, caller, data.user)
