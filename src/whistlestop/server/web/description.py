"""The interface as OpenAPI: what the framework finds in the handlers, and what it cannot know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import Struct

from whistlestop.kinds import AnyHint, AnyPlan, AnyRulesetInfo, AnySummary
from whistlestop.record import GameRecord
from whistlestop.reviewing import shapes
from whistlestop.server import protocol
from whistlestop.server.accounts import messages as accounts
from whistlestop.server.clocks import messages as clocks
from whistlestop.server.history import messages as history
from whistlestop.server.meeting import messages as meeting
from whistlestop.server.moderation import messages as moderation
from whistlestop.server.notices import messages as notices
from whistlestop.server.players import messages as players
from whistlestop.server.programs import messages as programs
from whistlestop.server.programs.scopes import SCOPES
from whistlestop.server.replays import messages as replay_messages
from whistlestop.server.reviews import messages as reviews
from whistlestop.server.tables import messages as tables
from whistlestop.server.web.guests import PLAIN_COOKIE
from whistlestop.text.view import DeclarationAnswer

if TYPE_CHECKING:
    from litestar import Request

REF = "#/components/schemas/{name}"
AREAS = [
    protocol,
    accounts,
    clocks,
    notices,
    meeting,
    moderation,
    programs,
    history,
    tables,
    replay_messages,
    players,
    shapes,
    reviews,
]
"""Modules whose records are messages: an area with messages of its own adds them here."""
MESSAGES = [
    one
    for area in AREAS
    for one in vars(area).values()
    if isinstance(one, type) and issubclass(one, Struct) and one.__module__ == area.__name__
]


SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": PLAIN_COOKIE,
        "description": "The cookie of a guest, from GET /api/me. What is no GET also repeats the csrftoken cookie in "
        "the header x-csrftoken.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of POST /api/tokens; each request names the scope that it needs.",
    },
}


class Description(JsonRenderPlugin):
    """The description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Encode it."""
        return super().render(request, described(openapi_schema))


def described(found: dict[str, Any]) -> dict[str, Any]:
    """The framework's description, completed.

    The records are described by msgspec itself, which knows their limits, docstrings and tags, and those of the
    sockets are among them. Errors have the body that this service sends.
    """
    _, schemas = msgspec.json.schema_components(
        [*MESSAGES, AnyRulesetInfo, AnyPlan, AnyHint, AnySummary, DeclarationAnswer, GameRecord],
        ref_template=REF,
    )
    error = {
        "description": "Refused or failed, and nothing has changed.",
        "content": {"application/json": {"schema": {"$ref": REF.format(name="ErrorAnswer")}}},
    }
    paths: dict[str, Any] = {}
    for path, operations in found["paths"].items():
        paths[path] = {}
        for method, operation in operations.items():
            scope = SCOPES.get((method.upper(), path))
            asked: list[dict[str, list[str]]] = [{"session": []}]
            if scope is not None:
                asked.append({"token": [scope]})
            responses = {status: one for status, one in operation["responses"].items() if status < "400"}
            paths[path][method] = operation | {
                "security": asked,
                "responses": responses | {"4XX": error, "5XX": error},
            }
    components = found["components"] | {
        "schemas": found["components"]["schemas"] | schemas,
        "securitySchemes": SCHEMES,
    }
    return found | {"paths": paths, "components": components}
