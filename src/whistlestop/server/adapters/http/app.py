"""The application: handlers, guard, error answers and lifetime put together."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import structlog
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi import OpenAPIConfig
from sqlalchemy.exc import SQLAlchemyError

import whistlestop
from whistlestop.server import logs
from whistlestop.server.adapters.database.database import refusal_for
from whistlestop.server.adapters.http.client import serve_missing
from whistlestop.server.adapters.http.controls import check_body
from whistlestop.server.adapters.http.description import Description
from whistlestop.server.adapters.http.guard import Decorate, Guard, address_of
from whistlestop.server.adapters.http.room import room_socket
from whistlestop.server.adapters.http.routes import HANDLERS
from whistlestop.server.adapters.http.routes.common import KEPT_COMPRESSED
from whistlestop.server.adapters.http.socket import table_socket
from whistlestop.server.adapters.http.together import together_socket
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import ErrorAnswer, ErrorInfo
from whistlestop.server.services import Services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from whistlestop.server.settings import Settings

log = structlog.get_logger("whistlestop.app")

MESSAGES = {
    404: ("not_found", "There is nothing here."),
    413: ("bad_request", "This is too long."),
    429: ("rate_limited", "Too many requests. Try again in a moment."),
}


def create_app(settings: Settings) -> Litestar:
    """The whole service as an ASGI application. Its services are at `app.state.services`."""
    services = Services(settings)

    @asynccontextmanager
    async def lifetime(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = Litestar(
        route_handlers=[*HANDLERS, table_socket, room_socket, together_socket],
        dependencies={"services": Provide(lambda: services, use_cache=True, sync_to_thread=False)},
        middleware=[Guard(services)],
        before_send=[Decorate(services)],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            SQLAlchemyError: on_database_error,
            MemoryError: on_memory_error,
            Exception: on_crash,
        },
        lifespan=[lifetime],
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=5,
            exclude_opt_key=KEPT_COMPRESSED,
        ),
        request_class=JsonRequest,
        request_max_body_size=settings.body_size,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Whistlestop",
            version=whistlestop.__version__,
            path="/api/schema",
            # No pages with scripts from elsewhere: the interface is told as data.
            render_plugins=[Description()],
        ),
    )
    app.state.services = services
    return app


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is JSON. What is none is refused, also where the framework's decoder raises otherwise."""

    async def body(self) -> bytes:
        """The whole body."""
        try:
            return await super().body()
        except InternalServerException:  # so the framework calls it when the sender goes away
            raise Refusal("bad_request", "The body of this request did not arrive.") from None

    async def json(self) -> Any:
        """The decoded body."""
        try:
            found = await super().json()
        except (UnicodeError, RecursionError):
            raise Refusal("bad_request", "The body of this request is not JSON.") from None
        check_body(found)
        return found


def on_database_error(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[ErrorAnswer]:
    """The database did not do what it should: full disk, lost connection, or something that it cannot store."""
    refusal = refusal_for(error)
    tell = log.error if refusal.code == "unavailable" else log.warning
    tell("database failed", method=request.method, error=type(error).__name__, at=logs.places(error))
    return _answer(refusal.status, refusal.code, refusal.message)


def on_memory_error(request: Request[Any, Any, Any], error: MemoryError) -> Response[ErrorAnswer]:
    """The system gives no more memory: whoever asks later is answered, and what is played meanwhile goes on."""
    log.error("no memory left", method=request.method, at=logs.places(error))
    return _answer(503, "unavailable", "The server has too little memory. Try again in a moment.")


def on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[ErrorAnswer]:
    """What this service refuses on purpose."""
    services: Services = request.app.state.services
    services.security.refused(refusal.code, request.scope, address_of(request.scope))
    answer = _answer(refusal.status, refusal.code, refusal.message, refusal.wait)
    if refusal.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def on_http_error(
    request: Request[Any, Any, Any], error: HTTPException
) -> Response[ErrorAnswer] | Response[bytes]:
    """What the framework refuses: not found, wrong method, malformed, too long.

    A browser that asks for a page at an unknown address gets one; the client says that there is nothing here.
    """
    if error.status_code >= 500:
        return on_crash(request, error)
    if error.status_code == 404 and not request.scope["path"].startswith("/api/"):
        services: Services = request.app.state.services
        if (page := serve_missing(request, services.client.page())) is not None:
            return page
    code, message = MESSAGES.get(error.status_code, ("bad_request", "This request is not understood."))
    answer = _answer(error.status_code, code, message)
    if allow := (error.headers or {}).get("allow"):
        answer.headers["Allow"] = ", ".join(sorted(allow.split(", ")))
    return answer


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """What should not have happened. The log has where, and nobody is told more than that it did."""
    log.error("request failed", method=request.method, error=type(error).__name__, at=logs.places(error))
    return _answer(500, "internal", "Something went wrong here. Nothing was changed.")


def _answer(status: int, code: str, message: str, wait: int = 1) -> Response[ErrorAnswer]:
    headers = {"Retry-After": str(wait)} if status in {429, 503} else None
    return Response(ErrorAnswer(ErrorInfo(code, message)), status_code=status, headers=headers)
