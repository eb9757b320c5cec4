"""The class of requests that handlers get."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import InternalServerException

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.controls import check_body


class JsonRequest(Request[Any, Any, Any]):
    """A request with a JSON body. Any other body raises Refusal, also where the framework would raise other errors."""

    async def body(self) -> bytes:
        """Return the whole body."""
        try:
            return await super().body()
        except InternalServerException:  # the framework raises this when the sender disconnects
            raise Refusal("bad_request", "The body of this request did not arrive.") from None

    async def json(self) -> Any:
        """Return the decoded body."""
        try:
            found = await super().json()
        except (UnicodeError, RecursionError):
            raise Refusal("bad_request", "The body of this request is not JSON.") from None
        check_body(found)
        return found
