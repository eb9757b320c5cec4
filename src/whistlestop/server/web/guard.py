"""What stands before every handler: who is asking, from where, how often, and the headers of every answer.

An ASGI middleware puts the guest into the scope and refuses forged, foreign and too frequent requests; a hook
on the way out adds cookies and security headers, also to answers that no handler made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware

from whistlestop.server.refusals import Refusal
from whistlestop.server.web.guests import CSRF_COOKIE, CSRF_HEADER, SESSION_COOKIE, read_cookies

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from whistlestop.server.services import Services

# The policy of answers that are data: should a browser ever show one as a page, it may load and run nothing.
NOTHING = "default-src 'none'; frame-ancestors 'none'"
# Pages that other sites may show in a frame: they need no cookie, and nothing can be done on them.
EMBEDDED = "/embed/"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard(ASGIMiddleware):
    """Host and rate of every request and socket, and under /api identity, origin and token."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, services: Services) -> None:
        self._services = services

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check a connection and pass it on."""
        self._services.limits.request(address_of(scope))
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._services.hosts.allowed(host):
            raise Refusal("host", "This site is not reached under this name (WHISTLESTOP_ALLOWED_HOSTS).")
        if scope["path"].startswith("/api/"):
            self._check(scope, headers)
        await next_app(scope, receive, send)

    def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        services = self._services
        cookies = read_cookies(headers.get(b"cookie", b"").decode("latin-1"))
        user = services.guests.read(cookies.get(SESSION_COOKIE))
        known = user is not None
        if user is None:
            user = services.guests.mint()
        scope["user"] = user
        if scope["type"] == ScopeType.WEBSOCKET:
            return  # the handler checks the origin, so that it can say what is wrong
        # One address alone gives cookies, so that no cache between us and them can give away somebody's.
        if scope["path"] == "/api/me":
            current = known and cookies.get(CSRF_COOKIE) == services.guests.token(user)
            scope.setdefault("state", {})["set_cookies"] = not current
        if scope["method"] in SAFE:
            return
        if not own_page(scope, services):
            raise Refusal("origin", "Commands are taken from this site's own pages only.")
        token = headers.get(CSRF_HEADER, b"").decode("latin-1")
        if not known or not services.guests.is_token(user, token):
            raise Refusal("csrf", "The x-csrftoken header has to repeat the csrftoken cookie.")


def own_page(scope: Scope | Any, services: Services) -> bool:
    """Whether a request comes from a page that may send commands, or from no page at all."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return services.hosts.allowed_origin(
        None if origin is None else origin.decode("latin-1"),
        scope["scheme"],
        headers.get(b"host", b"").decode("latin-1"),
    )


def address_of(scope: Scope | Any) -> str:
    """The address a connection comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


class Decorate:
    """Adds cookies and security headers to every answer."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Change the start of an HTTP answer."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        data = scope["path"].startswith("/api/")
        shown = not data or scope["path"].endswith(".svg")
        embedded = scope["path"].startswith(EMBEDDED)
        page = self._services.embedded_policy if embedded else self._services.policy
        headers["Content-Security-Policy"] = page if shown else NOTHING
        headers["X-Content-Type-Options"] = "nosniff"
        if not embedded:
            headers["X-Frame-Options"] = "DENY"
        # The link of a table is its key, so it is not told to other sites.
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "cross-origin" if embedded else "same-origin"
        headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        if self._services.settings.secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        if data:
            headers.setdefault("Cache-Control", "no-store")
        if scope.get("state", {}).get("set_cookies"):
            for line in self._services.guests.cookies(scope["user"]):
                headers.add("set-cookie", line)
