"""What a moderator sees and does about people."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.server.adapters.http.routes.common import AnyRequest
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.text import clean_text
from whistlestop.server.messages.moderation import (
    BanWish,
    CloseTable,
    HostPage,
    Person,
    ReadOnly,
    Warn,
)
from whistlestop.server.services import Services


@get("/api/host", summary="What waits for a moderator (moderators)")
async def host_page(request: AnyRequest, services: NamedDependency[Services]) -> HostPage:
    """Tell reports, bans, and what was done."""
    await services.moderation.check_moderator(request.user)
    return await _page(request, services)


@post("/api/host/reports/{report:int}", summary="A report has been read (moderators)", status_code=200)
async def finish_report(
    request: AnyRequest, report: FromPath[int], services: NamedDependency[Services]
) -> HostPage:
    """It waits no longer, nor do others of the same message."""
    await services.moderation.check_moderator(request.user)
    if not 0 < report < 2**31:
        raise Refusal("not_found", "There is no such report.")
    await services.moderation.act(services.moderation.store.finish(report, request.user))
    return await _page(request, services)


@post("/api/host/bans", summary="Keep a user or an address out (moderators)", status_code=200)
async def ban(request: AnyRequest, data: JSONBody[BanWish], services: NamedDependency[Services]) -> HostPage:
    """Every request is refused, and what is open is closed; with the scope `chat` they only can say nothing."""
    moderation = services.moderation
    await moderation.check_moderator(request.user)
    if data.kind == "user" and moderation.is_moderator(data.subject):
        raise Refusal("bad_request", "A moderator cannot be banned.")
    origin = services.accounts.doors.origin(data.subject) if data.kind == "user" else None
    deed = moderation.store.ban(
        data.kind, data.subject, data.days, data.reason, request.user, scope=data.scope, origin=origin
    )
    await moderation.act(deed)
    return await _page(request, services)


@delete("/api/host/bans/{subject:str}", summary="Lift a ban (moderators)", status_code=200)
async def unban(
    request: AnyRequest,
    subject: FromPath[str],
    services: NamedDependency[Services],
    chat: FromQuery[bool] = False,
) -> HostPage:
    """Let a user or an address in again or, with `chat`, let them talk again."""
    await services.moderation.check_moderator(request.user)
    await services.moderation.act(
        services.moderation.store.unban(subject, request.user, scope="chat" if chat else "all")
    )
    return await _page(request, services)


@delete(
    "/api/host/messages/{message:int}", summary="Delete a message for everybody (moderators)", status_code=200
)
async def delete_message(
    request: AnyRequest, message: FromPath[int], services: NamedDependency[Services]
) -> HostPage:
    """It vanishes wherever it is shown; the moderation log keeps it."""
    await services.moderation.check_moderator(request.user)
    if not 0 < message < 2**31:
        raise Refusal("not_found", "There is no such message.")
    await services.moderation.act(services.moderation.store.delete_message(message, request.user))
    return await _page(request, services)


@post("/api/host/warnings", summary="Warn a user (moderators)", status_code=200)
async def warn(request: AnyRequest, data: JSONBody[Warn], services: NamedDependency[Services]) -> HostPage:
    """They see the text at once, and on every page until they have acknowledged it."""
    await services.moderation.check_moderator(request.user)
    text = clean_text(data.text)
    await services.moderation.act(services.moderation.store.warn(data.user, text, request.user))
    return await _page(request, services)


@get("/api/host/people/{user:str}", summary="Earlier cases of a user (moderators)")
async def person(request: AnyRequest, user: FromPath[str], services: NamedDependency[Services]) -> Person:
    """Tell what was reported about them and by whom, and what moderators have done."""
    await services.moderation.check_moderator(request.user)
    return await services.moderation.cases.person(user, request.user)


@post("/api/host/close", summary="Close a table (moderators)", status_code=200)
async def close_table(
    request: AnyRequest, data: JSONBody[CloseTable], services: NamedDependency[Services]
) -> HostPage:
    """Nobody is let in any more; what was played stays in the database."""
    await services.moderation.check_moderator(request.user)
    await services.moderation.act(services.moderation.store.close(data.table, data.reason, request.user))
    return await _page(request, services)


@post("/api/host/readonly", summary="Let nothing new begin, or let it again (moderators)", status_code=200)
async def read_only(
    request: AnyRequest, data: JSONBody[ReadOnly], services: NamedDependency[Services]
) -> HostPage:
    """No new tables, nobody sits down, nothing is said; games under way go on."""
    await services.moderation.check_moderator(request.user)
    await services.moderation.act(services.moderation.store.set_read_only(data.on, request.user))
    return await _page(request, services)


async def _page(request: AnyRequest, services: Services) -> HostPage:
    cases = services.moderation.cases
    reports = await cases.reports(request.user)
    return HostPage(services.moderation.read_only, reports, await cases.bans(), await cases.log())


HANDLERS: list[BaseRouteHandler] = [
    host_page,
    finish_report,
    ban,
    unban,
    delete_message,
    warn,
    person,
    close_table,
    read_only,
]
