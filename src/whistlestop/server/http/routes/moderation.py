"""The data and actions of moderators."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.server.domain.limits import WHOLE_VIEW, Limits
from whistlestop.server.http.guard import address_of
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.fair_play import FairPlayAnswer
from whistlestop.server.messages.moderation import (
    BanWish,
    CloseTable,
    HostPage,
    Person,
    ReadOnly,
    Warn,
)
from whistlestop.server.usecases.moderation.moderators import Moderators


@get("/api/host", summary="Get the moderators' page (moderators)")
async def host_page(request: AnyRequest, moderators: NamedDependency[Moderators]) -> HostPage:
    """Return reports, bans and the moderation log."""
    return await moderators.page(request.user)


@post("/api/host/reports/{report:int}", summary="Close a report (moderators)", status_code=200)
async def finish_report(
    request: AnyRequest, report: FromPath[int], moderators: NamedDependency[Moderators]
) -> HostPage:
    """Close the report and all others of the same message."""
    return await moderators.finish(request.user, report)


@post("/api/host/bans", summary="Ban or mute a user or an address (moderators)", status_code=200)
async def ban(
    request: AnyRequest,
    data: JSONBody[BanWish],
    moderators: NamedDependency[Moderators],
) -> HostPage:
    """Refuse every request and close open connections. The scope `chat` only mutes."""
    return await moderators.ban(request.user, data)


@delete("/api/host/bans/{subject:str}", summary="Lift a ban or a mute (moderators)", status_code=200)
async def unban(
    request: AnyRequest,
    subject: FromPath[str],
    moderators: NamedDependency[Moderators],
    chat: FromQuery[bool] = False,
) -> HostPage:
    """Let a user or an address in again or, with `chat`, let them chat again."""
    return await moderators.unban(request.user, subject, chat=chat)


@delete(
    "/api/host/messages/{message:int}", summary="Delete a message for everybody (moderators)", status_code=200
)
async def delete_message(
    request: AnyRequest, message: FromPath[int], moderators: NamedDependency[Moderators]
) -> HostPage:
    """Remove the message from all pages. The moderation log keeps it."""
    return await moderators.delete_message(request.user, message)


@post("/api/host/warnings", summary="Warn a user (moderators)", status_code=200)
async def warn(
    request: AnyRequest, data: JSONBody[Warn], moderators: NamedDependency[Moderators]
) -> HostPage:
    """Show the user the text at once, and on every page until they acknowledge it."""
    return await moderators.warn(request.user, data)


@get("/api/host/people/{user:str}", summary="Get the earlier cases of a user (moderators)")
async def person(request: AnyRequest, user: FromPath[str], moderators: NamedDependency[Moderators]) -> Person:
    """Return the reports about the user with their authors, and moderators' actions."""
    return await moderators.person(request.user, user)


@get("/api/host/people/{user:str}/fair-play", summary="Get figures about a user's fair play (moderators)")
async def fair_play(
    request: AnyRequest,
    user: FromPath[str],
    limits: NamedDependency[Limits],
    moderators: NamedDependency[Moderators],
) -> FairPlayAnswer:
    """Return figures from finished, rated games. They have no automatic consequences."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    return FairPlayAnswer(await moderators.fair_play(request.user, user))


@post("/api/host/close", summary="Close a table (moderators)", status_code=200)
async def close_table(
    request: AnyRequest, data: JSONBody[CloseTable], moderators: NamedDependency[Moderators]
) -> HostPage:
    """Close the table to all users. The game stays in the database."""
    return await moderators.close_table(request.user, data)


@post("/api/host/readonly", summary="Turn read-only mode on or off (moderators)", status_code=200)
async def read_only(
    request: AnyRequest, data: JSONBody[ReadOnly], moderators: NamedDependency[Moderators]
) -> HostPage:
    """Refuse new tables, joining and chat. Games in progress continue."""
    return await moderators.set_read_only(request.user, on=data.on)
