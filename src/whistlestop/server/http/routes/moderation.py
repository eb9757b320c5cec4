"""What a moderator sees and does about people."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.moderation import (
    BanWish,
    CloseTable,
    HostPage,
    Person,
    ReadOnly,
    Warn,
)
from whistlestop.server.usecases.moderation.moderators import Moderators


@get("/api/host", summary="What waits for a moderator (moderators)")
async def host_page(request: AnyRequest, moderators: NamedDependency[Moderators]) -> HostPage:
    """Tell reports, bans, and what was done."""
    return await moderators.page(request.user)


@post("/api/host/reports/{report:int}", summary="A report has been read (moderators)", status_code=200)
async def finish_report(
    request: AnyRequest, report: FromPath[int], moderators: NamedDependency[Moderators]
) -> HostPage:
    """It waits no longer, nor do others of the same message."""
    return await moderators.finish(request.user, report)


@post("/api/host/bans", summary="Keep a user or an address out (moderators)", status_code=200)
async def ban(
    request: AnyRequest,
    data: JSONBody[BanWish],
    moderators: NamedDependency[Moderators],
) -> HostPage:
    """Every request is refused, and what is open is closed; with the scope `chat` they only can say nothing."""
    return await moderators.ban(request.user, data)


@delete("/api/host/bans/{subject:str}", summary="Lift a ban (moderators)", status_code=200)
async def unban(
    request: AnyRequest,
    subject: FromPath[str],
    moderators: NamedDependency[Moderators],
    chat: FromQuery[bool] = False,
) -> HostPage:
    """Let a user or an address in again or, with `chat`, let them talk again."""
    return await moderators.unban(request.user, subject, chat=chat)


@delete(
    "/api/host/messages/{message:int}", summary="Delete a message for everybody (moderators)", status_code=200
)
async def delete_message(
    request: AnyRequest, message: FromPath[int], moderators: NamedDependency[Moderators]
) -> HostPage:
    """It vanishes wherever it is shown; the moderation log keeps it."""
    return await moderators.delete_message(request.user, message)


@post("/api/host/warnings", summary="Warn a user (moderators)", status_code=200)
async def warn(
    request: AnyRequest, data: JSONBody[Warn], moderators: NamedDependency[Moderators]
) -> HostPage:
    """They see the text at once, and on every page until they have acknowledged it."""
    return await moderators.warn(request.user, data)


@get("/api/host/people/{user:str}", summary="Earlier cases of a user (moderators)")
async def person(request: AnyRequest, user: FromPath[str], moderators: NamedDependency[Moderators]) -> Person:
    """Tell what was reported about them and by whom, and what moderators have done."""
    return await moderators.person(request.user, user)


@post("/api/host/close", summary="Close a table (moderators)", status_code=200)
async def close_table(
    request: AnyRequest, data: JSONBody[CloseTable], moderators: NamedDependency[Moderators]
) -> HostPage:
    """Nobody is let in any more; what was played stays in the database."""
    return await moderators.close_table(request.user, data)


@post("/api/host/readonly", summary="Let nothing new begin, or let it again (moderators)", status_code=200)
async def read_only(
    request: AnyRequest, data: JSONBody[ReadOnly], moderators: NamedDependency[Moderators]
) -> HostPage:
    """No new tables, nobody sits down, nothing is said; games under way go on."""
    return await moderators.set_read_only(request.user, on=data.on)
