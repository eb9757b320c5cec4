"""Checks before every handler, and headers of every answer.

A middleware puts the user into the scope and refuses forged, foreign and too frequent requests. A hook adds cookies and
security headers to all answers, including those of the framework.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware

from whistlestop.server.domain.identity import SESSION_MARK, Caller, Identity
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http import policies
from whistlestop.server.http.controls import check_address
from whistlestop.server.http.guests import CSRF_HEADER, read_cookies
from whistlestop.server.http.trace import HEADER, begin, taken

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.http.guests import Guests
    from whistlestop.server.http.hosts import Hosts
    from whistlestop.server.metrics import Metrics
    from whistlestop.server.security import SecurityLog
    from whistlestop.server.settings import Settings
    from whistlestop.server.telemetry.traces import Traces
    from whistlestop.server.usecases.accounts.accounts import Accounts
    from whistlestop.server.usecases.friends.presence import Presence
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.programs.tokens import Tokens

# The policy for data: if a browser shows the data as a page, the page may neither load nor run anything.
NOTHING = "default-src 'none'; frame-ancestors 'none'"
DAY = 24 * 3600
# Pages that other sites may show in a frame: they use no cookie and offer no actions.
EMBEDDED = "/embed/"
# Only programs with a token use this address.
PROGRAMS = "/mcp"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard(ASGIMiddleware):
    """Checks host and rate of every request and socket, and of data also identity, origin and token."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(
        self,
        settings: Settings,
        hosts: Hosts,
        limits: Limits,
        guests: Guests,
        accounts: Accounts,
        tokens: Tokens,
        moderation: Moderation,
        security: SecurityLog,
        presence: Presence,
        traces: Traces,
    ) -> None:
        self._settings = settings
        self._hosts = hosts
        self._limits = limits
        self._guests = guests
        self._accounts = accounts
        self._tokens = tokens
        self._moderation = moderation
        self._security = security
        self._presence = presence
        self._traces = traces

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check a request or socket, then call the application."""
        begin(scope)
        with self._traces.request(scope):
            await self._admit(scope)
            await next_app(scope, receive, send)

    async def _admit(self, scope: Scope) -> None:
        self._limits.request(address_of(scope))
        check_address(scope["path"], scope["query_string"])
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._hosts.allowed(host):
            raise Refusal("host", "This site does not use this host name (WHISTLESTOP_ALLOWED_HOSTS).")
        if scope["path"].startswith("/api/") or scope["path"] == PROGRAMS:
            await self._check(scope, headers)

    async def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        bearer = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if bearer[0].lower() == "bearer":
            await self._check_token(scope, bearer[2].strip())
            return
        if scope["path"] == PROGRAMS:
            raise Refusal("token", "This requires a token (Authorization: Bearer).")
        # HTTP/2 proxies may split the cookies of a request into several headers.
        sent = "; ".join(text.decode("latin-1") for name, text in scope["headers"] if name == b"cookie")
        cookies = read_cookies(sent)
        who = await self._identity(cookies)
        if who.session is not None:
            self._presence.note(who.user)
        if not who.known and self._guests.given(cookies) is not None:
            self._security.event("bad_session", None, address_of(scope))
        scope["user"] = who.user
        if scope["type"] != ScopeType.WEBSOCKET:  # `Admission` checks sockets, to tell pages the reason
            self._moderation.check(who.user, address_of(scope))
        state = scope.setdefault("state", {})
        state["identity"] = who
        if scope["type"] == ScopeType.WEBSOCKET:
            return  # `Admission` checks the origin, to tell the page the reason
        # Only this address sets cookies, so that no cache can give them to another user.
        if scope["path"] == "/api/me":
            guest = None if who.session else who.user
            if not self._guests.is_fresh(cookies, who.subject, guest):
                state["cookies"] = self._cookies(cookies, who)
        if scope["method"] in SAFE:
            return
        if not own_page(scope, self._hosts):
            raise Refusal("origin", "Only this site's own pages can send commands.")
        token = headers.get(CSRF_HEADER, b"").decode("latin-1")
        one = self._guests.is_one(sent)
        if not who.known or not one or not self._guests.is_token(who.subject, token):
            raise Refusal("csrf", "The x-csrftoken header must repeat the csrftoken cookie.")

    async def _check_token(self, scope: Scope, text: str) -> None:
        """Check a program's token. Cookies do not count, so no page can forge such a request."""
        bearer = await self._tokens.bearer(text)
        declared = scope["route_handler"].opt
        needed = declared.get("scope")
        if needed is None and not declared.get("open"):
            raise Refusal("scope", "This cannot be done with a token.")
        for one in (needed or "").split():
            if one not in bearer.scopes:
                raise Refusal("scope", f"This requires a token with the scope {one}.")
        scope["user"] = bearer.user
        if scope["type"] != ScopeType.WEBSOCKET:
            self._moderation.check(bearer.user, address_of(scope))
        scope.setdefault("state", {}).update(
            program=bearer.user, identity=Identity(bearer.user, token=bearer.id)
        )

    async def _identity(self, cookies: dict[str, str]) -> Identity:
        """Return the user whom a browser's cookies identify: an account or a guest; otherwise a new guest."""
        given = self._guests.given(cookies) or ""
        found = await self._accounts.of_session(given)
        if found is not None:
            return found
        user = self._guests.read(given)
        # A guest who has signed up has a session; the old cookie may be used by another person.
        if user is None or await self._accounts.kept.is_account(user):
            lapsed = given.startswith(SESSION_MARK)
            return Identity(self._guests.mint(), known=False, lapsed=lapsed)
        return Identity(user)

    def _cookies(self, cookies: dict[str, str], who: Identity) -> list[str]:
        guests = self._guests
        if who.session is None:
            return guests.cookies(who.user)
        secret = (guests.given(cookies) or "").removeprefix(SESSION_MARK)
        return guests.session_cookies(secret, who.session.id, self._settings.session_days * DAY)


def identity_of(scope: Scope | Any) -> Identity:
    """Return the sender of a request under /api."""
    found: Identity = scope["state"]["identity"]
    return found


def own_page(scope: Scope | Any, hosts: Hosts) -> bool:
    """Return whether a request comes from a page that may send commands, or not from a page."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return hosts.allowed_origin(
        None if origin is None else origin.decode("latin-1"),
        scope["scheme"],
        headers.get(b"host", b"").decode("latin-1"),
    )


def address_of(scope: Scope | Any) -> str:
    """Return the address from which a connection comes."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


def caller_of(scope: Scope) -> Caller:
    """Return the sender of a request; handlers get it by the name `caller`."""
    return Caller(scope["user"], address_of(scope))


class Decorate:
    """Adds cookies and security headers to every answer."""

    def __init__(self, limits: Limits, metrics: Metrics, *, secure: bool, engine: bool) -> None:
        """engine: whether pages run the engine."""
        self._limits = limits
        self._metrics = metrics
        self._secure = secure
        self._engine = engine

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Add headers to the start of an HTTP answer."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        headers[HEADER] = begin(scope)
        route = scope.get("path_template") or "-"
        self._metrics.answered(scope, route, message["status"], taken(scope))
        data = scope["path"].startswith("/api/") or scope["path"] == PROGRAMS
        shown = not data or scope["path"].endswith(".svg")
        embedded = scope["path"].startswith(EMBEDDED)
        page = policies.page(embedded=embedded, engine=self._engine)
        headers["Content-Security-Policy"] = page if shown else NOTHING
        headers["X-Content-Type-Options"] = "nosniff"
        if not embedded:
            headers["X-Frame-Options"] = "DENY"
        # The link of a table is its key, so other sites must not get it.
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "cross-origin" if embedded else "same-origin"
        headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        if self._secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        state = scope.get("state", {})
        if data:
            for name, text in self._limits.told(address_of(scope), state.get("program")).items():
                headers[name] = text
            headers.setdefault("Cache-Control", "no-store")
        for line in state.get("cookies", ()):
            headers.add("set-cookie", line)
