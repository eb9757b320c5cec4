"""Meeting others: open tables, quick play, invitations, and what was said."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.server.adapters.http.guard import address_of
from whistlestop.server.adapters.http.routes.common import AnyRequest, qr_code
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.meeting import (
    Accept,
    ChatAnswer,
    Invitation,
    Invite,
    Mute,
    Muted,
    OpenTables,
    QuickPlay,
    ReportMessage,
    ReportPlayer,
    TableOptions,
)
from whistlestop.server.services import Services

MESSAGE_COST = 3
"""What reading back costs of the limits of requests."""


@get("/api/open", summary="The open tables")
async def open_tables(services: NamedDependency[Services]) -> OpenTables:
    """List the tables that everybody may join; `/api/open/socket` tells every change."""
    return await services.hall.listed()


@get("/api/open/chat", summary="What was said where the open tables are")
async def open_chat(request: AnyRequest, services: NamedDependency[Services]) -> ChatAnswer:
    """Tell the newest messages."""
    services.limits.request(address_of(request.scope), MESSAGE_COST)
    return ChatAnswer(await services.chat.of_room())


@post("/api/quickplay", summary="Play with whoever waits", status_code=200)
async def quick_play(
    request: AnyRequest, data: JSONBody[QuickPlay], services: NamedDependency[Services]
) -> TableInfo:
    """Sit down at the open table that has waited longest, or wait at a new one. It begins when it is full."""
    services.moderation.check_writable()
    address = address_of(request.scope)
    services.limits.table(request.user, address)
    name = await services.name_to_keep(request.user, address)
    await services.moderation.check_newcomer(request.user, name, services.moderation.tag(address))
    return await services.hall.quick_play(request.user, name, data, services.settings.tables_per_user)


@post("/api/tables/{table:str}/options", summary="Change options of a table (owner)", status_code=200)
async def change_options(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[TableOptions],
    services: NamedDependency[Services],
) -> TableInfo:
    """List it among the open tables or not, and switch its chat and hints on or off."""
    if data.listed:
        tag = services.moderation.tag(address_of(request.scope))
        name = await services.name_of(request.user)
        await services.moderation.check_newcomer(request.user, name, tag)
    async with services.tables.use(table) as found:
        await services.chat.set_options(found, request.user, data)
        return found.info(request.user)


@get("/api/tables/{table:str}/invitations", summary="The invitations that are out (owner)")
async def invitations(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> list[Invitation]:
    """List seats and keys."""
    async with services.tables.use(table) as found:
        if found.row.owner != request.user:
            raise Refusal("not_owner", "Only the host can do this.")
        return [
            Invitation(seat.seat, seat.invitation) for seat in found.row.seats if seat.invitation is not None
        ]


@post("/api/tables/{table:str}/invitations", summary="Invite somebody to a seat (owner)", status_code=200)
async def invite(
    request: AnyRequest, table: FromPath[str], data: JSONBody[Invite], services: NamedDependency[Services]
) -> Invitation:
    """Make a link that seats whoever opens it first; until then nobody else can sit there."""
    services.moderation.check_writable()
    async with services.tables.use(table) as found:
        return Invitation(data.seat, await services.seating.invite(found, request.user, data.seat))


@delete(
    "/api/tables/{table:str}/invitations/{seat:int}",
    summary="Take an invitation back (owner)",
    status_code=200,
)
async def revoke(
    request: AnyRequest, table: FromPath[str], seat: FromPath[int], services: NamedDependency[Services]
) -> TableInfo:
    """The link leads nowhere from now on."""
    if not 0 <= seat < 32:
        raise Refusal("bad_request", "There is no such seat.")
    async with services.tables.use(table) as found:
        await services.seating.revoke(found, request.user, seat)
        return found.info(request.user)


@get(
    "/api/tables/{table:str}/invitation.svg",
    summary="The link to a table, or to a seat of it, as a QR code",
    media_type="image/svg+xml",
)
async def invitation_svg(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    seat: FromQuery[int | None] = None,
) -> Response[bytes]:
    """Draw the link; that of an invitation for the owner only."""
    services.limits.request(address_of(request.scope), MESSAGE_COST)
    async with services.tables.visit(table, request.user) as (found, user):
        path = f"/t/{found.id if user is not None else found.row.watch}"
        if seat is not None:
            key = next((one.invitation for one in found.row.seats if one.seat == seat), None)
            if found.row.owner != user or key is None:
                raise Refusal("no_invitation", "There is no such invitation.")
            path = f"/i/{key}"
    return Response(qr_code(site_of(request, services) + path), media_type="image/svg+xml")


@post("/api/invitations/{key:str}", summary="Accept an invitation", status_code=200)
async def accept(
    request: AnyRequest,
    key: FromPath[str],
    services: NamedDependency[Services],
    data: JSONBody[Accept | None] = None,
) -> TableInfo:
    """Sit down at the seat that the link is for."""
    services.moderation.check_writable()
    services.limits.command(request.user)
    found = await services.meeting.invited_to(key)
    if found is None:
        raise Refusal("no_invitation", "This invitation has been used or taken back.")
    name = await services.name_to_keep(request.user, address_of(request.scope))
    async with services.tables.use(found[0]) as table:
        await services.seating.accept(table, request.user, name, key, data.color if data else None)
        await services.hall.begin_if_full(table)
        return table.info(request.user)


@get("/api/tables/{table:str}/chat", summary="What was said at a table")
async def table_chat(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> ChatAnswer:
    """Tell the newest messages that the caller may read. Players of a game under way do not read those who watch."""
    services.limits.request(address_of(request.scope), MESSAGE_COST)
    async with services.tables.visit(table, request.user) as (found, _):
        return ChatAnswer(await services.chat.of_table(found, request.user))


@post("/api/messages/{message:int}/report", summary="Report a message", status_code=200)
async def report(
    request: AnyRequest,
    message: FromPath[int],
    data: JSONBody[ReportMessage],
    services: NamedDependency[Services],
) -> Muted:
    """Show moderators a message, with what was said before it. The answer is whom I have muted."""
    services.limits.chat(request.user, services.moderation.tag(address_of(request.scope)))
    found = await services.meeting.message(message) if 0 < message < 2**31 else None
    row = None
    if data.table is not None:
        async with services.tables.visit(data.table, request.user) as (table, _):
            row = table.row
    if found is None or found.game != (None if row is None else row.id):
        raise Refusal("not_found", "There is no such message.")
    await services.chat.report(found, row, request.user, data.about, data.reason)
    return Muted(await services.meeting.muted(request.user))


@post("/api/tables/{table:str}/report", summary="Report a player", status_code=200)
async def report_player(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[ReportPlayer],
    services: NamedDependency[Services],
) -> Muted:
    """Tell moderators of a player's name, or of how they play. The answer is whom I have muted."""
    services.limits.chat(request.user, services.moderation.tag(address_of(request.scope)))
    async with services.tables.visit(table, request.user) as (found, _):
        await services.chat.report_player(found, request.user, data)
    return Muted(await services.meeting.muted(request.user))


@get("/api/mutes", summary="Whom I have muted")
async def mutes(request: AnyRequest, services: NamedDependency[Services]) -> Muted:
    """List users."""
    return Muted(await services.meeting.muted(request.user))


@post("/api/mutes", summary="Mute somebody, or hear them again", status_code=200)
async def mute(request: AnyRequest, data: JSONBody[Mute], services: NamedDependency[Services]) -> Muted:
    """Their messages are not shown to me."""
    services.limits.command(request.user)
    name = await services.name_to_keep(request.user, address_of(request.scope))
    await services.meeting.mute(request.user, name, data.user, data.muted)
    return Muted(await services.meeting.muted(request.user))


def site_of(request: AnyRequest, services: Services) -> str:
    """Where players reach the site: as its host says, else as this request came."""
    public = services.settings.public_url.rstrip("/")
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"


HANDLERS: list[BaseRouteHandler] = [
    open_tables,
    open_chat,
    quick_play,
    change_options,
    invitations,
    invite,
    revoke,
    invitation_svg,
    accept,
    table_chat,
    report,
    report_player,
    mutes,
    mute,
]
