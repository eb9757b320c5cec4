"""Responses to requests that are refused or fail. All have the same form and reveal nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException

from whistlestop.server import logs
from whistlestop.server.adapters.database.database import DatabaseError, refusal_for
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.client import serve_missing
from whistlestop.server.http.guard import address_of
from whistlestop.server.messages.base import ErrorAnswer, ErrorInfo

if TYPE_CHECKING:
    from litestar.types import ExceptionHandlersMap

    from whistlestop.server.http.client import Client
    from whistlestop.server.security import SecurityLog

log = structlog.get_logger("whistlestop.app")

MESSAGES = {
    404: ("not_found", "There is nothing here."),
    413: ("bad_request", "This is too long."),
    429: ("rate_limited", "Too many requests. Try again in a moment."),
}


def on_database_error(request: Request[Any, Any, Any], error: DatabaseError) -> Response[ErrorAnswer]:
    """Answer a failure of the database, such as a full disk, a lost connection or a value that it cannot store."""
    refusal = refusal_for(error)
    tell = log.error if refusal.code == "unavailable" else log.warning
    tell("database failed", method=request.method, error=type(error).__name__, at=logs.places(error))
    return _answer(refusal.status, refusal.code, refusal.message)


def on_memory_error(request: Request[Any, Any, Any], error: MemoryError) -> Response[ErrorAnswer]:
    """Answer a request that ran out of memory. Later requests may succeed, and games continue."""
    log.error("no memory left", method=request.method, at=logs.places(error))
    return _answer(503, "unavailable", "The server has too little memory. Try again in a moment.")


def on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[ErrorAnswer]:
    """Answer a refusal of the service itself."""
    security: SecurityLog = request.app.state.security
    security.refused(refusal.code, request.scope, address_of(request.scope))
    answer = _answer(refusal.status, refusal.code, refusal.message, refusal.wait)
    if refusal.users:
        answer.content.error.users = refusal.users
    if refusal.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def on_http_error(
    request: Request[Any, Any, Any], error: HTTPException
) -> Response[ErrorAnswer] | Response[bytes]:
    """Answer a refusal of the framework: not found, wrong method, malformed, too long.

    A browser that opens an unknown address gets the client's page, which says that there is no such page.
    """
    if error.status_code >= 500:
        return on_crash(request, error)
    if error.status_code == 404 and not request.scope["path"].startswith("/api/"):
        client: Client = request.app.state.client
        if (page := serve_missing(request, client.page())) is not None:
            return page
    code, message = MESSAGES.get(error.status_code, ("bad_request", "This request is not understood."))
    answer = _answer(error.status_code, code, message)
    if allow := (error.headers or {}).get("allow"):
        answer.headers["Allow"] = ", ".join(sorted(allow.split(", ")))
    return answer


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """Answer an unexpected error. The log gets the place in the code; the response says only that an error occurred."""
    log.error("request failed", method=request.method, error=type(error).__name__, at=logs.places(error))
    return _answer(500, "internal", "Something went wrong here. Nothing was changed.")


def _answer(status: int, code: str, message: str, wait: int = 1) -> Response[ErrorAnswer]:
    headers = {"Retry-After": str(wait)} if status in {429, 503} else None
    return Response(ErrorAnswer(ErrorInfo(code, message)), status_code=status, headers=headers)


HANDLERS: ExceptionHandlersMap = {
    Refusal: on_refusal,
    HTTPException: on_http_error,
    DatabaseError: on_database_error,
    MemoryError: on_memory_error,
    Exception: on_crash,
}
