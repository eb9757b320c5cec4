"""The endpoint of the Model Context Protocol: the requests that it accepts, and their senders (docs/agents.md).

The protocol is stateless here: each request is complete, so any process can serve it.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import structlog
from litestar import Request
from litestar.exceptions import MethodNotAllowedException, NotFoundException

from whistlestop.errors import WhistlestopError
from whistlestop.server import logs
from whistlestop.server.adapters.database.database import DatabaseError, refusal_for
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.guard import caller_of

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Awaitable, Callable

    from litestar.types import Receive, Scope, Send
    from mcp.server import MCPServer
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.http.admission import Admission
    from whistlestop.server.security import SecurityLog
    from whistlestop.server.settings import Settings

log = structlog.get_logger("whistlestop.mcp")


class ModelProtocol:
    """Serves requests, if the host has turned them on."""

    def __init__(self, settings: Settings, make: Callable[[], MCPServer[None]]) -> None:
        """`make`: makes the server of the protocol, if it is on."""
        self._manager: StreamableHTTPSessionManager | None = None
        if settings.mcp:
            from mcp.server.transport_security import TransportSecuritySettings  # noqa: PLC0415 - optional

            server = make()
            server.streamable_http_app(
                stateless_http=True,
                json_response=True,
                max_request_body_size=settings.body_size,
                # `Guard` has checked the host, and requires a token.
                transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            )
            self._manager = server.session_manager

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve during the block."""
        if self._manager is None:
            yield
        else:
            async with self._manager.run():
                yield

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. There is nothing to stream, so the protocol's GET is not offered."""
        if self._manager is None:
            raise NotFoundException
        if scope.get("method") != "POST":
            raise MethodNotAllowedException(headers={"allow": "POST"})
        await self._manager.handle_request(scope, receive, send)  # type: ignore[arg-type]  # an ASGI scope


async def answered(security: SecurityLog, scope: Scope, work: Callable[[Caller], Awaitable[str]]) -> str:
    """Return a tool's text for the sender of a request. Every failure is a Refusal with a message for users."""
    caller = caller_of(scope)
    try:
        return await work(caller)
    except Refusal as refusal:
        security.refused(refusal.code, scope, caller.address)
        raise
    except WhistlestopError as error:
        raise Refusal("bad_request", str(error)) from None
    except DatabaseError as error:
        raise refusal_for(error) from None
    except Exception as error:  # noqa: BLE001 - the reader gets only this sentence
        raise _crashed(error) from None


def _crashed(error: Exception) -> Refusal:
    log.error("tool failed", error=type(error).__name__, at=logs.places(error))
    return Refusal("internal", "Something went wrong here. Nothing was changed.")


async def waiting(admission: Admission, scope: Scope, work: Callable[[asyncio.Event], Awaitable[str]]) -> str:
    """Return the text of a request that waits; while it waits, it counts as an open connection."""
    with admission.admitted(Request(scope)) as opened:
        text = await work(opened.ended)
    if opened.refusal is not None:
        raise opened.refusal
    return text
