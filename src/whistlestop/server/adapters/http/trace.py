"""An id for every request: in its answer, and in every line that the log has of it."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from litestar.types import Scope

HEADER = "X-Request-Id"


def begin(scope: Scope | Any) -> str:
    """Give a request or socket its id, which is ours: one that somebody sends could be anything."""
    state: dict[str, Any] = scope.setdefault("state", {})
    if "request_id" not in state:
        state["request_id"] = secrets.token_hex(8)
        state["began"] = time.perf_counter()
        structlog.contextvars.bind_contextvars(request=state["request_id"])
    found: str = state["request_id"]
    return found


def taken(scope: Scope | Any) -> float:
    """Seconds since a request arrived."""
    began: float = scope["state"]["began"]
    return time.perf_counter() - began
