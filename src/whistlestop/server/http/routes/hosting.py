"""What a host may do, before the game and in it."""

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
    summary="Put a bot on a seat or free it (owner)",
    status_code=200,
)
async def change_seat(
    table: FromPath[str],
    data: JSONBody[ChangeSeat],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Change who sits where, before the game."""
    return await hosting.set_seat(table, caller, data)


@post("/api/tables/{table:str}/start", scope="play", summary="Begin the game (owner)", status_code=200)
async def start_table(
    table: FromPath[str],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
    data: JSONBody[StartTable | None] = None,
) -> TableInfo:
    """Begin when every seat is taken."""
    return await hosting.start(table, caller, data.nonce if data else None)


@post("/api/tables/{table:str}/options", summary="Change options of a table (owner)", status_code=200)
async def change_options(
    table: FromPath[str],
    data: JSONBody[TableOptions],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """List it among the open tables or not, and switch its chat and hints on or off."""
    return await hosting.set_options(table, caller, data)


@post("/api/tables/{table:str}/setup", summary="Change what is played (host)", status_code=200)
async def set_up(
    table: FromPath[str],
    data: JSONBody[TableSetup],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Change board, number of seats and clock before the game; for a while after it nobody can start it."""
    return await hosting.set_up(table, caller, data)


@post("/api/tables/{table:str}/cancel", summary="Close the table before the game (host)", status_code=200)
async def cancel(
    table: FromPath[str], caller: NamedDependency[Caller], hosting: NamedDependency[Hosting]
) -> TableInfo:
    """Tell everybody there that the host has canceled it."""
    return await hosting.cancel(table, caller)


@post("/api/tables/{table:str}/host", summary="Hand the table over to another (host)", status_code=200)
async def hand_table(
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """The person of that seat is the host from now on."""
    return await hosting.hand_table(table, caller, data.seat)


@post("/api/tables/{table:str}/remove", summary="Send somebody away before the game (host)", status_code=200)
async def remove(
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """For a while they cannot sit down again."""
    return await hosting.remove(table, caller, data.seat)


@post("/api/tables/{table:str}/readmit", summary="Let somebody sit down again (host)", status_code=200)
async def readmit(
    table: FromPath[str],
    data: JSONBody[Readmit],
    caller: NamedDependency[Caller],
    hosting: NamedDependency[Hosting],
) -> TableInfo:
    """Whoever was sent away may come at once."""
    return await hosting.readmit(table, caller, data.user)
