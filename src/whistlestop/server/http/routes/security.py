"""The contact for reports of vulnerabilities: /.well-known/security.txt (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from litestar import Response
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from whistlestop.server.http.routes.common import READ, REVALIDATE
from whistlestop.server.settings import Settings

PATH = "/.well-known/security.txt"
LASTS = timedelta(days=90)
"""Time until the response expires. Every request gets a new response, so the time can be short."""


@HTTPRouteHandler(PATH, http_method=READ, include_in_schema=False)
async def security_txt(settings: NamedDependency[Settings]) -> Response[str]:
    """Return the contact, if one is configured."""
    if not settings.security_contact:
        raise NotFoundException
    expires = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + LASTS
    lines = [f"Contact: {settings.security_contact}", f"Expires: {expires.isoformat()}"]
    if settings.public_url:
        lines.append(f"Canonical: {settings.public_url.rstrip('/')}{PATH}")
    text = "".join(f"{line}\n" for line in lines)
    return Response(text, media_type="text/plain", headers={"Cache-Control": REVALIDATE})
