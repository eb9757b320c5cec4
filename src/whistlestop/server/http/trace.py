"""Give every request an id, which appears in its response and in all its log lines."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from litestar.types import Scope

HEADER = "X-Request-Id"


def begin(scope: Scope | Any) -> str:
    """Return the id of a request or socket. The server creates it, because a client's id could be any text."""
    state: dict[str, Any] = scope.setdefault("state", {})
    if "request_id" not in state:
        state["request_id"] = secrets.token_hex(8)
        state["began"] = time.perf_counter()
        structlog.contextvars.bind_contextvars(request=state["request_id"])
    found: str = state["request_id"]
    return found


def taken(scope: Scope | Any) -> float:
    """Return the seconds since a request arrived."""
    began: float = scope["state"]["began"]
    return time.perf_counter() - began
