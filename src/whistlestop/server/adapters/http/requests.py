"""Requests as the handlers get them."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import InternalServerException

from whistlestop.server.adapters.http.controls import check_body
from whistlestop.server.domain.refusals import Refusal


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
