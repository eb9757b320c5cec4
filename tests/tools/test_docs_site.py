"""The pages of the documentation site before it is built."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
from tests.rule_ids import DEFINED, cited
from typer.main import get_command

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import docs_site
import site_parts
from whistlestop.cli.app import app
from whistlestop.server.settings import Settings


def test_every_page_of_the_docs_is_in_the_navigation() -> None:
    """The error lists the pages missing from tools/docs/zensical.toml."""
    pages = docs_site.sources()
    assert docs_site.ROOT / "README.md" in pages


def test_links_lead_to_pages_of_the_site() -> None:
    pages = docs_site.sources()
    readme = docs_site.ROOT / "README.md"
    text = (
        "[rules](docs/rules.md#EUR-14) [license](LICENSE) [here](#play) ![game](docs/images/game.webp)\n"
        "```\n[code](docs/rules.md)\n```\n"
    )
    assert docs_site.adapt(text, readme, pages) == (
        "[rules](rules.md#EUR-14) license [here](#play) ![game](images/game.webp)\n"
        "```\n[code](docs/rules.md)\n```\n"
    )
    notes = docs_site.ROOT / "src" / "whistlestop" / "core" / "README.md"
    assert docs_site.adapt("[rules](../../../docs/rules.md)", notes, pages) == "[rules](../../../rules.md)"


def test_every_part_is_on_one_page() -> None:
    """Each generated part is shown once, and consists of text and tables."""
    pages = {file: site_parts.MARK.findall(file.read_text(encoding="utf-8")) for file in docs_site.sources()}
    parts = site_parts.parts()
    assert sorted(name for names in pages.values() for name in names) == sorted(parts)
    for file, names in pages.items():
        text = site_parts.whole(file.read_text(encoding="utf-8")) if names else ""
        assert not site_parts.MARK.search(text)
        assert not re.findall(r"^\|.*\n\n(\|.*)\n(?!\| ?:?-)", text, re.MULTILINE), file
        assert set(cited(text)) <= set(DEFINED), file


def test_parts_have_what_the_source_has() -> None:
    parts = {name: make() for name, make in site_parts.parts().items()}
    program: Any = get_command(app)
    for name in program.commands:
        assert f"\n## {name}" in f"\n{parts['commands']}"
    for field in msgspec.structs.fields(Settings):
        assert f"| `WHISTLESTOP_{field.name.upper()}` |" in parts["settings"]
    assert "| `GET /api/tables/{table}/view?seat?=` |" in parts["requests"]
    assert "| `command` | `id: string`" in parts["client messages"]
    for file in (docs_site.ROOT / "docs" / "reliability").glob("*.json"):
        assert f"[{file.stem}](#{file.stem})" in parts["campaigns"]
