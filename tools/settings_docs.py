"""Generate the table of settings for the documentation site from the fields of `Settings` and their docstrings."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "whistlestop" / "server" / "settings.py"


def fields() -> list[tuple[str, str, str]]:
    """Return name, default and explanation of every setting, in source order."""
    module = ast.parse(SOURCE.read_text(encoding="utf-8"))
    settings = next(
        node for node in module.body if isinstance(node, ast.ClassDef) and node.name == "Settings"
    )
    found = []
    for node, below in zip(settings.body, [*settings.body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name) or node.value is None:
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found.append((node.target.id, ast.unparse(node.value), " ".join(str(below.value.value).split())))
        else:
            raise SystemExit(f"error: {SOURCE.name}: the setting `{node.target.id}` has no text below it")
    return found


def shown(default: str) -> str:
    """Return a default as written in the environment; empty for settings without one."""
    value = ast.literal_eval(default)
    if value in ("", (), None):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def table() -> str:
    """Return the table as Markdown."""
    rows = [
        f"| `WHISTLESTOP_{name.upper()}` | {shown(default)} | {text.replace('|', '/')} |"
        for name, default, text in fields()
    ]
    return "\n".join(["| variable | default | meaning |", "| --- | --- | --- |", *rows])
