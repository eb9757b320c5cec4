"""What a host of the site sees and does about people."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from whistlestop.server.moderation.messages import BanWish, CloseTable, HostPage, ReadOnly
from whistlestop.server.refusals import Refusal
from whistlestop.server.services import Services
from whistlestop.server.web.routes.common import AnyRequest


@get("/api/host", summary="What waits for a host (hosts)")
async def host_page(request: AnyRequest, services: NamedDependency[Services]) -> HostPage:
    """Tell reports, bans, and what was done."""
    await services.moderation.check_moderator(request.user)
    return await _page(services)


@post("/api/host/reports/{report:int}", summary="A report has been read (hosts)", status_code=200)
async def finish_report(
    request: AnyRequest, report: FromPath[int], services: NamedDependency[Services]
) -> HostPage:
    """It waits no longer, nor do others of the same message."""
    await services.moderation.check_moderator(request.user)
    if not 0 < report < 2**31:
        raise Refusal("not_found", "There is no such report.")
    await services.moderation.act(services.moderation.store.finish(report, request.user))
    return await _page(services)


@post("/api/host/bans", summary="Keep a user or an address out (hosts)", status_code=200)
async def ban(request: AnyRequest, data: JSONBody[BanWish], services: NamedDependency[Services]) -> HostPage:
    """From now on every request is refused, and open sockets are closed."""
    moderation = services.moderation
    await moderation.check_moderator(request.user)
    if data.kind == "user" and moderation.is_moderator(data.subject):
        raise Refusal("bad_request", "A host cannot be banned.")
    await moderation.act(moderation.store.ban(data.kind, data.subject, data.days, data.reason, request.user))
    return await _page(services)


@delete("/api/host/bans/{subject:str}", summary="Lift a ban (hosts)", status_code=200)
async def unban(request: AnyRequest, subject: FromPath[str], services: NamedDependency[Services]) -> HostPage:
    """Let a user or an address in again."""
    await services.moderation.check_moderator(request.user)
    await services.moderation.act(services.moderation.store.unban(subject, request.user))
    return await _page(services)


@post("/api/host/close", summary="Close a table (hosts)", status_code=200)
async def close_table(
    request: AnyRequest, data: JSONBody[CloseTable], services: NamedDependency[Services]
) -> HostPage:
    """Nobody is let in any more; what was played stays in the database."""
    await services.moderation.check_moderator(request.user)
    await services.moderation.act(services.moderation.store.close(data.table, data.reason, request.user))
    return await _page(services)


@post("/api/host/readonly", summary="Let nothing new begin, or let it again (hosts)", status_code=200)
async def read_only(
    request: AnyRequest, data: JSONBody[ReadOnly], services: NamedDependency[Services]
) -> HostPage:
    """No new tables, nobody sits down, nothing is said; games under way go on."""
    await services.moderation.check_moderator(request.user)
    await services.moderation.act(services.moderation.store.set_read_only(data.on, request.user))
    return await _page(services)


async def _page(services: Services) -> HostPage:
    moderation = services.moderation
    store = moderation.store
    return HostPage(moderation.read_only, await store.reports(), await store.bans(), await store.log())


HANDLERS: list[BaseRouteHandler] = [
    host_page,
    finish_report,
    ban,
    unban,
    close_table,
    read_only,
]
