"""Who goes and comes back, what a host may do, and meeting once more."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.adapters.http.guard import address_of
from whistlestop.server.adapters.http.routes.common import AnyRequest
from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.seats import cancelled
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import (
    Agreement,
    ChooseColor,
    OtherSeat,
    OwnSeat,
    Readmit,
    SeatWish,
    TableSetup,
)
from whistlestop.server.usecases.accounts.names import Names
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.tables.agreements import Agreements
from whistlestop.server.usecases.tables.boards import TableBoards
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.server.usecases.tables.hosting import Hosting
from whistlestop.server.usecases.tables.leaving import Leaving
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.rematch import Rematches
from whistlestop.server.usecases.tables.seating import Seating


@post("/api/tables/{table:str}/resign", summary="Have a bot play on for me", status_code=200)
async def resign(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[OwnSeat],
    leaving: NamedDependency[Leaving],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Leave a game under way."""
    async with tables.use(table) as found:
        await leaving.resign(found, request.user, data.seat)
        return found.info(request.user, data.seat)


@post("/api/tables/{table:str}/return", summary="Take my seat back from the bot", status_code=200)
async def come_back(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[OwnSeat],
    leaving: NamedDependency[Leaving],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Play again, where the table lets people come back."""
    async with tables.use(table) as found:
        await leaving.come_back(found, request.user, data.seat)
        return found.info(request.user, data.seat)


@post("/api/tables/{table:str}/stand-in", summary="Have a bot play on for somebody absent", status_code=200)
async def stand_in(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    leaving: NamedDependency[Leaving],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """They may come back."""
    async with tables.use(table) as found:
        await leaving.stand_in(found, request.user, data.seat)
        return found.info(request.user)


@post("/api/tables/{table:str}/agree", summary="Want to end the game unfinished, or not", status_code=200)
async def agree(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[Agreement],
    agreements: NamedDependency[Agreements],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """It ends when everybody wants it who still plays."""
    async with tables.use(table) as found:
        await agreements.end(found, request.user, agrees=data.agrees)
        return found.info(request.user)


@post(
    "/api/tables/{table:str}/hints", scope="play", summary="Want hints for everybody, or not", status_code=200
)
async def have_hints(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[Agreement],
    agreements: NamedDependency[Agreements],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """They are there when everybody wants them who still plays, and the game is not rated then."""
    async with tables.use(table) as found:
        await agreements.have_hints(found, request.user, agrees=data.agrees)
        return found.info(request.user)


@post("/api/tables/{table:str}/host", summary="Hand the table over to another (host)", status_code=200)
async def hand_table(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    hosting: NamedDependency[Hosting],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """The person of that seat is the host from now on."""
    async with tables.use(table) as found:
        await hosting.hand_table(found, request.user, data.seat)
        return found.info(request.user)


@post("/api/tables/{table:str}/cancel", summary="Close the table before the game (host)", status_code=200)
async def cancel(
    request: AnyRequest,
    table: FromPath[str],
    hosting: NamedDependency[Hosting],
    rematches: NamedDependency[Rematches],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Tell everybody there that the host has canceled it."""
    async with tables.use(table) as found:
        await hosting.cancel(found, request.user)
        told = found.info(request.user)
        tables.dismiss(found.id, cancelled())
        await rematches.forget(found)
        return told


@post("/api/tables/{table:str}/setup", summary="Change what is played (host)", status_code=200)
async def set_up(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[TableSetup],
    hosting: NamedDependency[Hosting],
    moderation: NamedDependency[Moderation],
    tables: NamedDependency[Tables],
    table_boards: NamedDependency[TableBoards],
) -> TableInfo:
    """Change board, number of seats and clock before the game; for a while after it nobody can start it."""
    moderation.check_writable()
    seats = [SeatWish("open")] * data.seats
    ruleset = table_boards.ruleset_for(data.ruleset, seats, look=False)
    if data.clock is not None and data.clock.bot is not None:
        check_bot(data.clock.bot)
    async with tables.use(table) as found:
        await hosting.set_up(found, request.user, data, ruleset)
        return found.info(request.user)


@post("/api/tables/{table:str}/color", summary="Choose the color of my seat", status_code=200)
async def choose_color(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[ChooseColor],
    limits: NamedDependency[Limits],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Take a color before the game that no other player has chosen."""
    limits.command(request.user)
    async with tables.use(table) as found:
        await seating.choose_color(found, request.user, data.seat, data.color)
        return found.info(request.user, data.seat)


@post("/api/tables/{table:str}/remove", summary="Send somebody away before the game (host)", status_code=200)
async def remove(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[OtherSeat],
    hosting: NamedDependency[Hosting],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """For a while they cannot sit down again."""
    async with tables.use(table) as found:
        await hosting.remove(found, request.user, data.seat)
        return found.info(request.user)


@post("/api/tables/{table:str}/readmit", summary="Let somebody sit down again (host)", status_code=200)
async def readmit(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[Readmit],
    hosting: NamedDependency[Hosting],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Whoever was sent away may come at once."""
    async with tables.use(table) as found:
        await hosting.readmit(found, request.user, data.user)
        return found.info(request.user)


@post("/api/tables/{table:str}/rematch", summary="Play once more with the same people", status_code=200)
async def rematch(
    request: AnyRequest,
    table: FromPath[str],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    rematches: NamedDependency[Rematches],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """Take my seat at the one table that follows this one; the game begins when everybody is there."""
    limits.table(request.user, address_of(request.scope))
    async with tables.use(table) as found:
        return await rematches.meet(found, request.user, await names.of(request.user))
