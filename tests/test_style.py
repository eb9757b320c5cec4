"""No module is longer than a reader can keep in mind."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 400

GENERATED = {"web/src/lib/types.ts"}

TOO_LONG = {
    "web/src/lib/game.svelte.ts",
    "web/src/meeting/PlayPage.svelte",
}
"""Modules still to be split."""


def test_no_module_is_too_long() -> None:
    """A module that was split leaves the list of those that are too long."""
    folders = {
        ".py": ("src", "tests", "tools", "research", "examples"),
        ".ts": ("web/src",),
        ".svelte": ("web/src",),
    }
    lines = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n")
        for suffix, tops in folders.items()
        for top in tops
        for path in (ROOT / top).rglob(f"*{suffix}")
    }
    too_long = {name for name, count in lines.items() if count > MOST_LINES} - GENERATED
    assert too_long == TOO_LONG
