"""Which requests a token may make, and what scope it needs for them. What is not listed takes a person's browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.server.messages.programs import Scope

TABLE = "/api/tables/{table}"

SCOPES: dict[tuple[str, str], Scope] = {
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
    ("POST", f"{TABLE}/seats"): "play",
    ("POST", f"{TABLE}/start"): "play",
    ("POST", f"{TABLE}/commands"): "play",
    ("GET", f"{TABLE}/view"): "read",
    ("GET", f"{TABLE}/declaration"): "read",
    ("GET", f"{TABLE}/plan"): "read",
    ("GET", f"{TABLE}/hint"): "read",
    ("POST", f"{TABLE}/hints"): "play",
    ("GET", f"{TABLE}/record"): "read",
    ("GET", f"{TABLE}/summary"): "read",
    ("GET", f"{TABLE}/stream"): "read",
    ("GET", "/api/stream"): "read",
    ("GET", f"{TABLE}/socket"): "play",
    ("GET", "/api/challenges"): "challenge",
    ("POST", "/api/bots/{user}/challenge"): "challenge",
    ("POST", "/api/challenges/{challenge}/accept"): "challenge",
    ("POST", "/api/challenges/{challenge}/decline"): "challenge",
}
"""By method and path. The socket is opened by a GET."""

OPEN = frozenset({"/api/health", "/api/ready", "/api/schema/openapi.json"})
"""Paths that ask nobody who they are."""
