"""What stands before every handler: who is asking, from where, how often, and the headers of every answer.

An ASGI middleware puts the guest into the scope and refuses forged, foreign and too frequent requests; a hook
on the way out adds cookies and security headers, also to answers that no handler made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware

from whistlestop.server.adapters.http.controls import check_address
from whistlestop.server.adapters.http.guests import CSRF_HEADER, read_cookies
from whistlestop.server.adapters.http.scopes import OPEN, SCOPES
from whistlestop.server.adapters.http.trace import HEADER, begin, taken
from whistlestop.server.domain.identity import SESSION_MARK, Identity
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from whistlestop.server.services import Services

# The policy of answers that are data: should a browser ever show one as a page, it may load and run nothing.
NOTHING = "default-src 'none'; frame-ancestors 'none'"
DAY = 24 * 3600
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
        begin(scope)
        self._services.limits.request(address_of(scope))
        check_address(scope["path"], scope["query_string"])
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._services.hosts.allowed(host):
            raise Refusal("host", "This site is not reached under this name (WHISTLESTOP_ALLOWED_HOSTS).")
        if scope["path"].startswith("/api/"):
            await self._check(scope, headers)
        await next_app(scope, receive, send)

    async def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        services = self._services
        bearer = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if bearer[0].lower() == "bearer":
            await self._check_token(scope, bearer[2].strip())
            return
        # HTTP/2 proxies may divide the cookies of a request among several headers.
        sent = "; ".join(text.decode("latin-1") for name, text in scope["headers"] if name == b"cookie")
        cookies = read_cookies(sent)
        who = await self._identity(cookies)
        if not who.known and services.guests.given(cookies) is not None:
            services.security.event("bad_session", None, address_of(scope))
        scope["user"] = who.user
        if scope["type"] != ScopeType.WEBSOCKET:  # that of a socket is checked where its page can be told
            services.moderation.check(who.user, address_of(scope))
        state = scope.setdefault("state", {})
        state["identity"] = who
        if scope["type"] == ScopeType.WEBSOCKET:
            return  # the handler checks the origin, so that it can say what is wrong
        # One address alone gives cookies, so that no cache between us and them can give away somebody's.
        if scope["path"] == "/api/me":
            guest = None if who.session else who.user
            if not services.guests.is_fresh(cookies, who.subject, guest):
                state["cookies"] = self._cookies(cookies, who)
        if scope["method"] in SAFE:
            return
        if not own_page(scope, services):
            raise Refusal("origin", "Commands are taken from this site's own pages only.")
        token = headers.get(CSRF_HEADER, b"").decode("latin-1")
        one = services.guests.is_one(sent)
        if not who.known or not one or not services.guests.is_token(who.subject, token):
            raise Refusal("csrf", "The x-csrftoken header has to repeat the csrftoken cookie.")

    async def _check_token(self, scope: Scope, text: str) -> None:
        """A program asks: no cookie counts, so no page can make a browser ask for it, and no token is needed."""
        bearer = await self._services.tokens.bearer(text)
        method = "GET" if scope["type"] == ScopeType.WEBSOCKET else scope["method"]
        needed = SCOPES.get((method, scope.get("path_template", "")))
        if needed is None and scope["path"] not in OPEN:
            raise Refusal("scope", "This cannot be done with a token.")
        if needed is not None and needed not in bearer.scopes:
            raise Refusal("scope", f"This takes a token with the scope {needed}.")
        scope["user"] = bearer.user
        if scope["type"] != ScopeType.WEBSOCKET:
            self._services.moderation.check(bearer.user, address_of(scope))
        scope.setdefault("state", {}).update(
            program=bearer.user, identity=Identity(bearer.user, token=bearer.id)
        )

    async def _identity(self, cookies: dict[str, str]) -> Identity:
        """Who a browser's cookies say it is: an account, a guest, or a guest that is new."""
        services = self._services
        given = services.guests.given(cookies) or ""
        found = await services.accounts.of_session(given)
        if found is not None:
            return found
        user = services.guests.read(given)
        # A guest who has an account by now shows the secret of a session; the old cookie may be somebody else's.
        if user is None or await services.accounts.kept.is_account(user):
            lapsed = given.startswith(SESSION_MARK)
            return Identity(services.guests.mint(), known=False, lapsed=lapsed)
        return Identity(user)

    def _cookies(self, cookies: dict[str, str], who: Identity) -> list[str]:
        guests = self._services.guests
        if who.session is None:
            return guests.cookies(who.user)
        secret = (guests.given(cookies) or "").removeprefix(SESSION_MARK)
        return guests.session_cookies(secret, who.session.id, self._services.settings.session_days * DAY)


def identity_of(scope: Scope | Any) -> Identity:
    """Who sends a request under /api."""
    found: Identity = scope["state"]["identity"]
    return found


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
        headers[HEADER] = begin(scope)
        route = scope.get("path_template") or "-"
        self._services.metrics.answered(str(scope.get("method")), route, message["status"], taken(scope))
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
        state = scope.get("state", {})
        if data:
            for name, text in self._services.limits.told(address_of(scope), state.get("program")).items():
                headers[name] = text
            headers.setdefault("Cache-Control", "no-store")
        for line in state.get("cookies", ()):
            headers.add("set-cookie", line)
