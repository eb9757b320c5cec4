"""Generate the client's types of requests from the server's OpenAPI description; `generated.py` writes them.

`wire_types.py` generates the records that a request names.
"""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

import wire_types
from whistlestop.server.app import create_app
from whistlestop.server.http.description import MESSAGES, described
from whistlestop.server.settings import Settings
from whistlestop.text.view import DeclarationAnswer

HEADING = """// The requests of the service, as its OpenAPI description has them: what each wants, and what it answers.
// Made by tools/generated.py from the handlers in src/whistlestop/server; change it there.
"""
LEFT_OUT = re.compile(
    r"/api/(health|ready|challenges$|challenges/\{challenge\}/|open|account/export)\b(?!/chat)"
    r"|.*/(commands|rows|record|export)$"
)
"""Requests of programs and hosts, and responses that the client saves as a file."""
JSON = "application/json"
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def description() -> dict[str, Any]:
    """Return the server's own description."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=str(Path(folder) / "games.db")))
    return described(app.openapi_schema.to_schema(), app)


def typescript(schema: dict[str, Any]) -> str:
    """Return a schema as TypeScript; its records are in types.ts."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"oneOf": list(listed)}:
            return alternatives([typescript(one) for one in listed])
        case {"enum": list(words)}:
            return alternatives(["null" if word is None else f'"{word}"' for word in words])
        case {"type": "array", "items": dict(items)}:
            item = typescript(items)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(word)}:
            return WORDS[word]
    raise ValueError(f"no type for {schema}")


def alternatives(found: list[str]) -> str:
    """Return a union, by its name if it has one."""
    for name in wire_types.UNIONS:
        if {one.__name__ for one in wire_types.records(name)} == set(found):
            return name
    return " | ".join(found)


def request(operation: dict[str, Any]) -> list[str] | None:
    """Return the fields of a request's type; None if its response is not JSON."""
    (success,) = (one for status, one in operation["responses"].items() if status.startswith("2"))
    content = success.get("content", {})
    if content and JSON not in content:
        return None
    lines = []
    for place in ("path", "query"):
        wanted = [one for one in operation.get("parameters", []) if one["in"] == place]
        parts = [
            f"{one['name']}{'' if one['required'] else '?'}: {typescript(one['schema'])}" for one in wanted
        ]
        if parts:
            optional = "" if any(one["required"] for one in wanted) else "?"
            lines.append(f"{place}{optional}: {{ {'; '.join(parts)} }};")
    if "requestBody" in operation:
        body = typescript(operation["requestBody"]["content"][JSON]["schema"])
        lines.append(f"body{'?' if body.endswith(' | null') else ''}: {body};")
    lines.append(f"answer: {typescript(content[JSON]['schema']) if content else 'void'};")
    return lines


@cache
def requests() -> str:
    """Return the types of all requests, by method and path."""
    found = []
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            lines = None if LEFT_OUT.match(path) else request(operation)
            if lines is not None:
                body = "".join(f"    {line}\n" for line in lines)
                found.append(f'  "{method.upper()} {path}": {{\n{body}  }};\n')
    return "".join(found)


def names() -> list[str]:
    """Return the names of the records and unions in requests."""
    return sorted(set(re.findall(r"\b[A-Z]\w+", re.sub(r'"[^"]*"', "", requests()))) - {"Record"})


def records() -> list[type[Struct]]:
    """Return the records among them."""
    listed: list[type[Struct]] = [*MESSAGES, DeclarationAnswer]
    messages = {one.__name__: one for one in listed}
    return [messages[name] for name in names() if name not in wire_types.UNIONS]


def paths() -> str:
    """Return web/src/lib/paths.ts."""
    named = "".join(f"  {name},\n" for name in names())
    return (
        f'{HEADING}import type {{\n{named}}} from "./types";\n\nexport interface Paths {{\n{requests()}}}\n'
    )
