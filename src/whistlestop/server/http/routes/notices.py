"""How users are notified, what they were notified of, and the links in the mails."""

from litestar import delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.domain.limits import Limits
from whistlestop.server.http.guard import address_of, identity_of
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.notices import (
    Kinds,
    MailWish,
    NewWay,
    NoticesInfo,
    Read,
    RecentInfo,
    Speak,
    WayWish,
)
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.names import Names
from whistlestop.server.usecases.notices.notices import Notices


@get("/api/notices", summary="How I am told of my turns")
async def my_notices(request: AnyRequest, notices: NamedDependency[Notices]) -> NoticesInfo:
    """List the ways of the user."""
    return await notices.info(request.user)


@patch("/api/notices", summary="In which language I am told", status_code=204)
async def speak(request: AnyRequest, data: JSONBody[Speak], notices: NamedDependency[Notices]) -> None:
    """Change the language of all ways."""
    await notices.speak(request.user, data.language)


@put("/api/notices/kinds", summary="Which kinds of notifications I want", status_code=204)
async def choose(
    request: AnyRequest,
    data: JSONBody[Kinds],
    names: NamedDependency[Names],
    notices: NamedDependency[Notices],
) -> None:
    """Keep the kinds, for all ways and the page."""
    name = await names.to_keep(request.user, address_of(request.scope))
    await notices.events.choose(request.user, name, data.kinds)


@get("/api/notices/recent", summary="My notifications, newest first")
async def recent(request: AnyRequest, notices: NamedDependency[Notices]) -> RecentInfo:
    """List what the user was told lately."""
    return await notices.recent(request.user)


@post("/api/notices/read", summary="Mark my notifications as read", status_code=204)
async def read(request: AnyRequest, data: JSONBody[Read], notices: NamedDependency[Notices]) -> None:
    """Mark those of one table, or all."""
    await notices.events.read(request.user, data.table)


@post("/api/notices/ways", summary="Be told in one more way")
async def add_way(
    request: AnyRequest,
    data: JSONBody[WayWish],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    notices: NamedDependency[Notices],
) -> NewWay:
    """Make a way; an e-mail address is asked first. Accounts need a fresh proof."""
    if isinstance(data, MailWish):
        limits.notice(request.user, address_of(request.scope), data.address.lower())
    accounts.check_proved_account(identity_of(request.scope))
    name = await names.of(request.user)
    return await notices.add(request.user, name, data)


@delete("/api/notices/ways/{way:str}", summary="Not be told in this way any more")
async def remove_way(request: AnyRequest, way: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """Forget a way."""
    await notices.remove(request.user, way)


@post("/api/notices/ways/{way:str}/resume", summary="Confirm a way that was suspended", status_code=204)
async def resume_way(
    request: AnyRequest,
    way: FromPath[str],
    accounts: NamedDependency[Accounts],
    notices: NamedDependency[Notices],
) -> None:
    """Send notifications this way again. Accounts need a fresh proof."""
    accounts.check_proved_account(identity_of(request.scope))
    await notices.resume(request.user, way)


@post("/api/notices/ways/{way:str}/test", summary="Send a notice to try a way", status_code=204)
async def test_way(
    request: AnyRequest,
    way: FromPath[str],
    limits: NamedDependency[Limits],
    notices: NamedDependency[Notices],
) -> None:
    """Send at once, and tell whether it was taken."""
    limits.notice(request.user, address_of(request.scope))
    await notices.test(request.user, way)


# Mail programs call this one by themselves (RFC 8058): no cookie, no token but the one in the address.
@post("/notices/stop/{token:str}", summary="Stop the mails that this link came with", status_code=204)
async def stop(token: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """Forget a way."""
    await notices.stop(token)


@post(
    "/notices/confirm/{token:str}",
    summary="Have mails sent to the address that this link came to",
    status_code=204,
)
async def confirm(token: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """Begin to use a way."""
    await notices.confirm(token)
