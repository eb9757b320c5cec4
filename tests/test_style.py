"""Every module is short enough to keep in mind."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 400

GENERATED = {"web/src/engine/layouts/network.ts", "web/src/lib/paths.ts", "web/src/lib/types.ts"}


def test_no_module_is_too_long() -> None:
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
    assert not too_long
