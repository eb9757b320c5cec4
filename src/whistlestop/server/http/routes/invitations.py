"""Invitations, and the links to tables."""

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.routes.common import AnyRequest, qr_code, site_of
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.meeting import Accept, Invitation, Invite
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.tables.invitations import Invitations


@get("/api/tables/{table:str}/invitations", summary="List the invitations (host)")
async def invitations(
    table: FromPath[str], caller: NamedDependency[Caller], invitations: NamedDependency[Invitations]
) -> list[Invitation]:
    """Return the seats and keys of unused invitations."""
    return await invitations.of(table, caller)


@post("/api/tables/{table:str}/invitations", summary="Invite a player to a seat (host)", status_code=200)
async def invite(
    table: FromPath[str],
    data: JSONBody[Invite],
    caller: NamedDependency[Caller],
    invitations: NamedDependency[Invitations],
) -> Invitation:
    """Return the key of a link to the seat, which goes to the first player who opens the link."""
    return await invitations.invite(table, caller, data.seat)


@delete(
    "/api/tables/{table:str}/invitations/{seat:int}",
    summary="Revoke an invitation (host)",
    status_code=200,
)
async def revoke(
    table: FromPath[str],
    seat: FromPath[int],
    caller: NamedDependency[Caller],
    invitations: NamedDependency[Invitations],
) -> TableInfo:
    """Make the link of an invitation invalid."""
    if not 0 <= seat < 32:
        raise Refusal("bad_request", "This seat does not exist.")
    return await invitations.revoke(table, caller, seat)


@get(
    "/api/tables/{table:str}/invitation.svg",
    summary="Get the link to a table or a seat as a QR code",
    media_type="image/svg+xml",
)
async def invitation_svg(
    request: AnyRequest,
    table: FromPath[str],
    caller: NamedDependency[Caller],
    invitations: NamedDependency[Invitations],
    settings: NamedDependency[Settings],
    seat: FromQuery[int | None] = None,
) -> Response[bytes]:
    """Return the link as an SVG. Only the host gets the link of an invitation."""
    path = await invitations.path(table, caller, seat)
    return Response(qr_code(site_of(request, settings) + path), media_type="image/svg+xml")


@post("/api/invitations/{key:str}", summary="Accept an invitation", status_code=200)
async def accept(
    key: FromPath[str],
    caller: NamedDependency[Caller],
    invitations: NamedDependency[Invitations],
    data: JSONBody[Accept | None] = None,
) -> TableInfo:
    """Take the seat of the invitation."""
    return await invitations.accept(key, caller, data.color if data else None)
