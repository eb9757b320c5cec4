"""Notification channels, recent notifications, and the links in e-mails."""

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


@get("/api/notices", summary="Get your notification settings")
async def my_notices(request: AnyRequest, notices: NamedDependency[Notices]) -> NoticesInfo:
    """Return the channels, kinds and language of your notifications."""
    return await notices.info(request.user)


@patch("/api/notices", summary="Set the language of notifications", status_code=204)
async def speak(request: AnyRequest, data: JSONBody[Speak], notices: NamedDependency[Notices]) -> None:
    """Set the language of all channels."""
    await notices.speak(request.user, data.language)


@put("/api/notices/kinds", summary="Choose the kinds of notifications", status_code=204)
async def choose(
    request: AnyRequest,
    data: JSONBody[Kinds],
    names: NamedDependency[Names],
    notices: NamedDependency[Notices],
) -> None:
    """Set the kinds for all channels and the list on the page."""
    name = await names.to_keep(request.user, address_of(request.scope))
    await notices.events.choose(request.user, name, data.kinds)


@get("/api/notices/recent", summary="List your notifications")
async def recent(request: AnyRequest, notices: NamedDependency[Notices]) -> RecentInfo:
    """Return the last 50 notifications, newest first."""
    return await notices.recent(request.user)


@post("/api/notices/read", summary="Mark notifications as read", status_code=204)
async def read(request: AnyRequest, data: JSONBody[Read], notices: NamedDependency[Notices]) -> None:
    """Mark the notifications of one table, or all, as read."""
    await notices.events.read(request.user, data.table)


@post("/api/notices/ways", summary="Add a notification channel")
async def add_way(
    request: AnyRequest,
    data: JSONBody[WayWish],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    notices: NamedDependency[Notices],
) -> NewWay:
    """Add a channel. An e-mail address must be confirmed first. Accounts need a fresh proof."""
    if isinstance(data, MailWish):
        limits.notice(request.user, address_of(request.scope), data.address.lower())
    accounts.check_proved_account(identity_of(request.scope))
    name = await names.of(request.user)
    return await notices.add(request.user, name, data)


@delete("/api/notices/ways/{way:str}", summary="Remove a notification channel")
async def remove_way(request: AnyRequest, way: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """Remove the channel and its address."""
    await notices.remove(request.user, way)


@post("/api/notices/ways/{way:str}/resume", summary="Resume a suspended channel", status_code=204)
async def resume_way(
    request: AnyRequest,
    way: FromPath[str],
    accounts: NamedDependency[Accounts],
    notices: NamedDependency[Notices],
) -> None:
    """Send notifications to this channel again. Accounts need a fresh proof."""
    accounts.check_proved_account(identity_of(request.scope))
    await notices.resume(request.user, way)


@post("/api/notices/ways/{way:str}/test", summary="Send a test notification", status_code=204)
async def test_way(
    request: AnyRequest,
    way: FromPath[str],
    limits: NamedDependency[Limits],
    notices: NamedDependency[Notices],
) -> None:
    """Send a notification at once, and report whether it was delivered."""
    limits.notice(request.user, address_of(request.scope))
    await notices.test(request.user, way)


# Mail programs send this request automatically (RFC 8058), without a cookie, and without any token except the one in
# the address.
@post("/notices/stop/{token:str}", summary="Unsubscribe from e-mails", status_code=204)
async def stop(token: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """Remove the channel that this link belongs to."""
    await notices.stop(token)


@post(
    "/notices/confirm/{token:str}",
    summary="Confirm an e-mail address for notifications",
    status_code=204,
)
async def confirm(token: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """Start sending notifications to the address."""
    await notices.confirm(token)
