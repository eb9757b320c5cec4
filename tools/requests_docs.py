"""Generate the documentation site's list of requests from the OpenAPI description."""

from __future__ import annotations

import re
from typing import Any

import wire_paths

SUBJECTS = {
    "Boards and bots": r"/api/(rulesets|bots$)",
    "Play": r"/api/tables/\{table\}/(commands|ahead|view|declaration|plan|hint|record|summary|stream)$",
    "Tournaments": r"/api/tournaments",
    "Leagues": r"/api/leagues",
    "Clubs": r"/api/clubs",
    "Studies": r"/api/studies",
    "Friends": r"/api/(friends|blocks)",
    "People and chat": r"/api/(tables/\{table\}/(chat|report)$|open/chat|messages|players|reliability|rankings"
    r"|account/page)",
    "Tables": r"/api/(tables|invitations|open|live|quickplay|waiting)",
    "Finished games": r"/api/(games|records)",
    "Lessons and puzzles": r"/api/(lessons|puzzles)",
    "Programs": r"/api/(tokens|stream|challenges|bots/|me/program|programs)",
    "Users and accounts": r"/api/(me|account|achievements|session|sessions)\b",
    "Notifications": r"(/api)?/notices",
    "Board editor": r"/api/(studio|boards|gallery)",
    "The site": r"/api/(health|ready|status)",
}
"""The subjects, with a pattern of their paths. The first matching pattern is used."""
LEFT_OUT = "/api/host"
"""The requests of moderators."""


def render() -> str:
    """Return a table for each subject."""
    found = wire_paths.description()
    rows: dict[str, list[str]] = {subject: [] for subject in SUBJECTS}
    for path, operations in sorted(found["paths"].items()):
        if path.startswith(LEFT_OUT):
            continue
        subject = next(name for name, pattern in SUBJECTS.items() if re.match(pattern, path))
        for method, operation in operations.items():
            if method != "head":
                rows[subject].append(_row(method, path, operation, found["components"]["schemas"]))
    parts = []
    for subject, listed in rows.items():
        parts.append(
            f"## {subject}\n\n| request | | scope |\n| --- | --- | --- |\n" + "\n".join(listed) + "\n"
        )
    return "\n".join(parts)


def _row(method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return a request with its parameters and fields, its summary, and the scope of its token."""
    query = "&".join(
        one["name"] + ("=" if one["required"] else "?=")
        for one in operation.get("parameters", [])
        if one["in"] == "query"
    )
    request = f"{method.upper()} {path}" + (f"?{query}" if query else "") + _fields(operation, schemas)
    scope = next((f"`{one['token'][0]}`" for one in operation["security"] if "token" in one), "")
    return f"| `{request}` | {operation['summary']} | {scope} |".replace("|  |", "| |")


def _fields(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the fields of a request's body, such as ` {"name", "days"?}`; nothing for one without a body."""
    if "requestBody" not in operation:
        return ""
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    shapes = [one["$ref"] for one in schema.get("oneOf", [schema]) if "$ref" in one]
    texts = []
    for ref in shapes:
        shape = schemas[ref.rpartition("/")[2]]
        required = shape.get("required", [])
        fields = (f'"{name}"' + ("" if name in required else "?") for name in shape.get("properties", {}))
        texts.append("{" + ", ".join(fields) + "}")
    return " " + " or ".join(texts)
