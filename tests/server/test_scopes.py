"""The permissions of tokens, endpoint by endpoint, and that the API description lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.http.handlers import HANDLERS, SOCKETS

if TYPE_CHECKING:
    from tests.server.harness import Running

TABLE = "/api/tables/{table}"


SCOPES = {
    ("GET", "/api/me"): "read",
    ("GET", "/api/rulesets"): "read",
    ("GET", "/api/rulesets/{ruleset}"): "read",
    ("GET", "/api/rulesets/{ruleset}/board.svg"): "read",
    ("GET", "/api/rulesets/{ruleset}/thumbnail.svg"): "read",
    ("GET", "/api/bots"): "read",
    ("GET", "/api/tables"): "read",
    ("POST", "/api/tables"): "play",
    ("GET", TABLE): "read",
    ("GET", f"{TABLE}/ruleset"): "read",
    ("GET", f"{TABLE}/board.svg"): "read",
    ("GET", f"{TABLE}/thumbnail.svg"): "read",
    ("POST", f"{TABLE}/join"): "play",
    ("POST", f"{TABLE}/nonce"): "play",
    ("POST", f"{TABLE}/leave"): "play",
    ("POST", f"{TABLE}/decline"): "play",
    ("POST", f"{TABLE}/seats"): "play",
    ("POST", f"{TABLE}/start"): "play",
    ("POST", f"{TABLE}/commands"): "play",
    ("GET", f"{TABLE}/view"): "read",
    ("GET", f"{TABLE}/declaration"): "read",
    ("GET", f"{TABLE}/plan"): "read",
    ("GET", f"{TABLE}/hint"): "read",
    ("GET", f"{TABLE}/observation"): "read",
    ("POST", f"{TABLE}/hints"): "play",
    ("POST", f"{TABLE}/pause"): "play",
    ("POST", f"{TABLE}/resume"): "play",
    ("GET", f"{TABLE}/record"): "read",
    ("GET", f"{TABLE}/summary"): "read",
    ("GET", f"{TABLE}/stream"): "read",
    ("GET", f"{TABLE}/ahead"): "read",
    ("PUT", f"{TABLE}/ahead"): "play",
    ("DELETE", f"{TABLE}/ahead"): "play",
    ("GET", "/api/stream"): "read",
    ("GET", "/api/me/program/offer"): "challenge",
    ("PUT", "/api/me/program/offer"): "challenge",
    ("GET", "/api/challenges"): "challenge",
    ("GET", "/api/challenges/{challenge}"): "challenge",
    ("POST", "/api/bots/{user}/challenge"): "challenge",
    ("POST", "/api/challenges/{challenge}/accept"): "challenge",
    ("POST", "/api/challenges/{challenge}/decline"): "challenge",
}
"""The scopes by method and path. A table's socket accepts `play` as well."""


def test_a_token_opens_what_it_is_meant_to_and_nothing_else() -> None:
    declared = {
        (method, path.replace(":str}", "}")): handler.opt["scope"]
        for handler in (*HANDLERS, *SOCKETS)
        if "scope" in handler.opt
        for path in handler.paths
        for method in getattr(handler, "http_methods", ["POST" if handler in HANDLERS else "socket"])
    }
    assert declared == {
        **SCOPES,
        ("socket", f"{TABLE}/socket"): "play",
        ("POST", "/mcp"): "read play",
    }


async def test_the_description_is_complete(server: Running) -> None:
    """Every request has a summary, its errors and its required scope; streams describe their lines."""
    described = (await (await server.guest()).get("/api/schema/openapi.json")).json()
    schemes = described["components"]["securitySchemes"]
    assert schemes["token"]["scheme"] == "bearer"
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], path
            assert {"4XX", "5XX"} <= operation["responses"].keys()
            scope = SCOPES.get((method.upper(), path))
            asked = [{"session": []}] if scope is None else [{"session": []}, {"token": [scope]}]
            assert operation["security"] == asked, path
    for path in ("/api/stream", "/api/tables/{table}/stream"):
        content = described["paths"][path]["get"]["responses"]["200"]["content"]
        assert list(content) == ["application/x-ndjson"]
        shapes = {
            one["$ref"].rpartition("/")[2] for one in content["application/x-ndjson"]["schema"]["oneOf"]
        }
        assert {"YourTurn", "Hello"} & shapes
        assert shapes <= described["components"]["schemas"].keys()
