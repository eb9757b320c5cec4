"""The API as OpenAPI: the description that the framework derives from the handlers, and additions to it."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute
from msgspec import Struct

from whistlestop.kinds import AnyHint, AnyPlan, AnyRulesetInfo, AnySummary
from whistlestop.record import GameRecord
from whistlestop.server import messages
from whistlestop.server.http.guests import PLAIN_COOKIE
from whistlestop.text.view import DeclarationAnswer

if TYPE_CHECKING:
    from litestar import Litestar, Request

REF = "#/components/schemas/{name}"
MESSAGES = [
    one
    for module in pkgutil.iter_modules(messages.__path__, f"{messages.__name__}.")
    for one in vars(importlib.import_module(module.name)).values()
    if isinstance(one, type) and issubclass(one, Struct) and one.__module__ == module.name
]
"""All structs of the package `messages`. The description also includes the structs nested in them."""

SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": PLAIN_COOKIE,
        "description": "The cookie from GET /api/me. Requests other than GET also send the value of the csrftoken "
        "cookie in the header x-csrftoken.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token from POST /api/tokens. Each request names the scope that it needs.",
    },
}


class Description(JsonRenderPlugin):
    """Serves the description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the completed description as JSON."""
        return super().render(request, described(openapi_schema, request.app))


def described(found: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """Return the framework's description, completed.

    msgspec describes all structs, because it knows their limits, docstrings and tags; those of sockets are included.
    Errors have the body that this server sends.
    """
    _, schemas = msgspec.json.schema_components(
        [*MESSAGES, AnyRulesetInfo, AnyPlan, AnyHint, AnySummary, DeclarationAnswer, GameRecord],
        ref_template=REF,
    )
    scopes = {
        (method, route.path_format): handler.opt.get("scope")
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
    }
    error = {
        "description": "The request was refused or failed. Nothing has changed.",
        "content": {"application/json": {"schema": {"$ref": REF.format(name="ErrorAnswer")}}},
    }
    paths: dict[str, Any] = {}
    for path, operations in found["paths"].items():
        paths[path] = {}
        for method, operation in operations.items():
            scope = scopes.get((method.upper(), path))
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
