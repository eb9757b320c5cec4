"""Vacations from games by days, and pauses of games."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import Agreement
from whistlestop.server.messages.vacations import TakeVacation, VacationInfo
from whistlestop.server.usecases.clocks.vacations import Vacations
from whistlestop.server.usecases.tables.agreements import Agreements


@get("/api/account/vacation", summary="Get your vacation")
async def my_vacation(request: AnyRequest, vacations: NamedDependency[Vacations]) -> VacationInfo:
    """Return the end of your vacation, and the number of days that you can still take."""
    return await vacations.info(request.user)


@post("/api/account/vacation", summary="Go on vacation", status_code=200)
async def take_vacation(
    data: JSONBody[TakeVacation], caller: NamedDependency[Caller], vacations: NamedDependency[Vacations]
) -> VacationInfo:
    """Stop your clocks in all games by days, except those of tournaments. Each started day counts.

    Refused if one of these clocks is running and has less than an hour left. You can play during a vacation, but not
    begin new games by days.
    """
    return await vacations.begin(caller, data.days)


@delete("/api/account/vacation", summary="Come back from vacation", status_code=200)
async def end_vacation(
    caller: NamedDependency[Caller], vacations: NamedDependency[Vacations]
) -> VacationInfo:
    """End your vacation now. Your clocks run again; days that have not started are returned to your allowance."""
    return await vacations.end(caller)


@post("/api/tables/{table:str}/pause", scope="play", summary="Vote to pause the game", status_code=200)
async def pause(
    table: FromPath[str],
    data: JSONBody[Agreement],
    caller: NamedDependency[Caller],
    agreements: NamedDependency[Agreements],
) -> TableInfo:
    """Vote to stop all clocks, or withdraw everybody's votes. They stop when all remaining players agree.

    They run again when a player resumes the game, at the latest after 14 days in games by days and after 24 hours in
    others. Players can move during a pause. Games of tournaments cannot be paused.
    """
    return await agreements.pause(table, caller, agrees=data.agrees)


@post("/api/tables/{table:str}/resume", scope="play", summary="End the pause of the game", status_code=200)
async def resume(
    table: FromPath[str], caller: NamedDependency[Caller], agreements: NamedDependency[Agreements]
) -> TableInfo:
    """Resume the game, so that the clocks run again. Any player can do this."""
    return await agreements.resume(table, caller)
