"""What a moderator sees and does about people."""

from litestar import delete, get, post
from litestar.di import NamedDependency
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
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.moderation.moderation import Moderation


@get("/api/host", summary="What waits for a moderator (moderators)")
async def host_page(request: AnyRequest, moderation: NamedDependency[Moderation]) -> HostPage:
    """Tell reports, bans, and what was done."""
    await moderation.check_moderator(request.user)
    return await _page(request, moderation)


@post("/api/host/reports/{report:int}", summary="A report has been read (moderators)", status_code=200)
async def finish_report(
    request: AnyRequest, report: FromPath[int], moderation: NamedDependency[Moderation]
) -> HostPage:
    """It waits no longer, nor do others of the same message."""
    await moderation.check_moderator(request.user)
    if not 0 < report < 2**31:
        raise Refusal("not_found", "There is no such report.")
    await moderation.act(moderation.store.finish(report, request.user))
    return await _page(request, moderation)


@post("/api/host/bans", summary="Keep a user or an address out (moderators)", status_code=200)
async def ban(
    request: AnyRequest,
    data: JSONBody[BanWish],
    accounts: NamedDependency[Accounts],
    moderation: NamedDependency[Moderation],
) -> HostPage:
    """Every request is refused, and what is open is closed; with the scope `chat` they only can say nothing."""
    await moderation.check_moderator(request.user)
    if data.kind == "user" and moderation.is_moderator(data.subject):
        raise Refusal("bad_request", "A moderator cannot be banned.")
    origin = accounts.open_connections.origin(data.subject) if data.kind == "user" else None
    deed = moderation.store.ban(
        data.kind, data.subject, data.days, data.reason, request.user, scope=data.scope, origin=origin
    )
    await moderation.act(deed)
    return await _page(request, moderation)


@delete("/api/host/bans/{subject:str}", summary="Lift a ban (moderators)", status_code=200)
async def unban(
    request: AnyRequest,
    subject: FromPath[str],
    moderation: NamedDependency[Moderation],
    chat: FromQuery[bool] = False,
) -> HostPage:
    """Let a user or an address in again or, with `chat`, let them talk again."""
    await moderation.check_moderator(request.user)
    await moderation.act(moderation.store.unban(subject, request.user, scope="chat" if chat else "all"))
    return await _page(request, moderation)


@delete(
    "/api/host/messages/{message:int}", summary="Delete a message for everybody (moderators)", status_code=200
)
async def delete_message(
    request: AnyRequest, message: FromPath[int], moderation: NamedDependency[Moderation]
) -> HostPage:
    """It vanishes wherever it is shown; the moderation log keeps it."""
    await moderation.check_moderator(request.user)
    if not 0 < message < 2**31:
        raise Refusal("not_found", "There is no such message.")
    await moderation.act(moderation.store.delete_message(message, request.user))
    return await _page(request, moderation)


@post("/api/host/warnings", summary="Warn a user (moderators)", status_code=200)
async def warn(
    request: AnyRequest, data: JSONBody[Warn], moderation: NamedDependency[Moderation]
) -> HostPage:
    """They see the text at once, and on every page until they have acknowledged it."""
    await moderation.check_moderator(request.user)
    text = clean_text(data.text)
    await moderation.act(moderation.store.warn(data.user, text, request.user))
    return await _page(request, moderation)


@get("/api/host/people/{user:str}", summary="Earlier cases of a user (moderators)")
async def person(request: AnyRequest, user: FromPath[str], moderation: NamedDependency[Moderation]) -> Person:
    """Tell what was reported about them and by whom, and what moderators have done."""
    await moderation.check_moderator(request.user)
    return await moderation.cases.person(user, request.user)


@post("/api/host/close", summary="Close a table (moderators)", status_code=200)
async def close_table(
    request: AnyRequest, data: JSONBody[CloseTable], moderation: NamedDependency[Moderation]
) -> HostPage:
    """Nobody is let in any more; what was played stays in the database."""
    await moderation.check_moderator(request.user)
    await moderation.act(moderation.store.close(data.table, data.reason, request.user))
    return await _page(request, moderation)


@post("/api/host/readonly", summary="Let nothing new begin, or let it again (moderators)", status_code=200)
async def read_only(
    request: AnyRequest, data: JSONBody[ReadOnly], moderation: NamedDependency[Moderation]
) -> HostPage:
    """No new tables, nobody sits down, nothing is said; games under way go on."""
    await moderation.check_moderator(request.user)
    await moderation.act(moderation.store.set_read_only(data.on, request.user))
    return await _page(request, moderation)


async def _page(request: AnyRequest, moderation: Moderation) -> HostPage:
    cases = moderation.cases
    reports = await cases.reports(request.user)
    return HostPage(moderation.read_only, reports, await cases.bans(), await cases.log())
