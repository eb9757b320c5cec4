"""Meeting others: open tables, quick play, invitations, and what was said."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.server.adapters.database.meeting import MeetingStore
from whistlestop.server.adapters.http.guard import address_of
from whistlestop.server.adapters.http.routes.common import AnyRequest, qr_code
from whistlestop.server.domain.limits import Limits
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
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.accounts.names import Names
from whistlestop.server.usecases.meeting.chat import Chat
from whistlestop.server.usecases.meeting.open_tables import OpenTableList
from whistlestop.server.usecases.moderation.moderation import Moderation
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.seating import Seating

MESSAGE_COST = 3
"""What reading back costs of the limits of requests."""


@get("/api/open", summary="The open tables")
async def open_tables(open_tables: NamedDependency[OpenTableList]) -> OpenTables:
    """List the tables that everybody may join; `/api/open/socket` tells every change."""
    return await open_tables.listed()


@get("/api/open/chat", summary="What was said where the open tables are")
async def open_chat(
    request: AnyRequest, chats: NamedDependency[Chat], limits: NamedDependency[Limits]
) -> ChatAnswer:
    """Tell the newest messages."""
    limits.request(address_of(request.scope), MESSAGE_COST)
    return ChatAnswer(await chats.of_room())


@post("/api/quickplay", summary="Play with whoever waits", status_code=200)
async def quick_play(
    request: AnyRequest,
    data: JSONBody[QuickPlay],
    limits: NamedDependency[Limits],
    moderation: NamedDependency[Moderation],
    names: NamedDependency[Names],
    open_tables: NamedDependency[OpenTableList],
    settings: NamedDependency[Settings],
) -> TableInfo:
    """Sit down at the open table that has waited longest, or wait at a new one. It begins when it is full."""
    moderation.check_writable()
    address = address_of(request.scope)
    limits.table(request.user, address)
    name = await names.to_keep(request.user, address)
    await moderation.check_newcomer(request.user, name, moderation.tag(address))
    return await open_tables.quick_play(request.user, name, data, settings.tables_per_user)


@post("/api/tables/{table:str}/options", summary="Change options of a table (owner)", status_code=200)
async def change_options(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[TableOptions],
    chats: NamedDependency[Chat],
    moderation: NamedDependency[Moderation],
    names: NamedDependency[Names],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """List it among the open tables or not, and switch its chat and hints on or off."""
    if data.listed:
        tag = moderation.tag(address_of(request.scope))
        name = await names.of(request.user)
        await moderation.check_newcomer(request.user, name, tag)
    async with tables.use(table) as found:
        await chats.set_options(found, request.user, data)
        return found.info(request.user)


@get("/api/tables/{table:str}/invitations", summary="The invitations that are out (owner)")
async def invitations(
    request: AnyRequest, table: FromPath[str], tables: NamedDependency[Tables]
) -> list[Invitation]:
    """List seats and keys."""
    async with tables.use(table) as found:
        if found.row.owner != request.user:
            raise Refusal("not_owner", "Only the host can do this.")
        return [
            Invitation(seat.seat, seat.invitation) for seat in found.row.seats if seat.invitation is not None
        ]


@post("/api/tables/{table:str}/invitations", summary="Invite somebody to a seat (owner)", status_code=200)
async def invite(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[Invite],
    moderation: NamedDependency[Moderation],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> Invitation:
    """Make a link that seats whoever opens it first; until then nobody else can sit there."""
    moderation.check_writable()
    async with tables.use(table) as found:
        return Invitation(data.seat, await seating.invite(found, request.user, data.seat))


@delete(
    "/api/tables/{table:str}/invitations/{seat:int}",
    summary="Take an invitation back (owner)",
    status_code=200,
)
async def revoke(
    request: AnyRequest,
    table: FromPath[str],
    seat: FromPath[int],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
) -> TableInfo:
    """The link leads nowhere from now on."""
    if not 0 <= seat < 32:
        raise Refusal("bad_request", "There is no such seat.")
    async with tables.use(table) as found:
        await seating.revoke(found, request.user, seat)
        return found.info(request.user)


@get(
    "/api/tables/{table:str}/invitation.svg",
    summary="The link to a table, or to a seat of it, as a QR code",
    media_type="image/svg+xml",
)
async def invitation_svg(
    request: AnyRequest,
    table: FromPath[str],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
    settings: NamedDependency[Settings],
    seat: FromQuery[int | None] = None,
) -> Response[bytes]:
    """Draw the link; that of an invitation for the owner only."""
    limits.request(address_of(request.scope), MESSAGE_COST)
    async with tables.visit(table, request.user) as (found, user):
        path = f"/t/{found.id if user is not None else found.row.watch}"
        if seat is not None:
            key = next((one.invitation for one in found.row.seats if one.seat == seat), None)
            if found.row.owner != user or key is None:
                raise Refusal("no_invitation", "There is no such invitation.")
            path = f"/i/{key}"
    return Response(qr_code(site_of(request, settings) + path), media_type="image/svg+xml")


@post("/api/invitations/{key:str}", summary="Accept an invitation", status_code=200)
async def accept(
    request: AnyRequest,
    key: FromPath[str],
    limits: NamedDependency[Limits],
    meeting: NamedDependency[MeetingStore],
    moderation: NamedDependency[Moderation],
    names: NamedDependency[Names],
    open_tables: NamedDependency[OpenTableList],
    seating: NamedDependency[Seating],
    tables: NamedDependency[Tables],
    data: JSONBody[Accept | None] = None,
) -> TableInfo:
    """Sit down at the seat that the link is for."""
    moderation.check_writable()
    limits.command(request.user)
    found = await meeting.invited_to(key)
    if found is None:
        raise Refusal("no_invitation", "This invitation has been used or taken back.")
    name = await names.to_keep(request.user, address_of(request.scope))
    async with tables.use(found[0]) as table:
        await seating.accept(table, request.user, name, key, data.color if data else None)
        await open_tables.begin_if_full(table)
        return table.info(request.user)


@get("/api/tables/{table:str}/chat", summary="What was said at a table")
async def table_chat(
    request: AnyRequest,
    table: FromPath[str],
    chats: NamedDependency[Chat],
    limits: NamedDependency[Limits],
    tables: NamedDependency[Tables],
) -> ChatAnswer:
    """Tell the newest messages that the caller may read. Players of a game under way do not read those who watch."""
    limits.request(address_of(request.scope), MESSAGE_COST)
    async with tables.visit(table, request.user) as (found, _):
        return ChatAnswer(await chats.of_table(found, request.user))


@post("/api/messages/{message:int}/report", summary="Report a message", status_code=200)
async def report(
    request: AnyRequest,
    message: FromPath[int],
    data: JSONBody[ReportMessage],
    chats: NamedDependency[Chat],
    limits: NamedDependency[Limits],
    meeting: NamedDependency[MeetingStore],
    moderation: NamedDependency[Moderation],
    tables: NamedDependency[Tables],
) -> Muted:
    """Show moderators a message, with what was said before it. The answer is whom I have muted."""
    limits.chat(request.user, moderation.tag(address_of(request.scope)))
    found = await meeting.message(message) if 0 < message < 2**31 else None
    row = None
    if data.table is not None:
        async with tables.visit(data.table, request.user) as (table, _):
            row = table.row
    if found is None or found.game != (None if row is None else row.id):
        raise Refusal("not_found", "There is no such message.")
    await chats.report(found, row, request.user, data.about, data.reason)
    return Muted(await meeting.muted(request.user))


@post("/api/tables/{table:str}/report", summary="Report a player", status_code=200)
async def report_player(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[ReportPlayer],
    chats: NamedDependency[Chat],
    limits: NamedDependency[Limits],
    meeting: NamedDependency[MeetingStore],
    moderation: NamedDependency[Moderation],
    tables: NamedDependency[Tables],
) -> Muted:
    """Tell moderators of a player's name, or of how they play. The answer is whom I have muted."""
    limits.chat(request.user, moderation.tag(address_of(request.scope)))
    async with tables.visit(table, request.user) as (found, _):
        await chats.report_player(found, request.user, data)
    return Muted(await meeting.muted(request.user))


@get("/api/mutes", summary="Whom I have muted")
async def mutes(request: AnyRequest, meeting: NamedDependency[MeetingStore]) -> Muted:
    """List users."""
    return Muted(await meeting.muted(request.user))


@post("/api/mutes", summary="Mute somebody, or hear them again", status_code=200)
async def mute(
    request: AnyRequest,
    data: JSONBody[Mute],
    limits: NamedDependency[Limits],
    meeting: NamedDependency[MeetingStore],
    names: NamedDependency[Names],
) -> Muted:
    """Their messages are not shown to me."""
    limits.command(request.user)
    name = await names.to_keep(request.user, address_of(request.scope))
    await meeting.mute(request.user, name, data.user, data.muted)
    return Muted(await meeting.muted(request.user))


def site_of(request: AnyRequest, settings: Settings) -> str:
    """Where players reach the site: as its host says, else as this request came."""
    public = settings.public_url.rstrip("/")
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"
