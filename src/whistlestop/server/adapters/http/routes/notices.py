"""How users are notified, what they were notified of, and the links in the mails."""

from litestar import delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from whistlestop.server.adapters.http.guard import address_of, identity_of
from whistlestop.server.adapters.http.routes.common import AnyRequest
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
from whistlestop.server.services import Services


@get("/api/notices", summary="How I am told of my turns")
async def my_notices(request: AnyRequest, services: NamedDependency[Services]) -> NoticesInfo:
    """List the ways of the user."""
    return await services.notices.info(request.user)


@patch("/api/notices", summary="In which language I am told", status_code=204)
async def speak(request: AnyRequest, data: JSONBody[Speak], services: NamedDependency[Services]) -> None:
    """Change the language of all ways."""
    await services.notices.speak(request.user, data.language)


@put("/api/notices/kinds", summary="Which kinds of notifications I want", status_code=204)
async def choose(request: AnyRequest, data: JSONBody[Kinds], services: NamedDependency[Services]) -> None:
    """Keep the kinds, for all ways and the page."""
    name = await services.name_to_keep(request.user, address_of(request.scope))
    await services.notices.events.choose(request.user, name, data.kinds)


@get("/api/notices/recent", summary="My notifications, newest first")
async def recent(request: AnyRequest, services: NamedDependency[Services]) -> RecentInfo:
    """List what the user was told lately."""
    return await services.notices.recent(request.user)


@post("/api/notices/read", summary="Mark my notifications as read", status_code=204)
async def read(request: AnyRequest, data: JSONBody[Read], services: NamedDependency[Services]) -> None:
    """Mark those of one table, or all."""
    await services.notices.events.read(request.user, data.table)


@post("/api/notices/ways", summary="Be told in one more way")
async def add_way(
    request: AnyRequest, data: JSONBody[WayWish], services: NamedDependency[Services]
) -> NewWay:
    """Make a way; an e-mail address is asked first. Accounts need a fresh proof."""
    if isinstance(data, MailWish):
        services.limits.notice(request.user, address_of(request.scope), data.address.lower())
    services.accounts.check_proved_account(identity_of(request.scope))
    name = await services.name_of(request.user)
    return await services.notices.add(request.user, name, data)


@delete("/api/notices/ways/{way:str}", summary="Not be told in this way any more")
async def remove_way(request: AnyRequest, way: FromPath[str], services: NamedDependency[Services]) -> None:
    """Forget a way."""
    await services.notices.remove(request.user, way)


@post("/api/notices/ways/{way:str}/resume", summary="Confirm a way that was suspended", status_code=204)
async def resume_way(request: AnyRequest, way: FromPath[str], services: NamedDependency[Services]) -> None:
    """Send notifications this way again. Accounts need a fresh proof."""
    services.accounts.check_proved_account(identity_of(request.scope))
    await services.notices.resume(request.user, way)


@post("/api/notices/ways/{way:str}/test", summary="Send a notice to try a way", status_code=204)
async def test_way(request: AnyRequest, way: FromPath[str], services: NamedDependency[Services]) -> None:
    """Send at once, and tell whether it was taken."""
    services.limits.notice(request.user, address_of(request.scope))
    await services.notices.test(request.user, way)


# Mail programs call this one by themselves (RFC 8058): no cookie, no token but the one in the address.
@post("/notices/stop/{token:str}", summary="Stop the mails that this link came with", status_code=204)
async def stop(token: FromPath[str], services: NamedDependency[Services]) -> None:
    """Forget a way."""
    await services.notices.stop(token)


@post(
    "/notices/confirm/{token:str}",
    summary="Have mails sent to the address that this link came to",
    status_code=204,
)
async def confirm(token: FromPath[str], services: NamedDependency[Services]) -> None:
    """Begin to use a way."""
    await services.notices.confirm(token)


HANDLERS: list[BaseRouteHandler] = [
    my_notices,
    speak,
    choose,
    recent,
    read,
    add_way,
    remove_way,
    resume_way,
    test_way,
    stop,
    confirm,
]
